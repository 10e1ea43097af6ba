package backgammon

import (
	"errors"
	"slices"
	"testing"

	"plylog/engines"
)

// TestPositions holds the engine to positions whose legal turns are known from
// GNU Backgammon and two other programs, for both seats.
func TestPositions(t *testing.T) {
	type position struct {
		given
		Count   int
		Used    int `json:"dice_used"`
		Legal   []string
		GNU     []string `json:"gnubg_notation"`
		Illegal []string `json:"illegal_examples"`
	}
	for _, want := range readLines[position](t, "positions.jsonl") {
		for _, seat := range []engines.Seat{engines.First, engines.Second} {
			t.Run(want.Name+"/"+seat.String(), func(t *testing.T) {
				p := want.on(t, seat)
				if id, err := PositionID(p); err != nil || id != want.Setup.PositionID {
					t.Errorf("position id %s, want %s (%v)", id, want.Setup.PositionID, err)
				}
				checkLegal(t, p, want.GNU, want.Legal, want.Used)
				for _, m := range want.Illegal {
					_, err := p.Play(seat, engines.Move(m))
					var refused *engines.IllegalError
					if !errors.As(err, &refused) {
						t.Errorf("%s: played, want it refused (%s): %v", m, want.Why, err)
					}
				}
			})
		}
	}
}

// checkLegal compares the choices with the spellings of GNU Backgammon, which
// are the canonical ones, and plays the raw steps of each turn.
func checkLegal(t *testing.T, p engines.Position, gnu, steps []string, used int) {
	t.Helper()
	choices := p.Choices(p.Turn())
	if len(gnu) == 0 {
		if len(choices) != 1 || choices[0].Move != engines.Pass {
			t.Errorf("choices %v, want a pass", choices)
		}
		return
	}
	var got []string
	for _, c := range choices {
		got = append(got, string(c.Move))
		if len(c.Steps) != used {
			t.Errorf("%s has %d steps, want %d", c.Move, len(c.Steps), used)
		}
	}
	slices.Sort(got)
	slices.Sort(gnu)
	if !slices.Equal(got, gnu) {
		t.Errorf("legal are %q,\nwant %q", got, gnu)
	}
	reached := map[string]bool{}
	for _, text := range steps {
		reached[mustPlay(t, p, engines.Move(text)).Board()] = true
	}
	if len(reached) != len(gnu) {
		t.Errorf("the steps lead to %d positions, want %d", len(reached), len(gnu))
	}
}

// TestResults holds the engine to finished games whose value is known.
func TestResults(t *testing.T) {
	type result struct {
		given
		Points int `json:"points_won"`
	}
	for _, want := range readLines[result](t, "results.jsonl") {
		for _, seat := range []engines.Seat{engines.First, engines.Second} {
			t.Run(want.Name+"/"+seat.String(), func(t *testing.T) {
				p := want.on(t, seat)
				p = mustPlay(t, p, p.Choices(seat)[0].Move)
				got, over := p.Result()
				if !over || got != (engines.Result{Winner: seat, Points: want.Points, Reason: borneOff}) {
					t.Errorf("result %+v %t, want %d points for %s (%s)", got, over, want.Points, seat, want.Why)
				}
			})
		}
	}
}
