package backup

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/remote"
	"plylog/cmd/plylog/internal/trust"
	"plylog/engines"
	"plylog/events/audit"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// Command is the command that makes backups.
func Command(c *console.Console, s *remote.Session, games *engines.Registry) *cobra.Command {
	b := &backup{console: c, session: s}
	cmd := &cobra.Command{
		Use:   "backup --data DIR --to FOLDER",
		Short: "Copy the data folder of a server, running or stopped, and verify the copy",
		Long: `Copy the data folder DIR to FOLDER, while its server runs: the checkpoints first,
then the events that they have signed, read through the server's admin side (or, of
a stopped server, from the folder), and the secret and the key. The copy is checked
record by record, held against every checkpoint, and each game is played through
under the rules. Run it again to add what is new; only that is read.

Accounts are copied as they are now, in the place of those of the last time, so that
of an account that was erased nothing stays. Sessions and API tokens are left out:
whoever has an account signs in anew.

The copy is a data folder. "plylog verify FOLDER" checks it anywhere, "plylog restore
--from FOLDER" mends a damaged store from it, and where everything else is lost a
copy of it takes the place of DIR. It holds the secrets: keep it as safe as DIR.

Exit code 0: copied and verified. 6: copied, and a game in it is not what the rules
say. 8: the log, or FOLDER, is not what was signed.`,
		Args: console.Args(0, 0),
	}
	cmd.Flags().StringVar(&b.data, "data", "plylog-data", "data folder of the server")
	cmd.Flags().StringVar(&b.to, "to", "", "folder of the backup: new, or made by this command before")
	remote.BindAdmin(cmd, &b.admin)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if b.to == "" {
			return console.Fail(console.Usage, "backup: --to says where to")
		}
		if err := b.run(cmd.Context()); err != nil {
			return damaged(err)
		}
		report, err := trust.Folder(cmd.Context(), c, games, b.to)
		if err != nil {
			return err
		}
		if err := b.tell(report); err != nil {
			return err
		}
		if b.total == 0 { // there is nothing that could be vouched for
			return nil
		}
		return trust.Conclude(report)
	}
	return cmd
}

// damaged gives the exit code of what is not what was signed.
func damaged(err error) error {
	for _, why := range []error{errOther, repair.ErrContradiction, repair.ErrSigned, merkle.ErrArchive, merkle.ErrForged, merkle.ErrUnsigned, merkle.ErrRotation, merkle.ErrMalformed} {
		if errors.Is(err, why) {
			return &console.ExitError{Code: console.Damaged, Err: err}
		}
	}
	return err
}

// outcome is what a backup came to.
type outcome struct {
	Folder string        `json:"folder"`
	Events uint64        `json:"events"` // in the backup
	New    int           `json:"new"`    // of them, since the last time
	Report *audit.Report `json:"report"`
	People int           `json:"people"` // accounts in the backup, with those that were erased
}

func (b *backup) tell(r *audit.Report) error {
	if b.console.JSON {
		return b.console.PrintJSON(outcome{b.to, b.total, b.added, r, b.accounts})
	}
	if b.accounts > 0 {
		b.console.Say("accounts in the backup: %d", b.accounts)
	}
	if b.total == 0 {
		return b.console.Print("%s: 0 events, 0 of them new; nothing was signed yet", b.to)
	}
	return b.console.Print("%s: %d events, %d of them new; %s: %d games, %d of them finished", b.to, b.total, b.added, r.Verdict, r.Games, r.Finished)
}

// run copies under the lock of the backup.
func (b *backup) run(ctx context.Context) error {
	if err := b.find(); err != nil {
		return err
	}
	dir, err := b.open()
	if err != nil {
		return err
	}
	return errors.Join(b.copy(ctx, dir.Log()), dir.Close())
}

// errOther: what is there is not an earlier state of what is to be copied.
var errOther = errors.New("the backup is of another history")

// notOurs refuses a folder.
func notOurs(path string) error {
	return console.Fail(console.Usage, "%s is not empty and no backup of this command; choose another folder", path)
}

func copying(err error, what string) error { return fmt.Errorf("copying %s: %w", what, err) }
