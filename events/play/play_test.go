package play_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/engines/enginetest/nim"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

var (
	now    = time.Date(2026, 11, 29, 20, 46, 23, 123_456_789, time.UTC)
	secret = []byte("a secret of the tests, 32 bytes.")
)

func registry(t testing.TB, more ...engines.Engine) *engines.Registry {
	t.Helper()
	reg, err := engines.NewRegistry(append([]engines.Engine{nim.Engine{}}, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func gameID(n byte) events.GameID { return events.DeriveID("game", string(n)) }

func commandID(n int) events.CommandID {
	return events.DeriveID("command", string(rune(n)))
}

// chains counts nothing and remembers nothing: what dice fall depends on the
// secret and the game alone.
func chains(id events.GameID) func() *play.Chains {
	return func() *play.Chains { return play.NewChains(secret, id) }
}

func create(kind string, n byte) play.Create {
	return play.Create{Game: gameID(n), ID: commandID(0), By: "p_left", Kind: kind, First: "p_left", Second: "p_right"}
}

// game is a game under test and all its events as they would be read back.
type game struct {
	*play.Game
	log    []*events.Event
	chains func() *play.Chains
}

func begin(t testing.TB, reg *engines.Registry, cmd play.Create) *game {
	t.Helper()
	made := sync.OnceValue(chains(cmd.Game))
	e, g, err := play.Begin(reg, &cmd, now, made)
	if err != nil {
		t.Fatalf("creating %s: %v", cmd.Kind, err)
	}
	return &game{Game: g, log: []*events.Event{reread(t, e)}, chains: made}
}

// do decides a command; a refusal leaves the game as it was.
func (g *game) do(t testing.TB, cmd play.Command) error {
	t.Helper()
	cmd.Game = g.ID
	if cmd.ID == (events.CommandID{}) {
		cmd.ID = commandID(g.N)
	}
	if cmd.By == "" {
		cmd.By = g.Player(cmd.Seat)
	}
	e, after, err := play.Decide(g.Game, &cmd, now.Add(time.Duration(g.N)*time.Second), g.chains)
	if err != nil {
		return err
	}
	g.Game = after
	g.log = append(g.log, reread(t, e))
	return nil
}

func (g *game) must(t testing.TB, cmd play.Command) {
	t.Helper()
	if err := g.do(t, cmd); err != nil {
		t.Fatalf("%s %s by %s at version %d: %v", cmd.Type, cmd.Move, cmd.Seat, g.N, err)
	}
}

func reread(t testing.TB, e *events.Event) *events.Event {
	t.Helper()
	got, err := events.Decode(e.Raw)
	if err != nil {
		t.Fatalf("reading back %s: %v", e.Raw, err)
	}
	return got
}

// fold reads the log back and compares the games.
func (g *game) fold(t testing.TB, reg *engines.Registry) {
	t.Helper()
	got, err := play.Fold(reg, func(yield func(*events.Event, error) bool) {
		for _, e := range g.log {
			if !yield(e, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatalf("folding: %v", err)
	}
	if got.N != g.N || got.Head != g.Head || got.Position().Board() != g.Position().Board() || got.Players != g.Players || got.Over() != g.Over() {
		t.Fatalf("folded: version %d, head %s, board %q; played: %d, %s, %q", got.N, got.Head, got.Position().Board(), g.N, g.Head, g.Position().Board())
	}
}

func TestOneWholeGame(t *testing.T) {
	reg := registry(t)
	cmd := create("nim", 1)
	cmd.Options = []byte(`{"stones":4}`)
	g := begin(t, reg, cmd)
	if g.After.Turn != events.First || g.Open() || g.Over() {
		t.Fatalf("after the beginning: %+v", g.After)
	}
	g.must(t, play.Command{Seat: events.First, Type: play.Move, Move: " 3 "})
	if got := g.log[1].Data.(*events.Act).Move; got != "3" {
		t.Errorf("the log holds the move as %q, want the canonical 3", got)
	}
	if at := g.log[1].Time; !at.Equal(now.Add(time.Second).Truncate(time.Millisecond)) {
		t.Errorf("the event's time is %v", at)
	}
	g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: "1"})
	if r := g.After.Result; r == nil || r.Winner != events.Second || r.Reason != "last-stone" || g.After.Turn != events.Nobody {
		t.Errorf("after the last stone: %+v", g.After)
	}
	g.fold(t, reg)
	var refused *play.RefusedError
	for _, typ := range []play.CommandType{play.Move, play.Resign, play.Offer, play.Abort, play.Join, play.Claim} {
		if err := g.do(t, play.Command{Seat: events.First, Type: typ, Move: "1", What: play.WhatDraw}); !errors.As(err, &refused) || refused.Code != play.CodeOver {
			t.Errorf("%s after the end: %v, want %s", typ, err, play.CodeOver)
		}
	}
}

func TestRefusals(t *testing.T) {
	reg := registry(t)
	open := create("nim", 2)
	open.Second = ""
	for _, c := range []struct {
		name  string
		make  play.Create
		setup []play.Command
		cmd   play.Command
		code  string // of RefusedError, or of IllegalError
	}{
		{"moving before anybody joined", open, nil, play.Command{Seat: events.First, Type: play.Move, Move: "1"}, play.CodeOpen},
		{"joining a taken seat", open, nil, play.Command{Seat: events.First, Type: play.Join, By: "p_x"}, play.CodeSeatTaken},
		{"joining a full game", create("nim", 3), nil, play.Command{Type: play.Join, By: "p_x"}, play.CodeSeatTaken},
		{"moving out of turn", create("nim", 3), nil, play.Command{Seat: events.Second, Type: play.Move, Move: "1"}, "nim.not-your-turn"},
		{"moving without a seat", create("nim", 3), nil, play.Command{Type: play.Move, Move: "1"}, play.CodeMalformed},
		{"moving for chance", create("nim", 3), nil, play.Command{Seat: events.Chance, Type: play.Move, Move: "1"}, play.CodeMalformed},
		{"an illegal move", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Move, Move: "4"}, "nim.malformed"},
		{"a command sent as a move", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Move, Move: "roll"}, play.CodeMalformed},
		{"an unknown command", create("nim", 3), nil, play.Command{Seat: events.First, Type: "dance"}, play.CodeMalformed},
		{"dice with a move", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Move, Move: "1", Dice: []int{1, 2}}, play.CodeMalformed},
		{"rolling without dice", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Roll}, play.CodeNotOffered},
		{"doubling without a cube", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Double}, play.CodeNotOffered},
		{"claiming where nothing is claimed", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Claim, What: "repetition"}, play.CodeNotOffered},
		{"accepting nothing", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Accept, What: play.WhatDraw}, play.CodeNoOffer},
		{"accepting one's own offer", create("nim", 3), []play.Command{{Seat: events.First, Type: play.Offer, What: play.WhatDraw}}, play.Command{Seat: events.First, Type: play.Accept, What: play.WhatDraw}, play.CodeNoOffer},
		{"offering twice", create("nim", 3), []play.Command{{Seat: events.First, Type: play.Offer, What: play.WhatDraw}}, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatDraw}, play.CodeAnswer},
		{"an offer of something odd", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Offer, What: "tea"}, play.CodeMalformed},
		{"aborting after both moved", create("nim", 3), []play.Command{{Seat: events.First, Type: play.Move, Move: "1"}, {Seat: events.Second, Type: play.Move, Move: "1"}}, play.Command{Seat: events.First, Type: play.Abort}, play.CodeBegun},
		{"resigning for a value", create("nim", 3), nil, play.Command{Seat: events.First, Type: play.Resign, Value: "gammon"}, play.CodeMalformed},
		{"an offer that died with the receiver's move", create("nim", 3), []play.Command{
			{Seat: events.Second, Type: play.Offer, What: play.WhatDraw}, {Seat: events.First, Type: play.Move, Move: "1"},
		}, play.Command{Seat: events.First, Type: play.Accept, What: play.WhatDraw}, play.CodeNoOffer},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, c.make)
			for _, cmd := range c.setup {
				g.must(t, cmd)
			}
			before := *g.Game
			err := g.do(t, c.cmd)
			var refused *play.RefusedError
			var illegal *engines.IllegalError
			switch {
			case errors.As(err, &refused):
				if refused.Code != c.code || refused.Detail == "" {
					t.Errorf("refused with %q (%s), want %q", refused.Code, refused.Detail, c.code)
				}
			case errors.As(err, &illegal):
				if illegal.Code != c.code || illegal.Rule == "" || illegal.Detail == "" {
					t.Errorf("illegal by %q, want %q: %+v", illegal.Code, c.code, illegal)
				}
			default:
				t.Errorf("got %v, want a refusal %q", err, c.code)
			}
			if g.N != before.N || g.Head != before.Head {
				t.Error("the refusal changed the game")
			}
			g.fold(t, reg)
		})
	}
}

