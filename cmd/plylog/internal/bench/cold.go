package bench

import (
	"context"
	"fmt"
	"time"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
)

const (
	long = 300 // events of a game that is opened cold
	// parts is into how many parts a store is cut: one event of a long game lies in each
	// part from the game's first to its last. The games begin, and so end, in different ones.
	parts      = long + 60
	coldAtOnce = 48 // long games of a store
	// apart is how many of them lie between the games that are opened one right after the
	// other, so that no block has the newest event of two of them.
	apart = 12
)

// scattered is a store in which long games lie all over.
type scattered struct {
	data  string
	count int // events
	games []events.GameID
}

// cold measures the opening of long games whose events lie all over a large store.
func (l *lab) cold(ctx context.Context) error {
	s, err := l.openStore(ctx, false)
	if err != nil {
		return err
	}
	defer s.close()
	sc, err := l.scatter(ctx, s.log)
	if err != nil {
		return err
	}
	fold := func(ctx context.Context, log events.Log, id events.GameID) (float64, error) {
		h, err := play.NewHandler(play.Config{Log: log, Registry: l.games, Secret: secret, Games: 1})
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
	var plain []float64
	for i := range l.openings {
		if err := l.rest(ctx); err != nil {
			return err
		}
		ms, err := fold(ctx, s.log, sc.games[i%len(sc.games)])
		if err != nil {
			return err
		}
		plain = append(plain, ms)
	}
	what := fmt.Sprintf("a game of %d events opened cold, in a store of %s", long, number(float64(sc.count)))
	l.add(Line{Bench: "growth", What: what + ", from the log", Unit: "ms"}.measured(plain, nil))
	return nil
}

// rest waits until the store has forgotten what it has read: it keeps blocks in memory
// for ten seconds.
func (l *lab) rest(ctx context.Context) error {
	select {
	case <-time.After(l.forget):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// scatter fills a store with short games, and with long ones that lie among them.
func (l *lab) scatter(ctx context.Context, log *jetlog.Log) (*scattered, error) {
	maker, err := prepared.NewMaker(l.games, secret, long)
	if err != nil {
		return nil, err
	}
	var games []*prepared.Game
	for len(games) < coldAtOnce {
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
	sc := &scattered{}
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
		}
	}
	for _, g := range games {
		sc.games = append(sc.games, g.Create.Game)
	}
	return sc, nil
}
