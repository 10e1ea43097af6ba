package projections_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plylog/engines"
	"plylog/engines/enginetest/nim"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// played is a set with a few games of all sorts, all of it in memory.
func played(t *testing.T, shards int, obs projections.Observer) (*projections.Set, *memlog.Log, []*game) {
	t.Helper()
	log := newLog(shards)
	set := run(t, projections.Config{Log: log, Observer: obs})
	var games []*game
	for i := range 20 {
		g := newGame(log, i)
		g.play(t, i)
		if i%3 == 0 {
			g.end(t)
		}
		g.wait(t, set)
		everything(t, set, g.id)
		games = append(games, g)
	}
	return set, log, games
}

func TestRebuildFindsNothing(t *testing.T) {
	obs := &observer{}
	set, log, games := played(t, 4, obs)
	var told atomic.Int64
	total := 0
	for _, g := range games {
		total += g.n
	}
	ends := map[int]uint64{}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{
		Every:    10,
		Progress: func(p projections.Progress) { told.Add(1); ends[p.Shard] = p.At },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Shards != 4 || r.Events != total || r.Games != 20 || r.Equal != 20 || r.Wrong != 0 || len(r.Mismatches) != 0 || len(r.Damaged) != 0 {
		t.Errorf("%+v", r)
	}
	if r.Duration <= 0 || r.EventsPerSecond <= 0 {
		t.Errorf("it took %s, %g events a second", r.Duration, r.EventsPerSecond)
	}
	for shard, at := range ends {
		if last, _ := log.Last(t.Context(), shard); at != last {
			t.Errorf("shard %d was told to be at %d of %d", shard, at, last)
		}
	}
	if len(ends) != 4 || told.Load() < 4+int64(total)/20 {
		t.Errorf("progress of %d shards was told %d times", len(ends), told.Load())
	}
	if len(obs.mismatches) != 0 {
		t.Errorf("mismatches were counted: %v", obs.mismatches)
	}
}

func TestRebuildFindsWhatIsServedWrongly(t *testing.T) {
	for _, projection := range []string{"board", "history", "repetition", "lobby", "lobby-missing", "lobby-phantom"} {
		t.Run(projection, func(t *testing.T) {
			obs := &observer{}
			set, log, games := played(t, 2, obs)
			victim := games[7].id
			if projection == "lobby-phantom" {
				victim = gameID(1000)
			}
			name, _, _ := strings.Cut(projection, "-")
			set.Plant(projection, victim)
			r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Mismatches) != 1 || r.Wrong != 1 {
				t.Fatalf("%+v", r)
			}
			if m := r.Mismatches[0]; m.Game != victim || m.Projection != name || m.Got == m.Want || m.Want == "" {
				t.Errorf("%+v", m)
			}
			if obs.mismatches[name] != 1 {
				t.Errorf("counted: %v", obs.mismatches)
			}
			if name == "lobby" {
				return
			}
			// What was wrong in memory is folded again.
			r, err = projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{})
			if err != nil || r.Wrong != 0 || r.Equal != 20 {
				t.Errorf("afterwards: %+v, %v", r, err)
			}
		})
	}
}

func TestRebuildFindsDamage(t *testing.T) {
	set, log, games := played(t, 2, nil)
	hurt := games[9]
	shard := log.Shard(hurt.id)
	log.Corrupt(shard, hurt.all[4].Seq, func(raw []byte) []byte {
		return []byte(strings.Replace(string(raw), "to board", "to Board", 1))
	})
	lost := games[10]
	log.Corrupt(log.Shard(lost.id), lost.all[2].Seq, func([]byte) []byte { return []byte("{}") })
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Damaged) != 2 || r.Equal != 18 || r.Games != 20 || len(r.Mismatches) != 0 {
		t.Fatalf("%+v", r)
	}
	for _, b := range r.Damaged {
		switch {
		case b.Game == hurt.id && b.N == 5: // the change shows where the next event follows something else
		case b.Game == lost.id && b.N == 2 && errors.Is(b, events.ErrDamaged):
		default:
			t.Errorf("damaged: %v", b)
		}
	}
}

