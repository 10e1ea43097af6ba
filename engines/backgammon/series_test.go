package backgammon

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"plylog/engines"
)

func TestNext(t *testing.T) {
	for _, test := range []struct {
		options string
		winner  engines.Seat
		points  int
		next    string // empty: the match is over; the seats have changed sides
	}{
		{``, engines.First, 1, ``},
		{`{}`, engines.Second, 3, ``},
		{`{"matchLength":5}`, engines.First, 2, `{"matchLength":5,"score":{"first":0,"second":2}}`},
		{`{"matchLength":5,"score":{"first":2,"second":0}}`, engines.Second, 4, `{"matchLength":5,"score":{"first":4,"second":2}}`},
		{`{"matchLength":5,"score":{"first":2,"second":4}}`, engines.First, 1, `{"matchLength":5,"score":{"first":4,"second":3},"postCrawford":true}`},
		{`{"matchLength":5,"score":{"first":3,"second":4},"postCrawford":true}`, engines.First, 1, `{"matchLength":5,"score":{"first":4,"second":4},"postCrawford":true}`},
		{`{"matchLength":5,"score":{"first":4,"second":4},"postCrawford":true}`, engines.First, 1, ``},
		{`{"matchLength":5,"score":{"first":2,"second":4},"crawford":false}`, engines.First, 1, `{"matchLength":5,"score":{"first":4,"second":3},"crawford":false}`},
		{`{"matchLength":5,"score":{"first":3,"second":3}}`, engines.First, 1, `{"matchLength":5,"score":{"first":3,"second":4}}`},
		{`{"matchLength":5,"score":{"first":3,"second":0}}`, engines.First, 192, ``},
		{`{"matchLength":127,"cube":true,"openingReroll":true}`, engines.Second, 126, `{"matchLength":127,"score":{"first":126,"second":0},"cube":true,"openingReroll":true}`},
		{`{"matchLength":127}`, engines.Second, 192, ``},
		{`{"matchLength":0,"jacoby":true,"cube":true}`, engines.Second, 192, `{"matchLength":0,"score":{"first":192,"second":0},"cube":true,"jacoby":true}`},
		{`{"matchLength":0,"score":{"first":999999,"second":0}}`, engines.First, 64, `{"matchLength":0,"score":{"first":0,"second":1000000}}`},
	} {
		next, swap, more, err := New().(engines.Series).Next(json.RawMessage(test.options), engines.Result{Winner: test.winner, Points: test.points, Reason: borneOff})
		if err != nil || !swap || more != (test.next != "") || string(next) != test.next {
			t.Errorf("%s and %d for %s: next %s, swap %t, more %t, %v; want %s", test.options, test.points, test.winner, next, swap, more, err, test.next)
		}
		if more {
			if _, err := New().New(next, ""); err != nil {
				t.Errorf("%s: %v", next, err)
			}
		}
	}
}

// TestNextAddsUp: whoever drops or wins, the points go to the winner alone.
func TestNextAddsUp(t *testing.T) {
	// Public report: a dropped double gave the other player's points plus the cube.
	for _, test := range []struct {
		score, want string // before and after, of who sat first and second
		doubler     engines.Seat
	}{
		{"2-3", "3-3", engines.First},
		{"3-2", "4-2", engines.First},
		{"2-3", "2-4", engines.Second},
		{"3-2", "3-3", engines.Second},
	} {
		options := func(first, second string) string {
			return `{"matchLength":9,"score":{"first":` + first + `,"second":` + second + `}}`
		}
		a, b, _ := strings.Cut(test.score, "-")
		wantA, wantB, _ := strings.Cut(test.want, "-")
		p := mustParse(t, startLetters+" "+string(seatDigit(test.doubler))+"x 9:"+test.score)
		r, _ := mustPlay(t, p, engines.Drop).Result()
		next, _, _, err := New().(engines.Series).Next(json.RawMessage(options(a, b)), r)
		if err != nil || string(next) != options(wantB, wantA) { // they have changed sides
			t.Errorf("at %s %s doubles: next %s (%v), want %s", test.score, test.doubler, next, err, test.want)
		}
	}
}

