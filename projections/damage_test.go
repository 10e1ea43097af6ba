package projections_test

import (
	"errors"
	"fmt"
	"testing"

	"plylog/events"
	"plylog/projections"
)

func isError(err, want error) bool {
	if want == nil {
		return err == nil
	}
	return errors.Is(err, want)
}

// damages are the ways in which an event can be impossible, and what is left.
var damages = []struct {
	name string
	do   func(t *testing.T, g *game)
	left int // version that can still be trusted, of a game that had 3
}{
	{"gap", func(t *testing.T, g *game) {
		e := g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 1})
		e.N++
		g.store(t, e)
	}, 3},
	{"number used again", func(t *testing.T, g *game) {
		e := g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 1})
		e.N--
		g.store(t, e)
	}, 3},
	{"another chain", func(t *testing.T, g *game) {
		e := g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 1})
		e.Prev[0] ^= 1
		g.store(t, e)
	}, 3},
	{"created again", func(t *testing.T, g *game) {
		g.store(t, g.make(t, events.TypeCreated, &events.Created{}, events.After{Board: "start"}))
	}, 3},
	{"another kind", func(t *testing.T, g *game) {
		e := g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 1})
		e.Kind = "other"
		g.store(t, e)
	}, 3},
	{"wrong count", func(t *testing.T, g *game) {
		g.store(t, g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 2}))
	}, 3},
	{"count ends", func(t *testing.T, g *game) {
		g.store(t, g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x"}))
	}, 3},
	{"count of a position that stands on", func(t *testing.T, g *game) {
		a := g.all[g.n-1].After
		a.Seen++
		g.store(t, g.make(t, events.TypeOffered, &events.Act{Seat: events.First, What: "draw"}, a))
	}, 3},
	{"behind the end", func(t *testing.T, g *game) {
		g.end(t)
		g.move(t, "x")
	}, 4},
	{"not an event", func(t *testing.T, g *game) {
		e := g.make(t, events.TypeMoved, &events.Act{Seat: events.First, Move: "x"}, events.After{Board: "x", Seen: 1})
		if _, err := e.Encode(); err != nil {
			t.Fatal(err)
		}
		e.Raw = []byte(`{"v":1}`)
		seq, err := g.log.Append(t.Context(), g.seq, e)
		if err != nil {
			t.Fatal(err)
		}
		g.seq = seq
	}, 3},
}

// A damaged game is shown as it was before; no other game notices.
func TestDamageStaysInItsGame(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			log := newLog(1)
			obs := &observer{}
			set := run(t, projections.Config{Log: log, Observer: obs})
			bad, good := newGame(log, 1), newGame(log, 2)
			bad.play(t, 2)
			good.play(t, 2)
			bad.wait(t, set)
			badReader, err := set.Feed.Subscribe(t.Context(), bad.id, 0)
			if err != nil {
				t.Fatal(err)
			}
			goodReader, err := set.Feed.Subscribe(t.Context(), good.id, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer goodReader.Close()
			d.do(t, bad)
			good.move(t, "behind the damage")
			good.wait(t, set)

			if n, err := read(t.Context(), badReader, 0, 0); n != d.left || !errors.Is(err, projections.Damaged) && !errors.Is(err, projections.Over) {
				t.Errorf("the damaged game's feed ended at %d, want %d: %v", n, d.left, err)
			}
			if n, err := read(t.Context(), goodReader, 0, good.n); err != nil || n != good.n {
				t.Errorf("the good game's feed came to %d: %v", n, err)
			}
			for name, s := range map[string]*projections.Set{"live": set, "again": fresh(t, log)} {
				st, err := s.Board.State(t.Context(), bad.id)
				if err != nil || st.Status != projections.StatusDamaged || st.Version != d.left || st.Board != bad.all[d.left-1].After.Board {
					t.Fatalf("%s: the damaged game: %+v, %v", name, st, err)
				}
				li, ok := s.Lobby.Get(bad.id)
				if !ok || li.Status != projections.StatusDamaged || li.Version != d.left {
					t.Errorf("%s: the damaged game is listed as %+v", name, li)
				}
				if l, err := s.History.Moves(t.Context(), bad.id); err != nil || l.Version != d.left {
					t.Errorf("%s: history of the damaged game: %+v, %v", name, l, err)
				}
				if c, err := s.Repetition.Counts(t.Context(), bad.id); err != nil || c.Version != d.left {
					t.Errorf("%s: repetitions of the damaged game: %+v, %v", name, c, err)
				}
				if at, err := s.Board.At(t.Context(), bad.id, d.left); err != nil || at.Status == projections.StatusDamaged {
					t.Errorf("%s: the last good version: %+v, %v", name, at, err)
				}
				if _, err := s.Board.At(t.Context(), bad.id, d.left+1); !errors.Is(err, projections.ErrFuture) {
					t.Errorf("%s: behind the damage: %v", name, err)
				}
				if st, err = s.Board.State(t.Context(), good.id); err != nil || st.Status != projections.StatusPlaying || st.Version != good.n {
					t.Errorf("%s: the good game: %+v, %v", name, st, err)
				}
			}
			if fmt.Sprint(obs.damaged) != fmt.Sprint([]events.GameID{bad.id}) {
				t.Errorf("reported as damaged: %v", obs.damaged)
			}
			if _, err := set.Feed.Subscribe(t.Context(), bad.id, d.left+1); !errors.Is(err, projections.ErrFuture) {
				t.Errorf("subscribing behind the damage: %v", err)
			}
		})
	}
}