func TestEndings(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct {
		name   string
		cmds   []play.Command
		winner events.Seat
		reason string
	}{
		{"resigned", []play.Command{{Seat: events.Second, Type: play.Resign}}, events.First, "resigned"},
		{"aborted", []play.Command{{Seat: events.Second, Type: play.Abort}}, events.Nobody, "aborted"},
		{"aborted, since nobody answered the first move", []play.Command{
			{Seat: events.First, Type: play.Move, Move: "1"}, {Seat: events.First, Type: play.Abort},
		}, events.Nobody, "aborted"},
		{"aborted after the second seat's first move was taken back", []play.Command{
			{Seat: events.First, Type: play.Move, Move: "1"}, {Seat: events.Second, Type: play.Move, Move: "1"},
			{Seat: events.Second, Type: play.Offer, What: play.WhatTakeback}, {Seat: events.First, Type: play.Accept}, {Seat: events.Second, Type: play.Abort},
		}, events.Nobody, "aborted"},
		{"a draw agreed", []play.Command{
			{Seat: events.First, Type: play.Offer, What: play.WhatDraw}, {Seat: events.Second, Type: play.Accept, What: play.WhatDraw},
		}, events.Nobody, "agreed"},
		{"a draw declined, offered back and agreed", []play.Command{
			{Seat: events.First, Type: play.Offer, What: play.WhatDraw}, {Seat: events.Second, Type: play.Decline},
			{Seat: events.Second, Type: play.Offer, What: play.WhatDraw}, {Seat: events.First, Type: play.Accept},
		}, events.Nobody, "agreed"},
		{"an offer that outlives the offerer's own move", []play.Command{
			{Seat: events.First, Type: play.Offer, What: play.WhatDraw}, {Seat: events.First, Type: play.Move, Move: "1"},
			{Seat: events.Second, Type: play.Accept},
		}, events.Nobody, "agreed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, create("nim", 4))
			for _, cmd := range c.cmds {
				g.must(t, cmd)
			}
			if r := g.After.Result; r == nil || r.Winner != c.winner || r.Reason != c.reason || g.After.Offer != nil {
				t.Errorf("result %+v, offer %+v; want %s by %s", r, g.After.Offer, c.winner, c.reason)
			}
			g.fold(t, reg)
		})
	}
}

