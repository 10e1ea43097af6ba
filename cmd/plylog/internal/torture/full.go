package torture

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/child"
	"plylog/cmd/plylog/internal/volume"
	"plylog/events"
)

// soon is within what a command must be answered, and a read served, however badly the
// disk does, with room for a machine that is busy with other things.
const soon = 3 * time.Second

// full fills the disk under the server: commands are to be refused soon and in words,
// reads to be served. With room again, and the server started again, all goes on.
func (out *Trouble) full(ctx context.Context, c *child.Server, disk *volume.Volume, p *players) error {
	direct, err := directly(c, 1)
	if err != nil {
		return err
	}
	empty, err := disk.Fill()
	if err != nil {
		return fmt.Errorf("filling the disk: %w", err)
	}
	refused := false
	for try := 0; try < 200 && !refused; try++ {
		began := time.Now()
		_, err := direct.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self"})
		took := time.Since(began)
		var no *client.Problem
		switch {
		case err == nil:
			continue // there was room in blocks that are there
		case !errors.As(err, &no):
			out.Wrong = append(out.Wrong, fmt.Sprintf("disk full: a command is answered with %v", err))
		case no.Status != 503 && no.Status != 507 && no.Status != 429:
			out.Wrong = append(out.Wrong, fmt.Sprintf("disk full: a command is answered with %d: %v", no.Status, no))
		}
		if refused = true; took > soon {
			out.Wrong = append(out.Wrong, fmt.Sprintf("disk full: a command is answered after %v: %v", took, err))
		}
		out.SlowestSay = max(out.SlowestSay, int(took.Milliseconds()))
	}
	if !refused {
		out.note("the disk was full, and nothing that was sent needed room")
	}
	if game, ok := p.any(); ok {
		began := time.Now()
		if _, err := direct.State(ctx, game, 0); err != nil || time.Since(began) > soon {
			out.Wrong = append(out.Wrong, fmt.Sprintf("disk full: a read took %v and is answered with %v", time.Since(began), err))
		}
	}
	if err := empty(); err != nil {
		return fmt.Errorf("making room again: %w", err)
	}
	// What was on its way when the last byte went may have stopped the store until the
	// server is started again; nothing may be lost by that.
	if _, err := direct.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self"}); err != nil {
		out.note(fmt.Sprintf("the disk ran full under an append; the server had to be started again (%v)", err))
		return errors.Join(c.Kill(), c.Start(ctx))
	}
	return nil
}

// any is a game of which something was acknowledged.
func (p *players) any() (events.GameID, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for game := range p.acked {
		return game, true
	}
	return events.GameID{}, false
}
