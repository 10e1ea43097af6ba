package play_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
	"plylog/events/memlog"
	"plylog/events/play"
)

// pair is the chains that the two players of a game hold themselves.
type pair [2]*dice.Chain

func pairOf(id events.GameID, seed byte) pair {
	var p pair
	for i, party := range []dice.Party{dice.First, dice.Second} {
		p[i] = dice.NewChain(id, party, dice.Link{seed, byte(i)})
	}
	return p
}

func (p pair) anchor(seat events.Seat) *events.Hash {
	h := events.Hash(p[seat-events.First].Anchor())
	return &h
}

func (p pair) share(t testing.TB, seat events.Seat, roll int) *events.Hash {
	t.Helper()
	s, err := p[seat-events.First].Share(roll)
	if err != nil {
		t.Fatal(err)
	}
	h := events.Hash(s)
	return &h
}

// with gives a command the share that it brings, if any.
func (p pair) with(t testing.TB, g *game, cmd play.Command) play.Command {
	t.Helper()
	if roll := g.Shared().Brings(cmd.Seat, cmd.Type); roll > 0 {
		cmd.Share = p.share(t, cmd.Seat, roll)
	}
	return cmd
}

// shared begins a game with shared dice whose seats have committed themselves.
func shared(t testing.TB, reg *engines.Registry, seed byte, options string) (*game, pair) {
	t.Helper()
	cmd := create("backgammon", seed)
	cmd.Dice, cmd.Options = play.DiceShared, []byte(options)
	g := begin(t, reg, cmd)
	p := pairOf(g.ID, seed)
	for _, seat := range []events.Seat{events.Second, events.First} {
		g.must(t, play.Command{Seat: seat, Type: play.Join, Anchor: p.anchor(seat)})
	}
	return g, p
}

// opened has the opening dice on record too.
func opened(t testing.TB, reg *engines.Registry, seed byte, options string) (*game, pair) {
	t.Helper()
	g, p := shared(t, reg, seed, options)
	for _, seat := range []events.Seat{events.First, events.Second} {
		g.must(t, p.with(t, g, play.Command{Seat: seat, Type: play.Roll}))
	}
	return g, p
}

// anyCommand is a legal command of who is on turn, or of who is awaited.
func anyCommand(g *game, r *rand.Rand) play.Command {
	turn := g.Position().Turn()
	if turn == events.Chance {
		seat := events.First
		if g.Shared().Of(seat) == nil {
			seat = events.Second
		}
		return play.Command{Seat: seat, Type: play.Roll}
	}
	choices := g.Position().Choices(turn)
	m := choices[r.IntN(len(choices))].Move
	switch m {
	case engines.Drop:
		return play.Command{Seat: turn, Type: play.Take}
	case engines.Roll, engines.Double, engines.Take:
		return play.Command{Seat: turn, Type: play.CommandType(m)}
	default:
		return play.Command{Seat: turn, Type: play.Move, Move: string(m)}
	}
}

// further plays at random, at most so many commands.
func further(t testing.TB, g *game, p pair, r *rand.Rand, most int) {
	t.Helper()
	for range most {
		if g.Over() {
			return
		}
		g.must(t, p.with(t, g, anyCommand(g, r)))
	}
}

// until plays at random until something is so.
func until(t testing.TB, g *game, p pair, so func() bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		if so() {
			return
		}
		further(t, g, p, r, 1)
	}
	t.Fatal("it never came so far")
}

// Games with shared dice are played to their end, passes said aloud, and are
// read back the same.
func TestSharedGames(t *testing.T) {
	reg := registry(t, four()...)
	passes, doubles := 0, 0
	for seed := range byte(6) {
		for _, options := range []string{"", `{"matchLength":5}`, `{"matchLength":0,"cube":true,"beavers":true}`, `{"openingReroll":true}`} {
			g, p := shared(t, reg, seed, options)
			further(t, g, p, rand.New(rand.NewPCG(uint64(seed), 1)), 5000)
			if !g.Over() {
				t.Fatal("the game did not end")
			}
			g.fold(t, reg)
			rolls := 0
			for _, e := range g.log {
				for _, c := range e.Then {
					if c.Pass != events.Nobody {
						t.Fatalf("event %d passes by itself", e.N)
					}
					if c.Shares != nil {
						if rolls++; c.Roll != rolls || len(c.Shares) != 3 {
							t.Fatalf("event %d: roll %d with %d shares, want roll %d with 3", e.N, c.Roll, len(c.Shares), rolls)
						}
					}
				}
				if a, ok := e.Data.(*events.Act); ok && a.Move == "pass" {
					passes++
				}
				if e.Type == events.TypeDoubled {
					doubles++
				}
			}
		}
	}
	if passes == 0 || doubles == 0 {
		t.Errorf("%d passes, %d doubles: the test tests too little", passes, doubles)
	}
}