// Games go on while the rebuild looks at them, and it still finds nothing: what
// moved on is folded again up to what is served.
func TestRebuildWhileGamesArePlayed(t *testing.T) {
	log := newLog(2)
	var games []*game
	for i := range 6 {
		g := newGame(log, i)
		g.play(t, 3)
		games = append(games, g)
	}
	set := run(t, projections.Config{Log: log, Live: 4})
	<-set.Ready()
	var once sync.Once
	between := func() { // after the first shard was read, every game moves on, and new ones begin
		for i, g := range games {
			g.move(t, "x")
			g.move(t, "y")
			if i%2 == 0 {
				g.end(t)
			}
			n := newGame(log, 100+i)
			n.begin(t)
			n.wait(t, set)
			g.wait(t, set)
			everything(t, set, g.id)
			everything(t, set, n.id)
		}
	}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{
		Workers: 1, Progress: func(projections.Progress) { once.Do(between) },
	})
	if err != nil || r.Wrong != 0 || len(r.Damaged) != 0 || r.Equal != r.Games {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRebuildEndsWithItsContext(t *testing.T) {
	set, log, _ := played(t, 2, nil)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := projections.Rebuild(ctx, log, set, projections.RebuildOptions{Every: 1, Progress: func(projections.Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// With the rules as check, a rebuild is an audit of every event.
func TestRebuildChecksRules(t *testing.T) {
	log := newLog(2)
	reg, err := engines.NewRegistry(nim.Engine{})
	if err != nil {
		t.Fatal(err)
	}
	h, err := play.NewHandler(play.Config{Log: log, Registry: reg, Secret: make([]byte, 16), Now: func() time.Time { return start }})
	if err != nil {
		t.Fatal(err)
	}
	set := run(t, projections.Config{Log: log})
	id := func(game, n int) events.CommandID { return events.DeriveID("command", fmt.Sprint(game, n)) }
	for i := range 10 {
		_, err := h.Create(t.Context(), play.Create{Game: gameID(i), ID: id(i, 0), By: "p_left", Kind: "nim", First: "p_left", Second: "p_right"})
		if err != nil {
			t.Fatal(err)
		}
		if i == 3 {
			continue
		}
		g, err := h.Game(t.Context(), gameID(i))
		for n := 1; err == nil && !g.Over(); n++ {
			turn := g.Position().Turn()
			var a play.Answer
			a, err = h.Do(t.Context(), play.Command{
				Game: g.ID, ID: id(i, n), By: g.Player(turn), Seat: turn, Type: play.Move, Move: string(g.Position().Choices(turn)[0].Move),
			})
			g = a.Game
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	opt := projections.RebuildOptions{Check: func(int) func(*events.Event) error { return play.NewFolder(reg).Apply }}
	r, err := projections.Rebuild(t.Context(), log, set, opt)
	if err != nil || r.Equal != 10 || r.Games != 10 || len(r.Damaged) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	// An event that fits the chain and breaks the rules.
	g := newGame(log, 3)
	g.kind = "nim"
	first, err := h.Game(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	g.n, g.seq, g.head = first.N, first.Seq, first.Head
	g.store(t, g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "3"}, events.After{Board: "0 first", Turn: events.First, Seen: first.After.Seen}))
	r, err = projections.Rebuild(t.Context(), log, set, opt)
	if err != nil || r.Equal != 9 || len(r.Damaged) != 1 || r.Damaged[0].Game != g.id || r.Damaged[0].N != 1 || !errors.Is(r.Damaged[0], play.ErrDamaged) {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestRebuildWithoutASet(t *testing.T) {
	_, log, _ := played(t, 2, nil)
	r, err := projections.Rebuild(t.Context(), log, nil, projections.RebuildOptions{})
	if err != nil || r.Games != 20 || r.Equal != 20 {
		t.Errorf("%+v, %v", r, err)
	}
}
