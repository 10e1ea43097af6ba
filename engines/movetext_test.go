package engines_test

import (
	"strings"
	"testing"

	"plylog/engines"
)

func TestMoveText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first engines.Seat
		moves string
		want  string
	}{
		{engines.First, "", "*"},
		{engines.First, "a", "1. a *"},
		{engines.First, "a b c", "1. a b 2. c *"},
		{engines.Second, "a", "1... a *"},
		{engines.Second, "a b c", "1... a 2. b c *"},
	} {
		if got := engines.MoveText(c.first, strings.Fields(c.moves), "*"); got != c.want+"\n" {
			t.Errorf("%s, %q: %q; want %q", c.first, c.moves, got, c.want)
		}
	}
}

// TestMoveTextWraps: lines stay below 80 bytes and hold the same words.
func TestMoveTextWraps(t *testing.T) {
	t.Parallel()
	var moves []string
	for i := range 200 {
		moves = append(moves, strings.Repeat("x", 1+i%9))
	}
	moves = append(moves, strings.Repeat("y", 100))
	text := engines.MoveText(engines.First, moves, "1/2-1/2")
	for line := range strings.Lines(text) {
		if len(line) > 80 && !strings.HasPrefix(line, "y") {
			t.Errorf("%d bytes: %s", len(line), line)
		}
		if strings.TrimRight(line, " \n")+"\n" != line {
			t.Errorf("blanks at the end of %q", line)
		}
	}
	if n := len(strings.Fields(text)); n != 201+101+1 {
		t.Errorf("%d words; want the moves, the numbers and the mark", n)
	}
}

func TestMark(t *testing.T) {
	t.Parallel()
	for mark, e := range map[string]engines.Ending{
		"*":       {},
		"1-0":     {Known: true, Winner: engines.First},
		"0-1":     {Known: true, Winner: engines.Second},
		"1/2-1/2": {Known: true},
	} {
		if got, ok := engines.ParseMark(mark); !ok || got != e || e.Mark() != mark {
			t.Errorf("%s reads as %+v (%t); %+v is marked %s", mark, got, ok, e, e.Mark())
		}
	}
	if _, ok := engines.ParseMark("1-1"); ok {
		t.Error("1-1 is read")
	}
}

func TestTermination(t *testing.T) {
	t.Parallel()
	for value, reason := range map[string]string{
		"time forfeit": "time", "Time Forfeit": "time", "resigned": "resigned", "forty-move": "forty-move",
		"Abandoned": "abandoned", "normal": "", "Unterminated": "", "": "", "white won": "", "9": "",
		strings.Repeat("a", 33): "",
	} {
		if got, ok := engines.ParseTermination(value); got != reason || ok != (reason != "") {
			t.Errorf("%q gives the reason %q (%t); want %q", value, got, ok, reason)
		}
	}
	for reason, want := range map[string]string{"time": "time forfeit", "resigned": "resigned", "agreed": "agreed"} {
		if got, ok := engines.Termination(reason); got != want || !ok {
			t.Errorf("%s is written %q (%t); want %q", reason, got, ok, want)
		}
	}
	for _, reason := range []string{"", "Resigned", "time forfeit", "normal", "by a hair", "a\nb"} {
		if got, ok := engines.Termination(reason); ok {
			t.Errorf("%q is written %q", reason, got)
		}
	}
}
