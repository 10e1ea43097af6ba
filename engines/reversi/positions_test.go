package reversi_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// tricky is one line of testdata/positions.jsonl.
type tricky struct {
	Name  string
	Setup struct {
		Squares    string `json:"board_rows_a1_h8"`
		Side       string `json:"to_move"`
		Transcript string
	}
	Passes  [][2]any       `json:"passes_before_placement_index"` // index of the next placement, side
	Placed  map[string]int // discs that each side has placed
	Illegal []string       `json:"illegal_examples"`
	Legal   []string
	Over    bool
	Black   int
	White   int
	Probe   struct {
		Move  string
		Flips []string
	}
}

func TestTrickyPositions(t *testing.T) {
	f, err := os.Open("testdata/positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	seen := 0
	for ; lines.Scan(); seen++ {
		var c tricky
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			p, err := reversi.New().Parse(c.Setup.Squares + " " + c.Setup.Side)
			if err != nil {
				t.Fatal(err)
			}
			checkTricky(t, c, p)
			if c.Setup.Transcript != "" {
				checkTricky(t, c, playTranscript(t, c))
			}
		})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if seen < 25 {
		t.Errorf("%d positions; want 25 or more", seen)
	}
}

// checkTricky compares a position with what the line says about it.
func checkTricky(t *testing.T, c tricky, p engines.Position) {
	t.Helper()
	if got, want := p.Board()[:66], c.Setup.Squares+" "+c.Setup.Side; got != want {
		t.Fatalf("board %s, want %s", got, want)
	}
	by := map[string]engines.Seat{"X": engines.First, "O": engines.Second}[c.Setup.Side]
	r, over := p.Result()
	if over != c.Over {
		t.Fatalf("over is %t, want %t", over, c.Over)
	}
	if over {
		if want := [2]int{c.Black, c.White}; *r.Score != want {
			t.Errorf("score %v, want %v", *r.Score, want)
		}
		if _, err := p.Play(by, engines.Pass); err == nil {
			t.Error("a pass is accepted after the end")
		}
	} else if p.Turn() != by {
		t.Errorf("turn %s, want %s", p.Turn(), by)
	}
	moves := []string{}
	for _, choice := range p.Choices(by) {
		moves = append(moves, string(choice.Move))
		if string(choice.Move) != c.Probe.Move {
			continue
		}
		flips := slices.Sorted(slices.Values(choice.Steps[0].Takes))
		if want := slices.Sorted(slices.Values(c.Probe.Flips)); !slices.Equal(flips, want) {
			t.Errorf("%s flips %v, want %v", c.Probe.Move, flips, want)
		}
		c.Probe.Move = ""
	}
	if c.Probe.Move != "" {
		t.Errorf("%s is no choice", c.Probe.Move)
	}
	// The order of the choices is checked elsewhere.
	if got, want := slices.Sorted(slices.Values(moves)), slices.Sorted(slices.Values(c.Legal)); !slices.Equal(got, want) {
		t.Errorf("choices %v, want %v", got, want)
	}
	for _, m := range c.Illegal {
		if _, err := p.Play(by, engines.Move(m)); err == nil {
			t.Errorf("%s is accepted", m)
		}
	}
}

// playTranscript plays the way to a position, checks the passes on it and
// returns the position with the supplies that the placed discs leave.
func playTranscript(t *testing.T, c tricky) engines.Position {
	t.Helper()
	p, err := reversi.New().New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	side := map[engines.Seat]string{engines.First: "X", engines.Second: "O"}
	placed, passes := map[string]int{"X": 0, "O": 0}, [][2]any{}
	play := func(m engines.Move) {
		t.Helper()
		if p, err = p.Play(p.Turn(), m); err != nil {
			t.Fatal(err)
		}
	}
	n := len(c.Setup.Transcript) / 2
	for i := 0; i <= n; i++ {
		// a pass at the very end is one that the line has not made yet
		for i < n || p.Turn() != engines.Nobody && side[p.Turn()] != c.Setup.Side {
			if passer, ok := p.(engines.Passer); !ok || !passer.MustPass() {
				break
			}
			passes = append(passes, [2]any{float64(i), side[p.Turn()]})
			play(engines.Pass)
		}
		if i < n {
			placed[side[p.Turn()]]++
			play(engines.Move(c.Setup.Transcript[2*i : 2*i+2]))
		}
	}
	if !slices.Equal(passes, c.Passes) {
		t.Errorf("passes %v, want %v", passes, c.Passes)
	}
	if placed["X"] != c.Placed["X"] || placed["O"] != c.Placed["O"] {
		t.Errorf("placed %v, want %v", placed, c.Placed)
	}
	black, white := 30-c.Placed["X"], 30-c.Placed["O"]
	if black < 0 {
		black, white = 0, white+black
	} else if white < 0 {
		black, white = black+white, 0
	}
	r := readReference(p.Board())
	if r.inHand['X'] != black || r.inHand['O'] != white {
		t.Errorf("in hand %v, want %d and %d", r.inHand, black, white)
	}
	return p
}
