package bench

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// rebuild measures reading: the whole log on one core, and single games.
func (l *lab) rebuild(ctx context.Context) error {
	s, err := l.openStore(ctx, false)
	if err != nil {
		return err
	}
	defer s.close()
	f, err := l.fill(ctx, s.log, l.stored)
	if err != nil {
		return err
	}
	l.console.Say("plylog bench: a store of %s events of %s games, %s bytes each",
		number(float64(f.events)), number(float64(f.games)), number(float64(f.bytes/f.events)))
	if err := l.whole(ctx, s, f); err != nil {
		return err
	}
	return l.single(ctx, s, f)
}

// whole measures reading everything.
func (l *lab) whole(ctx context.Context, s *store, f *filled) error {
	rate := func(read func(context.Context) (int, error)) side {
		return func(ctx context.Context) (float64, error) {
			n := 0
			wall, _, err := onOneCore(func() (err error) {
				n, err = read(ctx)
				return err
			})
			if err == nil && n != f.events {
				err = fmt.Errorf("read %d of %d events", n, f.events)
			}
			return perSecond(n, wall), err
		}
	}
	fold := rate(func(ctx context.Context) (int, error) { return l.foldAll(ctx, s.log) })
	project := rate(func(ctx context.Context) (int, error) { return l.projectAll(ctx, s.log) })
	samples, err := rounds(ctx, l.runs, fold, project)
	if err != nil {
		return err
	}
	if err := l.profile(ctx, "rebuild-fold", fold); err != nil {
		return err
	}
	if err := l.profile(ctx, "rebuild-projections", project); err != nil {
		return err
	}
	line := Line{Bench: "rebuild", Unit: "events/s", Target: oursAtLeast(150_000)}
	line.What = "all games, chain and rules checked, one core"
	l.add(line.measured(samples[0], nil))
	line.What, line.Target = "the same into all projections, one core", nil
	l.add(line.measured(samples[1], nil))
	return nil
}

// foldAll folds every game of a log with its rules and returns how many events
// it read.
func (l *lab) foldAll(ctx context.Context, log events.Log) (n int, err error) {
	for shard := range log.Shards() {
		folder := play.NewFolder(l.games)
		for e, err := range log.Scan(ctx, shard, 0) {
			if err == nil {
				err = folder.Apply(e)
			}
			if err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// projectAll rebuilds all projections, with the rules checked as well.
func (l *lab) projectAll(ctx context.Context, log events.Log) (int, error) {
	r, err := projections.Rebuild(ctx, log, nil, projections.RebuildOptions{
		Workers: 1,
		Check:   func(int) func(*events.Event) error { return play.NewFolder(l.games).Apply },
	})
	if err != nil {
		return 0, err
	}
	if len(r.Damaged) > 0 {
		return 0, fmt.Errorf("a game of the store is damaged: %w", r.Damaged[0])
	}
	return r.Events, nil
}

// single measures folding games of sixty events from the log, one at a time.
func (l *lab) single(ctx context.Context, s *store, f *filled) error {
	if len(f.sixty) == 0 {
		return fmt.Errorf("no game of the store has %d events", sixty)
	}
	next := 0
	each := func(read func(events.GameID) (int, error)) ([]float64, error) {
		var ms []float64
		for range l.folded {
			id := f.sixty[next%len(f.sixty)]
			next++
			began := time.Now()
			n, err := read(id)
			if err != nil {
				return nil, err
			}
			if n != sixty {
				return nil, fmt.Errorf("game %s has %d events, not %d", id, n, sixty)
			}
			ms = append(ms, time.Since(began).Seconds()*1000)
		}
		return ms, nil
	}
	var all []float64
	samples, err := rounds(ctx, l.runs, func(ctx context.Context) (float64, error) {
		ms, err := each(func(id events.GameID) (int, error) {
			g, err := play.Fold(l.games, s.log.Read(ctx, id, 0))
			if err != nil {
				return 0, err
			}
			return g.N, nil
		})
		if err != nil {
			return 0, err
		}
		all = append(all, quantile(ms, 0.99))
		return median(ms), nil
	})
	if err != nil {
		return err
	}
	line := Line{Bench: "rebuild", Unit: "ms", Target: oursAtMost(1.5)}
	line.What = "a game of 60 events folded from the log, p50"
	l.add(line.measured(samples[0], nil))
	line.What, line.Target = "the same, p99", nil
	l.add(line.measured(all, nil))
	return nil
}
