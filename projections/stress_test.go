package projections_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"plylog/projections"
)

// Eight writers, and readers of everything, all at once, with room for few games
// in memory: afterwards everything is as if it had been read alone.
func TestEverythingAtOnce(t *testing.T) {
	const writers, games, moves = 8, stressGames, stressMoves
	log := newLog(3)
	set := run(t, projections.Config{Log: log, Live: 5, Histories: 3})
	ctx, cancel := context.WithCancel(t.Context())
	var reading, writing sync.WaitGroup
	for i := range 4 {
		rnd := rand.New(rand.NewPCG(uint64(i), 1))
		reading.Go(func() {
			for ctx.Err() == nil {
				id := gameID(rnd.IntN(writers * games))
				if err := readAll(ctx, set, rnd, id); err != nil && !errors.Is(err, projections.ErrNoGame) && ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all := make([]*game, writers*games)
	for w := range writers {
		rnd := rand.New(rand.NewPCG(uint64(w), 2))
		for i := range games {
			all[w*games+i] = newGame(log, w*games+i)
		}
		writing.Go(func() {
			mine := all[w*games : (w+1)*games]
			for _, g := range mine {
				g.begin(t)
			}
			for range moves * games {
				g := mine[rnd.IntN(len(mine))]
				g.move(t, fmt.Sprint(rnd.IntN(20)))
				// Whoever has written reads what it wrote.
				if err := set.WaitFor(t.Context(), g.all[g.n-1]); err != nil {
					t.Error(err)
				}
				if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Version != g.n {
					t.Errorf("version %d was written and not read: %v", g.n, err)
				}
			}
			for _, g := range mine[1:] {
				g.end(t)
			}
		})
	}
	writing.Wait()
	cancel()
	reading.Wait()
	again := fresh(t, log)
	for _, g := range all {
		g.wait(t, set)
		same(t, "afterwards", everything(t, set, g.id), everything(t, again, g.id))
	}
	events := uint64(0)
	for shard := range log.Shards() {
		events += set.Position(shard)
	}
	versions := 0
	for _, g := range all {
		versions += set.Version(g.id)
	}
	if int(events) != versions {
		t.Errorf("%d events make %d versions", events, versions)
	}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{})
	if err != nil || r.Equal != len(all) || r.Events != versions {
		t.Errorf("%+v, %v", r, err)
	}
}

// readAll reads a game in every way there is.
func readAll(ctx context.Context, set *projections.Set, rnd *rand.Rand, id [16]byte) error {
	s, err := set.Board.State(ctx, id)
	if err != nil {
		return err
	}
	if _, err := set.Board.At(ctx, id, 1+rnd.IntN(s.Version)); err != nil {
		return err
	}
	if _, err := set.History.Moves(ctx, id); err != nil {
		return err
	}
	if c, err := set.Repetition.Counts(ctx, id); err != nil {
		return err
	} else if len(c.Positions()) > c.Version {
		return errors.New("more positions than events")
	}
	set.Lobby.Counts()
	if _, err := set.Lobby.List(projections.Query{Limit: 5, Player: "p_left"}); err != nil {
		return err
	}
	r, err := set.Feed.Subscribe(ctx, id, s.Version-1)
	if err != nil {
		return err
	}
	defer r.Close()
	e, err := r.Next(ctx)
	if err == nil && e.N != s.Version {
		err = fmt.Errorf("behind %d came %d", s.Version-1, e.N)
	}
	return err
}
