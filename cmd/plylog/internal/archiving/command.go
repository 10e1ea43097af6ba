package archiving

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// Command is the command that archives the beginning of a log.
func Command(c *console.Console) *cobra.Command {
	var data string
	var days, keep int64
	cmd := &cobra.Command{
		Use:   "archive --data DIR (--older-than DAYS | --keep EVENTS)",
		Short: "Move the oldest events of a stopped server's log into archive files",
		Long: `Move the oldest events of the log in DIR, whose server is stopped, out of the streams
of the NATS server and into files: a fraction of the disk, and a few bytes of memory a
game. A start takes longer for it. The games in them are served, listed, exported, audited and proved as before, and those that are not
over are played on; no position, number or hash changes. What is archived is always all
that a checkpoint has signed, so that of events younger than that some may stay.

The files and the streams are made beside the log, read back and compared with it event by
event, and then take its place in one step. The old log is removed last. There must be room
on the disk for what stays in the streams and for the files. Cut off at any moment it leaves
the log as before or as after: run it again.

Run it as often as you like. There is no way back but a restore: plylog restore makes a log
of streams alone from a backup. A log that is kept on NATS servers cannot be archived.

Exit code 8: the log is not what was signed; nothing was changed.`,
		Args: console.Args(0, 0),
	}
	cmd.Flags().StringVar(&data, "data", "plylog-data", "data folder of the stopped server")
	cmd.Flags().Int64Var(&days, "older-than", 0, "archive events from before so many `days`")
	cmd.Flags().Int64Var(&keep, "keep", 0, "archive all but so many of the newest `events` of each shard")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("older-than") == cmd.Flags().Changed("keep") {
			return console.Fail(console.Usage, "archive: one of --older-than and --keep says what to archive")
		}
		if days < 0 || days > mostDays || keep < 0 {
			return console.Fail(console.Usage, "archive: --older-than takes 0 to %d days, --keep no less than 0 events", mostDays)
		}
		a := &archiving{console: c, folder: data, keep: uint64(keep), now: time.Now().UTC()}
		if cmd.Flags().Changed("older-than") {
			a.before = a.now.Add(-time.Duration(days) * 24 * time.Hour)
		}
		return damaged(a.run(cmd.Context()))
	}
	return cmd
}

// mostDays is what a time.Duration can hold.
const mostDays = 100_000

// damaged gives the exit code of a log that is not what was signed.
func damaged(err error) error {
	for _, why := range []error{repair.ErrContradiction, repair.ErrMissing, repair.ErrSigned, merkle.ErrArchive, merkle.ErrForged, merkle.ErrUnsigned, merkle.ErrRotation, merkle.ErrMalformed} {
		if errors.Is(err, why) {
			return &console.ExitError{Code: console.Damaged, Err: err}
		}
	}
	return err
}

// run archives under the lock of the folder.
func (a *archiving) run(ctx context.Context) (err error) {
	if err := a.find(); err != nil { // before anything is written to a folder that is somebody else's
		return err
	}
	if a.dir, err = datadir.Open(a.folder); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.dir.Close()) }()
	return a.archive(ctx)
}