func TestNextRefuses(t *testing.T) {
	for _, options := range []string{`{"matchLength":4}`, `{"beaver":true}`, `[]`} {
		_, _, more, err := New().(engines.Series).Next(json.RawMessage(options), engines.Result{Winner: engines.First, Points: 1})
		if more || !errors.As(err, new(*engines.BadOptionError)) {
			t.Errorf("%s: more %t, error %v", options, more, err)
		}
	}
	for _, r := range []engines.Result{{}, {Winner: engines.Chance, Points: 1}, {Winner: engines.First}, {Winner: engines.First, Points: -1}} {
		if _, _, more, err := New().(engines.Series).Next(json.RawMessage(`{"matchLength":5}`), r); more || err == nil {
			t.Errorf("%+v: more %t, error %v", r, more, err)
		}
	}
}

// TestOptionsOverBoards: what the options name holds, of the rest what the board says.
func TestOptionsOverBoards(t *testing.T) {
	for _, test := range []struct{ options, line, want string }{
		{``, startLetters + " 1 7:2-1", startLetters + " 1 7:2-1"},
		{`{}`, startLetters + " 1 7:2-1", startLetters + " 1 7:2-1"},
		{`{"score":{"first":6,"second":0}}`, startLetters + " 1 7:2-1", startLetters + " 1 7:6-0c"},
		{`{"matchLength":9}`, startLetters + " 1 7:2-1 2@1", startLetters + " 1 9:2-1 2@1"},
		{`{"matchLength":9}`, startLetters + " 1", startLetters + " 1 9:0-0"},
		{`{"matchLength":9,"cube":false}`, startLetters + " 1", startLetters + " 1 9:0-0 -"},
		{`{"crawford":false}`, startLetters + " 1 7:6-1c", startLetters + " 1 7:6-1"},
		{`{"postCrawford":false}`, startLetters + " 1 7:6-1", startLetters + " 1 7:6-1c"},
		{`{"openingReroll":true}`, startLetters + " 0?", startLetters + " 0!"},
		{`{"matchLength":0,"cube":true,"jacoby":true}`, "4HPwATDgc/ABMA", startLetters + " 1 0:0-0j 1"},
		{`{"matchLength":5}`, "XGID=" + startLetters + ":1:1:1:31:0:0:0:0:10", startLetters + " 1/31 5:0-0 2@1"},
	} {
		p, err := New().New(json.RawMessage(test.options), test.line)
		if err != nil {
			t.Errorf("%s over %s: %v", test.options, test.line, err)
			continue
		}
		if got := p.Board(); got != test.want {
			t.Errorf("%s over %s: %s, want %s", test.options, test.line, got, test.want)
		}
	}
	for _, test := range []struct{ options, line string }{
		{`{"cube":false}`, startLetters + " 1 7:2-1 2@1"},
		{`{"matchLength":1}`, startLetters + " 1 7:0-0 2@1"},
		{`{"score":{"first":6,"second":0}}`, startLetters + " 1 7:2-1 2@1"},
	} {
		if p, err := New().New(json.RawMessage(test.options), test.line); !errors.As(err, new(*engines.BadBoardError)) {
			t.Errorf("%s over %s: %v, %v; want a *BadBoardError", test.options, test.line, p, err)
		}
	}
	for _, test := range []struct{ options, line string }{
		{`{"matchLength":3}`, startLetters + " 1 7:4-1"},
		{`{"jacoby":true}`, startLetters + " 1 7:4-1"},
	} {
		if p, err := New().New(json.RawMessage(test.options), test.line); !errors.As(err, new(*engines.BadOptionError)) {
			t.Errorf("%s over %s: %v, %v; want a *BadOptionError", test.options, test.line, p, err)
		}
	}
}

// TestTerms: what a board states of its match is said again as options, from which
// the usual start states the same.
func TestTerms(t *testing.T) {
	for _, line := range []string{
		"0? 7:2-1", "0? 7:6-1c", "0? 7:6-1", "0? 7:6-6", "0? 0:5-3j 1", "0? 0:0-0jb 1", "0?", "0! 5:0-0", "0? 9:0-0 -", "0? 1:0-0 1", "0? 0:0-0",
	} {
		p := mustParse(t, startLetters+" "+line)
		got, err := New().New(p.(engines.Termed).Terms(), "")
		if err != nil || got.Board() != p.Board() {
			t.Errorf("%s: terms %s lead to %v, %v", p.Board(), p.(engines.Termed).Terms(), got, err)
		}
	}
	if terms := mustParse(t, startLetters+" 1 4:0-0 1").(engines.Termed).Terms(); terms != nil {
		t.Errorf("a match of an even length: %s", terms)
	}
}
