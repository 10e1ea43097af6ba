package bench

import (
	"context"
	"fmt"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
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
	raw, err := baseline.NewReader(s.disk.Connect)
	if err != nil {
		return err
	}
	defer raw.Close()
	if err := l.whole(ctx, s, raw, f.events); err != nil {
		return err
	}
	return l.single(ctx, s, raw, f.sixty)
}

// whole measures reading everything on one core, by the clock on the wall and in
// processor time.
func (l *lab) whole(ctx context.Context, s *store, raw *baseline.Reader, want int) error {
	var worked [3][]float64 // rates in processor time
	rate := func(which int, read func(context.Context) (int, error)) side {
		return func(ctx context.Context) (float64, error) {
			n := 0
			wall, cpu, err := onOneCore(func() (err error) {
				n, err = read(ctx)
				return err
			})
			if err == nil && n != want {
				err = fmt.Errorf("read %d of %d events", n, want)
			}
			worked[which] = append(worked[which], perSecond(n, cpu))
			return perSecond(n, wall), err
		}
	}
	fold := rate(1, func(ctx context.Context) (int, error) { return l.foldAll(ctx, s.log) })
	project := rate(2, func(ctx context.Context) (int, error) { return l.projectAll(ctx, s.log) })
	samples, err := rounds(ctx, l.runs,
		rate(0, func(ctx context.Context) (n int, err error) {
			for shard := range s.log.Shards() {
				one, err := raw.Stream(ctx, jetlog.StreamName(shard))
				if err != nil {
					return n, err
				}
				n += one
			}
			return n, nil
		}), fold, project)
	if err != nil {
		return err
	}
	line := Line{Bench: "rebuild", Unit: "events/s", RawIs: "ordered consumer, nothing decoded"}
	for _, m := range []struct {
		what   string
		rates  [][]float64
		target *Target
	}{
		{"one core", samples, oursAtLeast(150_000)},
		{"per second of processor time", worked[:], nil},
	} {
		line.What, line.Target = "all games, chain and rules checked, "+m.what, m.target
		l.add(line.measured(m.rates[1], m.rates[0]))
		line.What, line.Target = "the same into all projections, "+m.what, nil
		l.add(line.measured(m.rates[2], m.rates[0]))
	}
	if err := l.profile(ctx, "rebuild-fold", unprepared(fold)); err != nil {
		return err
	}
	return l.profile(ctx, "rebuild-projections", unprepared(project))
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
