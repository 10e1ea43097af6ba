package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
	"plylog/events/snapshot"
)

const (
	long = 300 // events of a game that is opened cold
	// parts is into how many parts a store is cut: one event of a long game lies in each
	// part from the game's first to its last. The games begin, and so end, in different ones.
	parts = long + 60
	// apart is how many of them lie between the games that are opened one right after the
	// other, so that no block has the newest event of two of them.
	apart = 13
)

// scattered is a store in which long games lie all over, with snapshots of them: of
// every other one as it is, of the rest as they were after partly events.
type scattered struct {
	count     int // events
	games     []events.GameID
	snapshots *snapshot.Snapshots
	made      *made
}

// partly is how many events the older snapshots have: the last before the end that is
// made of a game that is being played.
const partly = 256

// made waits for snapshots.
type made struct{ done chan string }

func (*made) SnapshotRead(string)           {}
func (m *made) SnapshotMade(outcome string) { m.done <- outcome }

// cold measures the opening of long games whose events lie all over a large store: by
// their snapshots, and from the log.
func (l *lab) cold(ctx context.Context) error {
	s, err := l.openStore(ctx, false)
	if err != nil {
		return err
	}
	defer s.close()
	sc, err := l.scatter(ctx, s)
	if err != nil {
		return err
	}
	if err := passOver(ctx, s.log); err != nil {
		return err
	}
	var plain, whole, part []float64
	for i := range l.openings {
		if err := l.rest(ctx, l.forget); err != nil {
			return err
		}
		ms, err := l.open(ctx, s.log, nil, sc.games[i%len(sc.games)])
		if err != nil {
			return err
		}
		plain = append(plain, ms)
		if err := l.rest(ctx, l.forget); err != nil {
			return err
		}
		for k := i % apart; k < len(sc.games); k += apart {
			if ms, err = l.open(ctx, s.log, sc.snapshots, sc.games[k]); err != nil {
				return err
			}
			if k%2 == 0 {
				whole = append(whole, ms)
			} else {
				part = append(part, ms)
			}
		}
	}
	line := Line{Bench: "cold", Unit: "ms", RawIs: "from the log"}
	show := func(what string, q float64, ours []float64, target *Target) {
		line.What = fmt.Sprintf("a game of %d events in a store of %s, opened cold by %s", long, number(float64(sc.count)), what)
		line.Target = target
		l.add(line.measured([]float64{quantile(ours, q)}, []float64{quantile(plain, q)}))
	}
	show("its snapshot, p50", 0.5, whole, oursAtMost(10))
	show("its snapshot, p99", 0.99, whole, nil)
	show(fmt.Sprintf("a snapshot of its first %d, p50", partly), 0.5, part, nil)
	return nil
}

// passOver reads the log through, as every server does that folds it at its start.
func passOver(ctx context.Context, log *jetlog.Log) error {
	for shard := range log.Shards() {
		for _, err := range log.Scan(ctx, shard, 0) {
			if err != nil {
				return fmt.Errorf("reading the log through: %w", err)
			}
		}
	}
	return nil
}

// open opens a game as a server does that has it not in memory, and returns how many
// milliseconds that took.
func (l *lab) open(ctx context.Context, log *jetlog.Log, by *snapshot.Snapshots, id events.GameID) (float64, error) {
	cfg := play.Config{Log: log, Registry: l.games, Secret: secret, Games: 1}
	if by != nil {
		cfg.Snapshots = by
	}
	h, err := play.NewHandler(cfg)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	g, err := h.Game(ctx, id)
	if err != nil {
		return 0, err
	}
	if g.N != long {
		return 0, fmt.Errorf("game %s has %d events, not %d", id, g.N, long)
	}
	return time.Since(began).Seconds() * 1000, nil
}

// rest waits, for forget until the store has forgotten what it has read: it keeps blocks
// in memory for ten seconds.
func (l *lab) rest(ctx context.Context, long time.Duration) error {
	select {
	case <-time.After(long):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// scatter fills a store with short games, and with long ones that lie among them.
func (l *lab) scatter(ctx context.Context, s *store) (*scattered, error) {
	log := s.log
	maker, err := prepared.NewMaker(l.games, secret, long)
	if err != nil {
		return nil, err
	}
	var games []*prepared.Game
	for len(games) < l.longGames {
		g, err := maker.Next()
		if err != nil {
			return nil, err
		}
		if len(g.Events) == long {
			games = append(games, g)
		}
	}
	plain, err := diceless(l.games)
	if err != nil {
		return nil, err
	}
	short, err := prepared.NewMaker(plain, append([]byte("short: "), secret...), sixty)
	if err != nil {
		return nil, err
	}
	sc := &scattered{made: &made{make(chan string)}}
	sc.snapshots, err = snapshot.New(snapshot.Config{Log: log, Path: filepath.Join(s.disk.dir, "snapshots"), Key: secret, Observer: sc.made})
	if err != nil {
		return nil, err
	}
	making, stop := context.WithCancel(ctx)
	defer stop()
	go sc.snapshots.Run(making)
	seqs := make([]uint64, len(games))
	for slice := range parts {
		until := l.spread * (slice + 1) / parts
		err := appendGames(ctx, log, func() (*prepared.Game, error) {
			if sc.count >= until {
				return nil, nil
			}
			g, err := short.Next()
			if err == nil {
				sc.count += len(g.Events)
			}
			return g, err
		})
		if err != nil {
			return nil, err
		}
		for i, g := range games {
			at := slice - i*(parts-long)/len(games)
			if at < 0 || at >= long {
				continue
			}
			if seqs[i], err = log.Append(ctx, seqs[i], g.Events[at]); err != nil {
				return nil, err
			}
			sc.count++
			if at+1 == long && i%2 == 0 || at+1 == partly && i%2 == 1 {
				if err := sc.copy(ctx, g.Create.Game, at+1); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, g := range games {
		sc.games = append(sc.games, g.Create.Game)
	}
	return sc, nil
}

// copy has the snapshot of a game made as it is now.
func (sc *scattered) copy(ctx context.Context, game events.GameID, n int) error {
	sc.snapshots.Evicted(game, n)
	select {
	case outcome := <-sc.made.done:
		if outcome != snapshot.Written {
			return fmt.Errorf("making a snapshot of game %s: %s", game, outcome)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