// Whatever is sent, in whatever order: an accepted command makes the next event,
// which folds to the same game; a refused one leaves no trace.
func TestRandomCommandsFold(t *testing.T) {
	reg := registry(t)
	types := []play.CommandType{play.Move, play.Move, play.Move, play.Join, play.Offer, play.Accept, play.Decline, play.Resign, play.Abort, play.Roll, play.Hand, play.Pause, play.Continue, play.Continue, play.Adjudicate}
	rapid.Check(t, func(rt *rapid.T) {
		cmd := create("nim", 5)
		if rapid.Bool().Draw(rt, "open") {
			cmd.Second = ""
		}
		g := begin(t, reg, cmd)
		for range rapid.IntRange(0, 30).Draw(rt, "commands") {
			n, head := g.N, g.Head
			cmd := play.Command{
				Seat: rapid.SampledFrom([]events.Seat{events.Nobody, events.First, events.Second}).Draw(rt, "seat"),
				By:   "p_somebody",
				Type: rapid.SampledFrom(types).Draw(rt, "type"),
				Move: rapid.SampledFrom([]string{"1", "2", "3", "4", ""}).Draw(rt, "move"),
				What: rapid.SampledFrom([]string{"", play.WhatDraw}).Draw(rt, "what"),
			}
			if cmd.Type.Rules() {
				cmd.Seat, cmd.Move, cmd.Reason = events.Nobody, "", "why"
				cmd.What = map[play.CommandType]string{play.Adjudicate: "void"}[cmd.Type]
			}
			if cmd.Type == play.Hand {
				cmd.By, cmd.Move, cmd.What = g.Player(cmd.Seat), "", ""
				cmd.Player = rapid.SampledFrom([]events.PlayerID{"p_new", "p_left", "p_other"}).Draw(rt, "player")
			}
			err := g.do(t, cmd)
			if err == nil && g.N != n+1 || err != nil && (g.N != n || g.Head != head) {
				rt.Fatalf("%v: version %d -> %d", err, n, g.N)
			}
		}
		g.fold(t, reg)
	})
}

