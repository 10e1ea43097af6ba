package torture

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/child"
	"plylog/cmd/plylog/internal/volume"
)

// endSoon is within what a server ends whose disk fails.
const endSoon = 5 * time.Second

// failing takes the disk from under the server, by a power cut (what was not written
// through is gone) or by making it read-only as the system does after an error, and
// brings it back. Meanwhile every write fails: commands are to be answered soon, and the
// server is to end by itself, since its log takes nothing more until it is opened again.
func (out *Trouble) failing(ctx context.Context, c *child.Server, disk *volume.Volume, fail func(context.Context) error) error {
	direct, err := directly(c, 1)
	if err != nil {
		return err
	}
	// An fsync that is under way while ext4 is cut off or made read-only is now and then
	// told that all is well, and what it was to write is gone: a plain loop of writes and
	// fsyncs, without any of this, lost its last record in 10 of 120 trials, and in none
	// of 120 with no fsync under way. No program could tell, so the server stands still.
	if err := errors.Join(c.Halt(), fail(ctx), c.Resume()); err != nil {
		return err
	}
	began := time.Now()
	_, err = direct.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self"})
	if took := time.Since(began); err == nil || took > soon {
		out.Wrong = append(out.Wrong, fmt.Sprintf("the disk fails: a command is answered after %v with %v", took, err))
	}
	switch how, ended := c.Ended(ctx, endSoon); {
	case ended && how == nil:
		out.Wrong = append(out.Wrong, "the disk fails, and the server ends as if nothing were wrong")
	case !ended && ctx.Err() == nil:
		out.Wrong = append(out.Wrong, fmt.Sprintf("the disk fails, and %v later the server still runs", endSoon))
	}
	if err := errors.Join(c.Kill(), disk.Detach(ctx), disk.Attach(ctx)); err != nil {
		return err
	}
	return c.Start(ctx)
}
