package checkers

import (
	"encoding/json"
	"strings"
	"testing"

	"plylog/engines"
)

// replay plays a recorded game by the rules and returns the position it ends in.
func replay(t *testing.T, g engines.Record) engines.Position {
	t.Helper()
	p, err := New().New(g.Options, g.Board)
	if err != nil {
		t.Fatalf("%s: %v", g.Name, err)
	}
	for i, turn := range g.Turns {
		next, err := p.Play(turn.By, turn.Move)
		if err != nil {
			t.Fatalf("%s, ply %d, %s: %v", g.Name, i+1, p.Board(), err)
		}
		p = next
	}
	return p
}

// replayAll plays games and checks that where the board ended one, the record
// says the same.
func replayAll(t *testing.T, games []engines.Record) (plies, ended int) {
	t.Helper()
	for _, g := range games {
		p := replay(t, g)
		plies += len(g.Turns)
		if !g.End.Known {
			t.Errorf("%s has no result", g.Name)
		}
		if r, over := p.Result(); over {
			ended++
			if r.Winner != g.End.Winner {
				t.Errorf("%s: %s by the board, %s by the record", g.Name, r.Winner, g.End.Winner)
			}
		}
	}
	return plies, ended
}

func TestReplayACF(t *testing.T) {
	t.Parallel()
	games, err := ReadACF(sharedData(t, "ACF_first1500.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != 1500 {
		t.Errorf("%d games; want 1500", len(games))
	}
	count := map[engines.Seat]int{}
	for _, g := range games {
		count[g.End.Winner]++
	}
	if count[engines.First] != 257 || count[engines.Second] != 378 || count[engines.Nobody] != 865 {
		t.Errorf("results %v; want 257 for first, 378 for second, 865 draws", count)
	}
	plies, ended := replayAll(t, games)
	t.Logf("%d games, %d plies, %d ended on the board", len(games), plies, ended)
}

func TestReplayPDN(t *testing.T) {
	t.Parallel()
	games, err := ReadPDN(sharedData(t, "pdn/OCA_2.0.pdn"))
	if err != nil {
		t.Fatal(err)
	}
	plies, ended := replayAll(t, games)
	t.Logf("%d games, %d plies, %d ended on the board", len(games), plies, ended)
	if len(games) != 43 {
		t.Errorf("%d games; want 43", len(games))
	}
}

// TestOpenings plays the three-move ballots and compares where they lead.
func TestOpenings(t *testing.T) {
	t.Parallel()
	var book struct{ All map[string]string }
	if err := json.Unmarshal(sharedData(t, "3move_english.json"), &book); err != nil {
		t.Fatal(err)
	}
	for ballot, line := range book.All {
		var moves []engines.Move
		for _, m := range strings.Fields(ballot)[1:] {
			moves = append(moves, engines.Move(m))
		}
		want, err := New().Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := playAll(t, "", "", moves...).Board(); got != want.Board() {
			t.Errorf("%s leads to %s; want %s", ballot, got, want.Board())
		}
	}
	if len(book.All) != 174 {
		t.Errorf("%d ballots; want 174", len(book.All))
	}
}
