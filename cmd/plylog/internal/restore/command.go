package restore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/jetlog/repair"
)

// Command is the command that restores a store.
func Command(c *console.Console) *cobra.Command {
	var data string
	var from []string
	cmd := &cobra.Command{
		Use:   "restore --data DIR --from FILE|FOLDER...",
		Short: "Make a damaged store whole again, from backups and exported games",
		Long: `Make a store from what can still be read of the one in DIR, from backups (copies
of a data folder) and from exported games (jsonl, as "plylog export" writes them).

The new store is made beside the old one, checked record by record, and held
against every checkpoint that DIR has signed; only then it takes the place of the
old one, which stays in DIR under the name log.replaced-TIME. Events are put where
they stood: where that cannot be found out, or where events that were signed are
in none of the sources, nothing is replaced.

A folder without a store and without checkpoints gets a store of everything that
is given, in the order of the times, and begins checkpoints of its own. It needs
the file "secret" of the folder that the games were played in.`,
		Args: console.Args(0, 0),
	}
	cmd.Flags().StringVar(&data, "data", "plylog-data", "data folder of the store")
	cmd.Flags().StringArrayVar(&from, "from", nil, "a backup (folder) or exported games (file); may be repeated")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if len(from) == 0 {
			return console.Fail(console.Usage, "restore: --from says what to restore from")
		}
		return run(cmd.Context(), c, data, from, time.Now().UTC())
	}
	return cmd
}

// run restores under the lock of the folder.
func run(ctx context.Context, c *console.Console, data string, from []string, now time.Time) (err error) {
	dir, err := datadir.Open(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	r := &restoring{console: c, folder: data, dir: dir, log: dir.Log(), stamp: now.Format("20060102T150405Z")}
	if err := r.sort(from); err != nil {
		return err
	}
	err = r.run(ctx)
	for _, why := range []error{repair.ErrContradiction, repair.ErrMissing, repair.ErrSigned} {
		if errors.Is(err, why) {
			return &console.ExitError{Code: console.Damaged, Err: fmt.Errorf("nothing was replaced: %w", err)}
		}
	}
	return err
}
