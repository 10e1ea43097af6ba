package play_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// forkable is a kind of game with options, for the test of what a fork carries.
type forkable struct {
	kind, options, board string
}

var forkables = []forkable{
	{kind: "backgammon"},
	{kind: "backgammon", options: `{"matchLength":5,"score":{"first":3,"second":2}}`},
	{kind: "reversi"},
	{kind: "reversi", options: `{"flips":"manual"}`},
	{kind: "checkers"},
	{kind: "checkers", board: "B:WK1,K5:BK28,K32"},
	{kind: "baghchal"},
	{kind: "baghchal", board: "TGGGT/G1G1G/GG1GG/G1G1G/TGGGT G 0 4"},
	{kind: "nim"},
}

// A fork of any point of any game stands where the game stood: the same board,
// the same turn, the same legal moves and what they repeat, the same claims and
// what else each seat may do on the board. Its log folds by itself, and a fork of
// it stands there too. Games are played at random with takebacks and wrong discs.
func TestForkStandsWhereTheGameStood(t *testing.T) {
	reg := registry(t, four()...)
	for i, f := range forkables {
		t.Run(fmt.Sprint(f.kind, f.options, f.board), func(t *testing.T) {
			h := importing(t, memlog.New(2))
			r := rand.New(rand.NewPCG(uint64(i), 9))
			repeated := 0
			for n := range byte(3) {
				cmd := create(f.kind, n)
				cmd.Options, cmd.Board = []byte(f.options), f.board
				if _, err := h.Create(t.Context(), cmd); err != nil {
					t.Fatal(err)
				}
				wander(t, h, r, cmd.Game, 120)
				last, err := h.Game(t.Context(), cmd.Game)
				check(t, err)
				for at := 1; at <= last.N; at += 1 + r.IntN(12) {
					repeated += checkFork(t, h, reg, cmd.Game, at)
				}
			}
			if counts := f.board != ""; counts && repeated == 0 {
				t.Error("no position of these games had stood before: the test tests nothing")
			}
		})
	}
}

// wander plays a game at random, with takebacks, and with discs that are turned
// wrongly and put right.
func wander(t *testing.T, h *play.Handler, r *rand.Rand, id events.GameID, plies int) {
	t.Helper()
	do := func(g *play.Game, cmd play.Command) error {
		cmd.Game, cmd.By = id, g.Player(cmd.Seat)
		cmd.ID = commandID(g.N)
		_, err := h.Do(t.Context(), cmd)
		return err
	}
	for range plies {
		g, err := h.Game(t.Context(), id)
		check(t, err)
		if g.Over() {
			return
		}
		turn := g.Position().Turn()
		if c, ok := g.Position().(engines.Corrector); ok && c.MayCorrect(turn.Opponent()) && r.IntN(2) == 0 {
			rec, err := play.Record(g.Engine, storedBy(t, h, id))
			check(t, err)
			wrong := rec.Turns[len(rec.Turns)-1].Move
			check(t, do(g, play.Command{Seat: turn.Opponent(), Type: play.Correct, Move: string(wrong[:2])}))
			continue
		}
		if r.IntN(6) == 0 && do(g, play.Command{Seat: turn.Opponent(), Type: play.Offer, What: play.WhatTakeback}) == nil {
			g, err = h.Game(t.Context(), id)
			check(t, err)
			check(t, do(g, play.Command{Seat: turn, Type: play.Accept}))
			continue
		}
		choices := g.Position().Choices(turn)
		if quiet := slices.DeleteFunc(slices.Clone(choices), captures); len(quiet) > 0 {
			choices = quiet // games that last, and come back to where they were
		}
		m := choices[r.IntN(len(choices))].Move
		if again := slices.IndexFunc(choices, func(c engines.Choice) bool { return c.Seen > 0 }); again >= 0 && r.IntN(2) == 0 {
			m = choices[again].Move
		}
		cmd := play.Command{Seat: turn, Type: play.Move, Move: string(m)}
		switch m {
		case engines.Roll, engines.Double, engines.Take, engines.Drop:
			cmd.Type, cmd.Move = play.CommandType(m), ""
		}
		if len(m) > 5 && m[2] == ':' && r.IntN(3) == 0 {
			wrong := cmd
			wrong.Move = string(m[:5]) // one disc of several
			if do(g, wrong) == nil {
				continue
			}
		}
		check(t, do(g, cmd))
	}
}

func captures(c engines.Choice) bool { return strings.Contains(string(c.Move), "x") }

// checkFork forks a game at a version, and the fork itself, and compares. It
// returns 1 where the position had stood before.
func checkFork(t *testing.T, h *play.Handler, reg *engines.Registry, from events.GameID, at int) int {
	t.Helper()
	was, err := h.At(t.Context(), from, at)
	check(t, err)
	for generation := range 2 {
		id := events.DeriveID("fork", from.String(), fmt.Sprint(at, generation))
		cmd := play.Create{Game: id, ID: commandID(0), By: "p_left", First: "p_left", Second: "p_left"}
		a, err := h.Fork(t.Context(), cmd, from, at)
		if was.Position().Turn() == engines.Nobody {
			var refused *play.RefusedError
			if !errors.As(err, &refused) || refused.Code != play.CodeOver {
				t.Fatalf("forking version %d, at which the board was decided: %v", at, err)
			}
			return 0
		}
		check(t, err)
		if again, err := h.Fork(t.Context(), cmd, from, at); err != nil || !again.Replayed || again.Event.Hash() != a.Event.Hash() {
			t.Fatalf("forking again: %v, %+v", err, again)
		}
		if _, err := h.Fork(t.Context(), cmd, from, at+1); err == nil {
			t.Fatal("another fork under the same id")
		}
		alike(t, was, a.Game)
		if o := a.Game.Created.Origin; o == nil || *o.Game != from || o.At != at {
			t.Fatalf("the origin is %+v", o)
		}
		log, err := h.Events(t.Context(), id)
		check(t, err)
		folded, err := play.Fold(reg, yielding(log))
		check(t, err)
		alike(t, was, folded)
		from, at = id, 1
	}
	if was.After.Seen > 1 {
		return 1
	}
	return 0
}

