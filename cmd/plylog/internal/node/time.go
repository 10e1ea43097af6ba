package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"plylog/cmd/plylog/internal/datadir"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// timekeeper lets the clocks of games go on where a server stopped, and flags
// those whose time is up.
type timekeeper struct {
	dir     *datadir.Dir // nil: the log is elsewhere, and other nodes may have kept time
	shared  *sharedTime  // how that is found out; nil: the log is in dir, or in memory
	handler *play.Handler
	views   *projections.Set
	logger  *slog.Logger
}

// look looks for times in which nobody could move, until ctx ends; done is closed then.
func (k *timekeeper) look(ctx context.Context) (done <-chan struct{}) {
	return beside(func() {
		if k.shared != nil {
			k.shared.look(ctx)
		}
	})
}

// resume gives the games that were under way the time back in which no server
// ran. It comes before anybody is served. Where time is shared that is done as of any
// other outage: this one ends now.
func (k *timekeeper) resume(ctx context.Context) error {
	if k.shared != nil {
		select {
		case <-k.shared.begun:
			k.shared.watch.Serve()
		case <-ctx.Done():
		}
		return nil
	}
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
	return k.giveBack(ctx, play.Outage{From: stopped, To: time.Now()}, k.views.Deadlines.Running())
}

// givers is how many games are given time back at once.
const givers = 16

// giveBack gives games a time back in which nobody could move.
func (k *timekeeper) giveBack(ctx context.Context, o play.Outage, games []events.GameID) error {
	var work sync.WaitGroup
	failed := make([]error, givers)
	for i := range givers {
		work.Go(func() {
			for n := i; n < len(games) && failed[i] == nil; n += givers {
				if err := k.handler.Resume(ctx, games[n], o.From, o.To); err != nil && !errors.Is(err, play.ErrDamaged) {
					failed[i] = fmt.Errorf("giving game %s the time back in which nobody could move: %w", games[n], err)
				}
			}
		})
	}
	work.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	if len(games) > 0 {
		k.logger.Info("clocks go on", "games", len(games), "away", o.To.Sub(o.From).Round(time.Millisecond))
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
	if k.shared != nil {
		pulse.Go(func() { k.shared.pulse(ctx) })
		pulse.Go(func() { k.sweep(ctx) })
	}
	return k.views.Deadlines.Run(ctx, time.Now, k.handler.Flag)
}
