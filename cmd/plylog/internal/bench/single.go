package bench

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
	"plylog/events/play"
)

// single measures games of sixty events that are read from the log and folded,
// one at a time.
func (l *lab) single(ctx context.Context, s *store, raw *baseline.Reader, games []events.GameID) error {
	if len(games) == 0 {
		return fmt.Errorf("no game of the store has %d events", sixty)
	}
	var late [2][]float64 // the slowest hundredth of each round
	times := func(which int, read func(context.Context, events.GameID) (int, error)) side {
		return func(ctx context.Context) (float64, error) {
			ms, err := l.readEach(ctx, games, read)
			if err != nil {
				return 0, err
			}
			late[which] = append(late[which], quantile(ms, 0.99))
			return median(ms), nil
		}
	}
	fold := times(1, func(ctx context.Context, id events.GameID) (int, error) {
		g, err := play.Fold(l.games, s.log.Read(ctx, id, 0))
		if err != nil {
			return 0, err
		}
		return g.N, nil
	})
	samples, err := rounds(ctx, l.runs, times(0, func(ctx context.Context, id events.GameID) (int, error) {
		shard := s.log.Shard(id)
		return raw.Game(ctx, jetlog.StreamName(shard), jetlog.Subject(shard, id))
	}), fold)
	if err != nil {
		return err
	}
	line := Line{Bench: "rebuild", Unit: "ms", RawIs: "one batch get, nothing decoded"}
	middle, tail := line, line
	middle.What, middle.Target = fmt.Sprintf("a game of %d events folded from the log, p50", sixty), oursAtMost(1.5)
	tail.What = "the same, p99"
	l.add(middle.measured(samples[1], samples[0]))
	l.add(tail.measured(late[1][:l.runs], late[0][:l.runs]))
	return l.profile(ctx, "rebuild-single", unprepared(fold))
}

// readEach reads games one after the other and returns how many milliseconds each
// took.
func (l *lab) readEach(ctx context.Context, games []events.GameID, read func(context.Context, events.GameID) (int, error)) ([]float64, error) {
	var ms []float64
	for i := range l.folded {
		id := games[i%len(games)]
		began := time.Now()
		n, err := read(ctx, id)
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