// alike compares what the rules say of two games.
func alike(t *testing.T, a, b *play.Game) {
	t.Helper()
	p, q := a.Position(), b.Position()
	if p.Turn() == engines.Chance { // the fork has thrown its own dice
		if q.Turn() == engines.Chance {
			t.Fatal("the fork waits for dice")
		}
		return
	}
	if p.Board() != q.Board() || p.Turn() != q.Turn() || a.After.Seen != b.After.Seen {
		t.Fatalf("the game stood at %s, %s, seen %d; the fork at %s, %s, seen %d",
			p.Board(), p.Turn(), a.After.Seen, q.Board(), q.Turn(), b.After.Seen)
	}
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if x, y := fmt.Sprint(p.Choices(seat)), fmt.Sprint(q.Choices(seat)); x != y {
			t.Fatalf("%s could play %s; in the fork %s", seat, x, y)
		}
		if x, y := fmt.Sprint(more(p, seat)), fmt.Sprint(more(q, seat)); x != y {
			t.Fatalf("of %s it was said %s; in the fork %s", seat, x, y)
		}
	}
}

// more lists what positions of some kinds know besides their moves.
func more(p engines.Position, seat engines.Seat) (list []any) {
	if c, ok := p.(engines.Claimer); ok {
		list = append(list, c.Claims(seat))
	}
	if c, ok := p.(engines.Corrector); ok {
		list = append(list, c.MayCorrect(seat))
	}
	if b, ok := p.(engines.Barrer); ok {
		for _, e := range b.Barred(seat) {
			list = append(list, e.Move, e.Code)
		}
	}
	if r, ok := p.(engines.Resigner); ok {
		for _, value := range []string{"", "gammon", "backgammon"} {
			res, atOnce, err := r.Resign(seat, value)
			list = append(list, res, atOnce, err != nil)
		}
	}
	return list
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// yielding is a log as reading yields it.
func yielding(log []*events.Event) func(func(*events.Event, error) bool) {
	return func(yield func(*events.Event, error) bool) {
		for e := range slices.Values(log) {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Where the dice of a game are in the air, those of its fork fall at once: the
// seat that rolled has rolled, and may not double any more.
func TestForkWithDiceInTheAir(t *testing.T) {
	reg := registry(t, four()...)
	r := rand.New(rand.NewPCG(2, 2))
	tried := 0
	for seed := range byte(3) {
		// The starter's own roll is the one whose other share has not come before.
		g, p := shared(t, reg, seed, `{"matchLength":5,"openingReroll":true}`)
		tried += forkAlong(t, g, func() { further(t, g, p, r, 1) }, 8)
	}
	if tried == 0 {
		t.Error("no dice were in the air: the test tests nothing")
	}
}

// forkAlong forks a game at its newest version, again and again while it goes on,
// and returns how often a roll was on its way.
func forkAlong(t *testing.T, g *game, on func(), times int) (tried int) {
	t.Helper()
	log := memlog.New(1)
	h := importing(t, log)
	kept, behind := 0, uint64(0)
	for ; times > 0 && !g.Over(); on() {
		times--
		for ; kept < len(g.log); kept++ {
			seq, err := log.Append(t.Context(), behind, g.log[kept])
			check(t, err)
			behind = seq
		}
		id := events.DeriveID("in the air", fmt.Sprint(g.N))
		a, err := h.Fork(t.Context(), play.Create{Game: id, ID: commandID(0), By: "p_left", First: "p_left", Second: "p_left"}, g.ID, g.N)
		check(t, err)
		if p, ok := g.Position().(engines.Passer); ok && p.MustPass() {
			continue // said aloud with shared dice; the fork makes it by itself
		}
		alike(t, g.Game, a.Game)
		by := g.log[len(g.log)-1]
		if g.Position().Turn() != engines.Chance || by.Type != events.TypeRolled {
			continue
		}
		if then := a.Event.Then; len(then) == 0 || then[0].Dice == nil || a.Event.Data.(*events.Created).Dice != play.DiceDelegated {
			t.Fatalf("version %d, at which dice are awaited: forked as %s", g.N, a.Event.Raw)
		}
		rec, err := play.Record(g.Engine, []*events.Event{a.Event})
		check(t, err)
		last := rec.Turns[len(rec.Turns)-1]
		if last.Move != engines.Roll || last.Dice == "" || last.By != events.Chance && last.By != by.Data.(*events.Act).Seat {
			t.Fatalf("recorded as %+v", rec.Turns)
		}
		if last.By != events.Chance {
			tried++
		}
	}
	return tried
}