// One changed field of one event is found, whichever it is.
func TestTamperingIsFound(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct {
		what   string
		change func(e *events.Event)
	}{
		{"n", func(e *events.Event) { e.N++ }},
		{"game", func(e *events.Event) { e.Game[0] ^= 1 }},
		{"kind", func(e *events.Event) { e.Kind = "chess" }},
		{"ruleset", func(e *events.Event) { e.Ruleset = 2 }},
		{"prev", func(e *events.Event) { e.Prev[31] ^= 1 }},
		{"command", func(e *events.Event) { e.Command = commandID(0) }},
		{"data", func(e *events.Event) { e.Data = &events.Act{Seat: events.First, Move: "9"} }},
		{"data", func(e *events.Event) { e.Type = events.TypeAccepted }},
		{"board", func(e *events.Event) { e.Type = events.TypeAborted }},
		{"board", func(e *events.Event) { e.Data = &events.Act{Seat: events.Second, Move: "2"} }},
		{"board", func(e *events.Event) { e.After.Board = "9 L" }},
		{"turn", func(e *events.Event) { e.After.Turn = events.Second }},
		{"seen", func(e *events.Event) { e.After.Seen = 1 }},
		{"result", func(e *events.Event) {
			e.After.Result = &events.Result{Winner: events.First, Points: 1, Reason: "resigned"}
		}},
		{"offer", func(e *events.Event) { e.After.Offer = &events.Offer{By: events.First, What: play.WhatDraw} }},
		{"then", func(e *events.Event) { e.Then = []events.Consequence{{Pass: events.First}} }},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := begin(t, reg, create("nim", 6))
			g.must(t, play.Command{Seat: events.First, Type: play.Move, Move: "1"})
			before := g.Game
			g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: "1"})
			e := *g.log[2]
			if _, err := before.Apply(&e); err != nil {
				t.Fatalf("the event as it is: %v", err)
			}
			c.change(&e)
			var diverged *play.DivergedError
			if _, err := before.Apply(&e); !errors.As(err, &diverged) || diverged.What != c.what || !errors.Is(err, play.ErrDamaged) {
				t.Errorf("got %v, want a divergence in %q", err, c.what)
			}
		})
	}
}

// A drawn seat follows from the anchors on record; sitting on the other is
// found out.
func TestDrawnSeat(t *testing.T) {
	reg := registry(t)
	h, _ := handler(t, memlog.New(1))
	seats := map[events.Seat]int{}
	for n := range byte(40) {
		cmd := create("nim", n)
		cmd.Random, cmd.By = true, "p_creator"
		seat := h.Draw(cmd.Game)
		seats[seat]++
		cmd.First, cmd.Second = "p_creator", ""
		wrong := seat == events.Second
		e, _, err := play.Begin(reg, &cmd, now, chains(cmd.Game))
		var bad *engines.BadOptionError
		if wrong != (errors.As(err, &bad) && bad.Option == "seat") {
			t.Fatalf("seat drawn %s, creator sits first: %v", seat, err)
		}
		if wrong {
			continue
		}
		if _, err := play.Start(reg, reread(t, e)); err != nil {
			t.Fatal(err)
		}
		c := *e.Data.(*events.Created)
		c.First, c.Second = "", "p_creator"
		moved := *e
		moved.Data = &c
		if _, err := play.Start(reg, &moved); !errors.Is(err, play.ErrDamaged) {
			t.Fatalf("the creator on the other seat: %v", err)
		}
	}
	if seats[events.First] < 10 || seats[events.Second] < 10 {
		t.Errorf("drawn: %v", seats)
	}
}