// refusedFor says that a command is refused with a code, and changes nothing.
func (g *game) refusedFor(t *testing.T, what, code string, cmd play.Command) {
	t.Helper()
	n, head, events := g.N, g.Head, len(g.log)
	err := g.do(t, cmd)
	var refused *play.RefusedError
	if !errors.As(err, &refused) || refused.Code != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
	if g.N != n || g.Head != head || len(g.log) != events {
		t.Errorf("%s: the game changed", what)
	}
}

// Every share but the awaited one is refused, wherever one is awaited, and
// nothing happens; then the right one is taken.
func TestWrongShares(t *testing.T) {
	reg := registry(t, four()...)
	g, p := shared(t, reg, 3, `{"matchLength":5}`)
	stranger := pairOf(g.ID, 99)
	asked := map[play.CommandType]int{}
	r := rand.New(rand.NewPCG(5, 5))
	for range 120 {
		if g.Over() {
			break
		}
		cmd := anyCommand(g, r)
		other := cmd.Seat.Opponent()
		roll := g.Shared().Brings(cmd.Seat, cmd.Type)
		if roll == 0 {
			cmd.Share = p.share(t, cmd.Seat, g.Shared().Roll)
			g.refusedFor(t, "a share that is not awaited", play.CodeShare, cmd)
			cmd.Share = nil
			g.must(t, cmd)
			continue
		}
		asked[cmd.Type]++
		try := func(what string, share *events.Hash) {
			t.Helper()
			bad := cmd
			bad.Share = share
			g.refusedFor(t, what, play.CodeShare, bad)
		}
		flipped := *p.share(t, cmd.Seat, roll)
		flipped[r.IntN(32)] ^= 1 << r.IntN(8)
		try("no share", nil)
		try("a bit flipped", &flipped)
		try("the opponent's", p.share(t, other, roll))
		try("that of the roll after", p.share(t, cmd.Seat, roll+1))
		try("the anchor", p.anchor(cmd.Seat))
		try("another chain's", stranger.share(t, cmd.Seat, roll))
		if roll > 1 {
			try("that of the roll before", p.share(t, cmd.Seat, roll-1))
		}
		g.must(t, p.with(t, g, cmd))
	}
	if asked[play.Roll] == 0 || asked[play.Move] == 0 {
		t.Errorf("shares were awaited with %v: the test tests too little", asked)
	}
	g.fold(t, reg)
}

// A share stays on record when the turn that brought it is taken back: the turn
// that takes its place brings none, and the old one is not taken twice.
func TestShareAfterTakeback(t *testing.T) {
	reg := registry(t, four()...)
	g, p := opened(t, reg, 4, "")
	turn := g.Position().Turn()
	first := g.Position().Choices(turn)[0].Move
	moved := p.with(t, g, play.Command{Seat: turn, Type: play.Move, Move: string(first)})
	g.must(t, moved)
	if err := g.takeBack(t, turn); err != nil {
		t.Fatal(err)
	}
	g.refusedFor(t, "the share again", play.CodeShare, play.Command{Seat: turn, Type: play.Move, Move: string(first), Share: moved.Share})
	g.refusedFor(t, "the next share", play.CodeShare, play.Command{Seat: turn, Type: play.Move, Move: string(first), Share: p.share(t, turn, 3)})
	other := g.Position().Choices(turn)[1].Move
	g.must(t, play.Command{Seat: turn, Type: play.Move, Move: string(other)})
	g.must(t, p.with(t, g, play.Command{Seat: turn.Opponent(), Type: play.Roll}))
	if c := g.log[len(g.log)-1].Then[0]; c.Roll != 2 || c.Shares[1+turn-events.First] != *moved.Share {
		t.Errorf("roll %d took the share %s, want that of the turn that was taken back", c.Roll, c.Shares[1+turn-events.First])
	}
	g.fold(t, reg)
}