func TestNothingIsLeftOfABadBeginning(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	e := g.make(t, events.TypeCreated, &events.Created{}, events.After{Board: "start"})
	e.Prev[5]++
	g.store(t, e)
	g.wait(t, set)
	if _, err := set.Board.State(t.Context(), g.id); !errors.Is(err, projections.ErrDamaged) {
		t.Errorf("state: %v", err)
	}
	if _, err := set.Feed.Subscribe(t.Context(), g.id, 0); !errors.Is(err, projections.ErrDamaged) {
		t.Errorf("feed: %v", err)
	}
	if _, ok := set.Lobby.Get(g.id); ok {
		t.Error("it is listed")
	}
}

// Somebody who knows the rules may find out what no projection can.
func TestMarkDamaged(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 2)
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, g.n)
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("the rules say otherwise")
	set.MarkDamaged(g.id, why)
	set.MarkDamaged(g.id, why)
	if _, err := r.Next(t.Context()); !errors.Is(err, projections.Damaged) {
		t.Errorf("feed: %v", err)
	}
	if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Status != projections.StatusDamaged || s.Version != g.n {
		t.Errorf("state: %+v, %v", s, err)
	}
	g.move(t, "x")
	g.wait(t, set)
	if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Version != 3 {
		t.Errorf("state: %+v, %v", s, err)
	}
	if got := set.Lobby.Counts()[projections.Count{Kind: "test", Status: projections.StatusDamaged}]; got != 1 {
		t.Errorf("%d games are counted as damaged", got)
	}
}

// What was right when it was applied and is wrong when it is read again.
func TestLogThatWentBad(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 9)
	g.wait(t, set)
	log.Corrupt(0, 6, func(raw []byte) []byte { return raw[:len(raw)-1] })
	if _, err := set.Board.At(t.Context(), g.id, 5); err != nil {
		t.Errorf("before the damage: %v", err)
	}
	r, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := read(t.Context(), r, 0, 0); n != 5 || !errors.Is(err, projections.Damaged) {
		t.Errorf("feed came to %d: %v", n, err)
	}
	if _, err := set.Board.At(t.Context(), g.id, 7); !errors.Is(err, projections.ErrFuture) {
		t.Errorf("behind the damage: %v", err)
	}
	if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Status != projections.StatusDamaged || s.Version != 5 {
		t.Errorf("now: %+v, %v", s, err)
	}
	if l, err := set.History.Moves(t.Context(), g.id); err != nil || l.Version != 5 {
		t.Errorf("history: %+v, %v", l, err)
	}
}

// Whoever finds damage may not know from where on the log can give nothing: what it still
// can is shown, whatever is in memory, and in whichever order it is asked for.
func TestLogGivesLessThanWasMarked(t *testing.T) {
	for name, ask := range map[string]func(*testing.T, *projections.Set, events.GameID) (version int){
		"board": func(t *testing.T, set *projections.Set, game events.GameID) int {
			s, err := set.Board.State(t.Context(), game)
			if err != nil || s.Status != projections.StatusDamaged {
				t.Fatalf("%+v, %v", s, err)
			}
			return s.Version
		},
		"history": func(t *testing.T, set *projections.Set, game events.GameID) int {
			l, err := set.History.Moves(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			return l.Version
		},
		"repetitions": func(t *testing.T, set *projections.Set, game events.GameID) int {
			c, err := set.Repetition.Counts(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			return c.Version
		},
	} {
		t.Run(name, func(t *testing.T) {
			log := newLog(1)
			set := run(t, projections.Config{Log: log, Live: 1})
			g, other := newGame(log, 1), newGame(log, 2)
			g.play(t, 4)
			g.wait(t, set)
			log.Corrupt(0, 3, func(raw []byte) []byte { return raw[:len(raw)-1] })
			other.play(t, 4)
			other.wait(t, set) // the first fell out of memory
			set.MarkDamaged(g.id, errors.New("an event is not the one that was applied"))
			for range 2 {
				if n := ask(t, set, g.id); n != 2 {
					t.Errorf("it is shown at version %d, and the log can give 2", n)
				}
			}
			if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Version != 2 || s.Status != projections.StatusDamaged {
				t.Errorf("then the board: %+v, %v", s, err)
			}
		})
	}
}
