package play_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

func importing(t testing.TB, log events.Log) *play.Handler {
	t.Helper()
	h, _ := handler(t, log, func(c *play.Config) { c.Registry = registry(t, four()...) })
	return h
}

// What was recorded of a game, imported, is the same game: the same boards at
// the end, the same result, and recording it again gives the same record.
// Takebacks, offers and everything else that is no turn leave no trace.
func TestRecordAndImport(t *testing.T) {
	reg := registry(t, four()...)
	for _, kind := range reg.Kinds()[1:] {
		t.Run(kind, func(t *testing.T) {
			h := importing(t, memlog.New(2))
			r := rand.New(rand.NewPCG(8, 9))
			for n := range byte(10) {
				g := begin(t, reg, create(kind, n))
				for range 60 {
					if g.Over() {
						break
					}
					turn := g.Position().Turn()
					choices := g.Position().Choices(turn)
					cmd := play.Command{Seat: turn, Type: play.Move, Move: string(choices[r.IntN(len(choices))].Move)}
					if cmd.Move == string(engines.Roll) {
						cmd.Type, cmd.Move = play.Roll, ""
					}
					g.must(t, cmd)
					if cmd.Type == play.Move && !g.Over() && r.IntN(8) == 0 {
						if err := g.takeBack(t, turn); err != nil {
							t.Fatal(err)
						}
					}
				}
				if !g.Over() {
					g.must(t, play.Command{Seat: events.First, Type: play.Resign})
				}
				if !g.Over() { // a resignation that needs consent (BG-26)
					g.must(t, play.Command{Seat: events.Second, Type: play.Accept})
				}
				same(t, h, g, n)
			}
		})
	}
}

func same(t *testing.T, h *play.Handler, g *game, n byte) {
	t.Helper()
	rec, err := play.Record(g.Engine, g.log)
	if err != nil {
		t.Fatal(err)
	}
	rec.Players = [2]string{"A \"quoted\" [name]", "Ωmega 😀\n"}
	rec.Tags = []engines.Tag{{Name: "Event", Value: "a \\ test"}}
	for range 2 {
		cmd := create(g.Engine.Name(), 100+n)
		got, err := h.Import(context.Background(), cmd, "test", rec)
		if err != nil {
			t.Fatalf("importing %d turns: %v", len(rec.Turns), err)
		}
		if got.Position().Board() != g.Position().Board() || got.After.Result == nil || got.After.Result.Winner != g.After.Result.Winner ||
			got.After.Result.Points != g.After.Result.Points || got.After.Result.Reason != g.After.Result.Reason {
			t.Fatalf("imported: %q, %+v; played: %q, %+v", got.Position().Board(), got.After.Result, g.Position().Board(), g.After.Result)
		}
	}
	again, err := play.Record(g.Engine, storedBy(t, h, gameID(100+n)))
	if err != nil || !slices.Equal(again.Turns, rec.Turns) || again.Players != rec.Players || !slices.Equal(again.Tags, rec.Tags) {
		t.Fatalf("recorded again: %+v, %v; was %+v", again, err, rec)
	}
}

func storedBy(t *testing.T, h *play.Handler, id events.GameID) []*events.Event {
	t.Helper()
	out, err := h.Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// An illegal turn ends the import where it stands; the good part stays, and the
// same import again says the same and stores nothing.
func TestImportOfAnIllegalRecord(t *testing.T) {
	log := memlog.New(1)
	h := importing(t, log)
	rec := engines.Record{
		Name:  "game 7",
		Turns: []engines.Turn{{By: engines.First, Move: "11-15"}, {By: engines.Second, Move: "22-18"}, {By: engines.First, Move: "8-11"}, {By: engines.Second, Move: "18x11"}},
		End:   engines.Ending{Known: true, Winner: engines.First},
	}
	for range 2 {
		g, err := h.Import(t.Context(), create("checkers", 1), "test", rec)
		var bad *play.ImportError
		var illegal *engines.IllegalError
		if !errors.As(err, &bad) || bad.Turn != 3 || bad.Move != "8-11" || !errors.As(err, &illegal) || illegal.Rule != "CK-10" || !slices.Equal(bad.Legal, []engines.Move{"15x22"}) {
			t.Fatalf("the error is %+v", err)
		}
		if g == nil || g.N != 4 || g.After.Result == nil || g.After.Result.Reason != play.ReasonUnfinished {
			t.Fatalf("what was good: %+v", g)
		}
	}
	if n := len(stored(t, log, gameID(1))); n != 4 {
		t.Errorf("%d events stored, want 4", n)
	}
	g, err := h.Game(t.Context(), gameID(1))
	if err != nil || g.Created.Origin == nil || g.Created.Origin.Name != "game 7" {
		t.Errorf("the origin: %+v, %v", g, err)
	}
}

func TestImportThatCannotBegin(t *testing.T) {
	h := importing(t, memlog.New(1))
	var board *engines.BadBoardError
	if _, err := h.Import(t.Context(), create("checkers", 1), "test", engines.Record{Board: "B:W1:B32"}); !errors.As(err, &board) {
		t.Errorf("a man on its crown row: %v", err)
	}
	if _, err := h.Import(t.Context(), create("chess", 1), "test", engines.Record{}); !errors.Is(err, play.ErrUnknownKind) {
		t.Errorf("an unknown kind: %v", err)
	}
	if _, err := h.Game(t.Context(), gameID(1)); !errors.Is(err, play.ErrNoGame) {
		t.Errorf("something was stored: %v", err)
	}
}
