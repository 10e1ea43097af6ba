package torture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/child"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/volume"
	"plylog/engines"
	"plylog/events"
	"plylog/events/jetlog"
)

// unwritten starts a server on what a killed one leaves at the worst: events that the
// system holds in its memory and the disk has not seen. Once they are served nothing may
// take them away, and the power goes right then.
func (out *Trouble) unwritten(ctx context.Context, games *engines.Registry, disk *volume.Volume) error {
	data := disk.Path("unwritten")
	game, events, err := left(ctx, games, data)
	if err != nil {
		return fmt.Errorf("leaving events unwritten: %w", err)
	}
	c := &child.Server{Data: data}
	defer c.Kill() //nolint:errcheck // at the latest here
	if err := c.Start(ctx); err != nil {
		return err
	}
	served, err := numberOf(ctx, c, game)
	if err != nil {
		return err
	}
	out.PowerCuts++
	if err := errors.Join(disk.ShutDown(ctx), c.Kill(), disk.Detach(ctx), disk.Attach(ctx)); err != nil {
		return err
	}
	if err := c.Start(ctx); err != nil {
		out.Wrong = append(out.Wrong, fmt.Sprintf("a server was killed and started, and the power cut: %v", err))
		return nil
	}
	after, err := numberOf(ctx, c, game)
	if err != nil || served != events || after != events {
		out.Wrong = append(out.Wrong, fmt.Sprintf(
			"a server left %d events unwritten; started again it showed %d of them, and %d (%v) after a power cut", events, served, after, err))
	}
	return errors.Join(c.Kill(), os.RemoveAll(data))
}

// left makes a data folder with a game of which nothing was written through, as if the
// server had been killed. It returns how many events the game has.
func left(ctx context.Context, games *engines.Registry, data string) (game events.GameID, n int, err error) {
	secret, err := datadir.SecretOf(data)
	if err != nil {
		return game, 0, err
	}
	maker, err := prepared.NewMaker(games, secret, 20)
	if err != nil {
		return game, 0, err
	}
	g, err := maker.Next()
	if err != nil {
		return game, 0, err
	}
	s, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: datadir.LogIn(data), NoSync: true})
	if err != nil {
		return game, 0, err
	}
	defer s.Close()
	log, err := s.Open(ctx, jetlog.Options{})
	if err != nil {
		return game, 0, err
	}
	defer log.Close()
	if err := g.Store(ctx, log); err != nil {
		return game, 0, err
	}
	log.Close()
	s.Close()
	// A server that was killed has left no note of how it stopped.
	return g.Events[0].Game, len(g.Events), os.Remove(filepath.Join(datadir.LogIn(data), "stopped"))
}

// numberOf asks a server for the events of a game, and counts them.
func numberOf(ctx context.Context, c *child.Server, game events.GameID) (int, error) {
	direct, err := directly(c, 1)
	if err != nil {
		return 0, err
	}
	page, err := direct.Events(ctx, game, 0, 0)
	if err != nil {
		return 0, fmt.Errorf("reading game %s: %w", game, err)
	}
	return len(page.Events), nil
}