// Nothing is thrown and nobody moves before both anchors are on record, and an
// anchor is put there once.
func TestAnchorsComeFirst(t *testing.T) {
	reg := registry(t, four()...)
	for _, board := range []string{"", movingBoard(t, reg)} {
		cmd := create("backgammon", 5)
		cmd.Dice, cmd.Board, cmd.Second = play.DiceShared, board, ""
		g := begin(t, reg, cmd)
		p := pairOf(g.ID, 1)
		g.must(t, play.Command{Seat: events.First, Type: play.Join, Anchor: p.anchor(events.First)})
		g.refusedFor(t, "an anchor again", play.CodeSeatTaken, play.Command{Seat: events.First, Type: play.Join, Anchor: p.anchor(events.First)})
		g.must(t, play.Command{Seat: events.Second, Type: play.Join, By: "p_right"})
		for _, seat := range []events.Seat{events.First, events.Second} {
			g.refusedFor(t, "a roll before both anchors", play.CodeAnchor, play.Command{Seat: seat, Type: play.Roll, Share: p.share(t, seat, 1)})
			if typ := play.Move; g.Position().Turn() == seat {
				g.refusedFor(t, "a move before both anchors", play.CodeAnchor, play.Command{Seat: seat, Type: typ, Move: string(g.Position().Choices(seat)[0].Move)})
			}
		}
		if s := g.Shared(); !slices.Equal(s.Anchors, []events.Seat{events.Second}) || s.First != nil {
			t.Errorf("awaited: %+v", s)
		}
		g.refusedFor(t, "an anchor for the other's seat", play.CodeSeatTaken, play.Command{Seat: events.Second, Type: play.Join, By: "p_left", Anchor: p.anchor(events.Second)})
		g.must(t, play.Command{Seat: events.Second, Type: play.Join, Anchor: p.anchor(events.Second)})
		further(t, g, p, rand.New(rand.NewPCG(1, 1)), 5000)
		g.fold(t, reg)
	}
}

// movingBoard is a position with dice on the board.
func movingBoard(t testing.TB, reg *engines.Registry) string {
	return begin(t, reg, create("backgammon", 1)).Position().Board()
}

// Where the dice cannot go on the game ends otherwise than on the board.
func TestSpentChains(t *testing.T) {
	reg := registry(t, four()...)
	g, p := opened(t, reg, 6, "")
	until(t, g, p, func() bool {
		return g.Position().Turn().Plays() && g.Shared().Brings(g.Position().Turn(), play.Roll) > 0
	})
	turn := g.Position().Turn()
	g.Game = play.Rolled(g.Game, dice.Rolls)
	g.refusedFor(t, "a roll too many", play.CodeSpent, play.Command{Seat: turn, Type: play.Roll})
	if allowed := g.Allowed(turn, now); slices.Contains(allowed, "roll") || !slices.Contains(allowed, "abort") {
		t.Errorf("allowed: %v", allowed)
	}
	g.must(t, play.Command{Seat: turn, Type: play.Abort})
}

// What a game says it allows and awaits is what it takes.
func TestAllowedInSharedGames(t *testing.T) {
	reg := registry(t, four()...)
	for seed := range byte(4) {
		g, p := shared(t, reg, seed, `{"matchLength":3}`)
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		for !g.Over() {
			for _, seat := range []events.Seat{events.First, events.Second} {
				for _, typ := range []play.CommandType{play.Roll, play.Double, play.Take, play.Drop, play.Waive} {
					try := *g
					err := try.do(t, p.with(t, g, play.Command{Seat: seat, Type: typ}))
					if listed := slices.Contains(g.Allowed(seat, now), string(typ)); listed != (err == nil) {
						t.Fatalf("version %d: %s by %s: listed %v, but %v", g.N, typ, seat, listed, err)
					}
				}
			}
			further(t, g, p, r, 1)
		}
	}
}

// A game with shared dice is recorded and imported like any other: neither
// shares nor spoken passes are turns of the game.
func TestRecordOfSharedGames(t *testing.T) {
	reg := registry(t, four()...)
	h := importing(t, memlog.New(2))
	for n, options := range []string{"", `{"openingReroll":true}`, `{"matchLength":3}`} {
		g, p := shared(t, reg, byte(20+n), options)
		further(t, g, p, rand.New(rand.NewPCG(uint64(n), 6)), 5000)
		same(t, h, g, byte(n))
	}
}
