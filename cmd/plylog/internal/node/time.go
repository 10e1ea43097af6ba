package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/play"
	"plylog/projections"
)

// timekeeper lets the clocks of games go on where a server stopped, and flags
// those whose time is up.
type timekeeper struct {
	dir     *datadir.Dir // nil: the log is elsewhere, and other nodes may have kept time
	handler *play.Handler
	views   *projections.Set
	logger  *slog.Logger
}

// resume gives the games that were under way the time back in which no server
// ran. It comes before anybody is served.
func (k *timekeeper) resume(ctx context.Context) error {
	if k.dir == nil {
		return nil
	}
	stopped, err := k.dir.LastAlive()
	if err != nil {
		k.logger.Warn("when a server last ran is not known; the time since is charged", "err", err)
	}
	if stopped.IsZero() {
		return nil
	}
	started, games := time.Now(), k.views.Deadlines.Running()
	for _, id := range games {
		if err := k.handler.Resume(ctx, id, stopped, started); err != nil && !errors.Is(err, play.ErrDamaged) {
			return fmt.Errorf("giving game %s the time back in which no server ran: %w", id, err)
		}
	}
	if len(games) > 0 {
		k.logger.Info("clocks go on", "games", len(games), "away", started.Sub(stopped).Round(time.Millisecond))
	}
	return nil
}

// keep notes that the server runs and flags games, until ctx ends.
func (k *timekeeper) keep(ctx context.Context) error {
	var pulse sync.WaitGroup
	defer pulse.Wait()
	if k.dir != nil {
		pulse.Go(func() {
			k.dir.Pulse(ctx, time.Now, func(err error) { k.logger.Warn("time is not noted", "err", err) })
		})
	}
	return k.views.Deadlines.Run(ctx, time.Now, k.handler.Flag)
}
