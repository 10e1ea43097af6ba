package projections_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// chance plays a game of real rules at random for so many turns.
func chance(t testing.TB, h *play.Handler, rnd *rand.Rand, cmd play.Create, turns int) *play.Game {
	t.Helper()
	cmd.By, cmd.First, cmd.Second = "p_left", "p_left", "p_right"
	cmd.ID = events.DeriveID("command", cmd.Game.String(), "0")
	a, err := h.Create(t.Context(), cmd)
	if err != nil {
		t.Fatalf("creating %s: %v", cmd.Kind, err)
	}
	for g := a.Game; ; g = a.Game {
		turn := g.Position().Turn()
		if g.Over() || !turn.Plays() || g.N > turns {
			return g
		}
		c := g.Position().Choices(turn)
		next := play.Command{
			Game: g.ID, ID: events.DeriveID("command", g.ID.String(), fmt.Sprint(g.N)), By: g.Player(turn), Seat: turn,
			Type: play.Move, Move: string(c[rnd.IntN(len(c))].Move),
		}
		switch engines.Move(next.Move) {
		case engines.Roll, engines.Double, engines.Take, engines.Drop:
			next.Type, next.Move = play.CommandType(next.Move), ""
		}
		if a, err = h.Do(t.Context(), next); err != nil {
			t.Fatalf("%s: %s %s: %v", cmd.Kind, next.Type, next.Move, err)
		}
	}
}

func handler(t testing.TB, log events.Log, reg *engines.Registry) *play.Handler {
	t.Helper()
	h, err := play.NewHandler(play.Config{Log: log, Registry: reg, Secret: make([]byte, 16), Now: func() time.Time { return start }})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// The read side agrees with the rules of every game without knowing them: what
// real games repeat is counted as their rules count it, and a rebuild that holds
// every event to the rules finds nothing.
func TestRealGames(t *testing.T) {
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	log := newLog(2)
	h := handler(t, log, reg)
	set := run(t, projections.Config{Log: log, Live: 4})
	rnd := rand.New(rand.NewPCG(1, 2))
	games := 0
	repeated := map[string]int{}
	for _, start := range []play.Create{
		{Kind: "reversi"}, {Kind: "backgammon"}, {Kind: "checkers"}, {Kind: "baghchal"},
		{Kind: "checkers", Board: "B:WK1:BK32"}, // kings that walk about
		{Kind: "baghchal", Board: "TG1GT/GGGGG/G1G1G/GGGGG/T1G1T G 0 4"},
	} {
		for range 3 {
			start.Game = gameID(games)
			games++
			g := chance(t, h, rnd, start, 60)
			if err := set.Wait(t.Context(), log.Shard(g.ID), g.Seq); err != nil {
				t.Fatal(err)
			}
			s, err := set.Board.State(t.Context(), g.ID)
			if err != nil || s.Version != g.N || s.Status == projections.StatusDamaged || s.Board != g.After.Board || s.Head() != g.Head || (s.Result != nil) != g.Over() {
				t.Fatalf("%s: served %+v, %v; the game is at %d on %q", start.Kind, s, err, g.N, g.After.Board)
			}
			c, err := set.Repetition.Counts(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range c.Positions() {
				repeated[start.Kind] = max(repeated[start.Kind], p.Count)
			}
		}
	}
	if repeated["checkers"] < 3 || repeated["baghchal"] != 2 || repeated["reversi"] != 0 || repeated["backgammon"] != 0 {
		t.Errorf("most repetitions per kind: %v", repeated)
	}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{
		Check: func(int) func(*events.Event) error { return play.NewFolder(reg).Apply },
	})
	if err != nil || r.Games != games || r.Equal != games {
		t.Errorf("%+v, %v", r, err)
	}
}
