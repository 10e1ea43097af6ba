package checkers

import (
	"errors"
	"strings"
	"testing"

	"plylog/engines"
)

// playAll plays moves, whoever is on turn, and returns where they lead.
func playAll(t *testing.T, options, line string, moves ...engines.Move) *position {
	t.Helper()
	p, err := New().New([]byte(options), line)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range moves {
		next, err := p.Play(p.Turn(), m)
		if err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
		p = next
	}
	return p.(*position)
}

// refused returns how a move is refused.
func refused(t *testing.T, p engines.Position, m engines.Move) *engines.IllegalError {
	t.Helper()
	_, err := p.Play(p.Turn(), m)
	var ill *engines.IllegalError
	if !errors.As(err, &ill) {
		t.Fatalf("%s, %s: got %v; want a refusal", p.Board(), m, err)
	}
	return ill
}

// TestMustCaptureNamesTheCaptures: whoever overlooked a capture is told which.
func TestMustCaptureNamesTheCaptures(t *testing.T) {
	t.Parallel()
	p := playAll(t, "", "B:W18,19,27:B14,15,1")
	ill := refused(t, p, "1-6")
	if ill.Rule != "CK-10" || !strings.Contains(ill.Detail, "must be made") {
		t.Errorf("refused with %s: %s", ill.Rule, ill.Detail)
	}
	for _, c := range p.Choices(engines.First) {
		if !strings.Contains(ill.Detail, string(c.Move)) {
			t.Errorf("%q does not name %s", ill.Detail, c.Move)
		}
	}
	barred := p.Barred(engines.First)
	if len(barred) == 0 {
		t.Fatal("nothing is barred")
	}
	for _, b := range barred {
		if got := refused(t, p, b.Move); got.Error() != b.Error() {
			t.Errorf("barred with %q, refused with %q", b, got)
		}
	}
}

// TestFlyingKing plays a recorded dame game in which a king's only move is 4x11;
// its other spelling 4x22, over two men, was once accepted by a server. White
// moves first in dame, so the game begins from the set-up with White to move.
func TestFlyingKing(t *testing.T) {
	t.Parallel()
	moves := strings.Fields("24-20 12-16 28-24 8-12 32-28 4-8 24-19 9-13 28-24 10-14 22-18 6-10 18x9 5x14 " +
		"25-22 1-5 22-18 5-9 18-15 11x18 20x11x4 3-8")
	var list []engines.Move
	for _, m := range moves {
		list = append(list, engines.Move(m))
	}
	p := playAll(t, "", "W:W21-32:B1-12", list...)
	if c := p.Choices(engines.Second); len(c) != 1 || c[0].Move != "4x11" {
		t.Errorf("choices %v; want 4x11 alone", c)
	}
	for _, m := range []engines.Move{"4x22", "4-22"} {
		if ill := refused(t, p, m); ill.Rule != "CK-4" || ill.Code != "checkers.too-far" {
			t.Errorf("%s is refused with %s %s: %s", m, ill.Rule, ill.Code, ill.Detail)
		}
	}
}

// TestNoDrawByItself: unless a game asks for it, no number of quiet moves ends it.
func TestNoDrawByItself(t *testing.T) {
	t.Parallel()
	p := playAll(t, "", "B:WK32:BK1")
	for range 30 {
		for _, m := range []engines.Move{"1-5", "32-28", "5-1", "28-32"} {
			next, err := p.Play(p.Turn(), m)
			if err != nil {
				t.Fatal(err)
			}
			p = next.(*position)
		}
	}
	if r, over := p.Result(); over {
		t.Errorf("ended with %+v", r)
	}
	if got := p.Claims(engines.Second); len(got) != 2 {
		t.Errorf("claims %v; want both", got)
	}
	if p.Seen() != 31 {
		t.Errorf("seen %d times; want 31", p.Seen())
	}
}

// TestLossComesBeforeDraw: a player who is blocked at the moment at which a draw
// would come by itself has lost.
func TestLossComesBeforeDraw(t *testing.T) {
	t.Parallel()
	b, err := readFEN("B:W5:B1,K10")
	if err != nil {
		t.Fatal(err)
	}
	p := begin(b, draws{repetition: byItself, fortyMove: byItself})
	p.quiet = quietForDraw - 1
	next, err := p.Play(engines.First, "10-6")
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := next.Result(); r.Winner != engines.First || r.Reason != wordNoMove {
		t.Errorf("ended with %+v; want first by no-move", r)
	}
}

// TestSameHistoryFromTwoLines: positions share their past and do not disturb it.
func TestSameHistoryFromTwoLines(t *testing.T) {
	t.Parallel()
	p := playAll(t, "", "B:WK32:BK1", "1-5", "32-28", "5-1", "28-32")
	a, err := p.Play(engines.First, "1-5")
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Play(engines.First, "1-6")
	if err != nil {
		t.Fatal(err)
	}
	if a.(*position).Seen() != 2 || b.(*position).Seen() != 1 || p.Seen() != 2 {
		t.Errorf("seen %d, %d and %d times; want 2, 1 and 2", a.(*position).Seen(), b.(*position).Seen(), p.Seen())
	}
}

// TestAgreement: the option decides whether a draw may be agreed.
func TestAgreement(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options, line string
		want          bool
	}{
		{"", "", true},
		{`{"drawByAgreement":true}`, "", true},
		{`{"drawByAgreement":false}`, "", false},
		{"", "W:W5:B1", false}, // over
	} {
		if got := playAll(t, c.options, c.line).MayAgree(); got != c.want {
			t.Errorf("%s %s: %t; want %t", c.options, c.line, got, c.want)
		}
	}
}

// TestSteps: what a board needs for entry square by square.
func TestSteps(t *testing.T) {
	t.Parallel()
	p := playAll(t, "", "B:W18,26:B14")
	steps := p.Choices(engines.First)[0].Steps
	if len(steps) != 2 {
		t.Fatalf("%d steps; want 2", len(steps))
	}
	if s := steps[0]; s.From != "14" || s.To != "23" || len(s.Takes) != 1 || s.Takes[0] != "18" {
		t.Errorf("first step %+v", s)
	}
	if s := steps[1]; s.From != "23" || s.To != "30" || len(s.Takes) != 1 || s.Takes[0] != "26" {
		t.Errorf("second step %+v", s)
	}
	if s := playAll(t, "", "").Choices(engines.First)[0].Steps; len(s) != 1 || s[0].From != "9" || s[0].To != "13" || s[0].Takes != nil {
		t.Errorf("a step's steps are %+v", s)
	}
}

func TestDrawShowsTheBoard(t *testing.T) {
	t.Parallel()
	text := New().Draw(playAll(t, "", "B:W18,K31:B14,K6"))
	for _, want := range []string{"18w", "31W", "14r", " 6R", "15.", "Red to move"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := New().Draw(nil); got != "" {
		t.Errorf("nothing is drawn as %q", got)
	}
}

// TestListed: a sentence names a few moves and says that there are others.
func TestListed(t *testing.T) {
	t.Parallel()
	list := begin(startBoard(), usualDraws()).b.moves(nil)
	for n, want := range []string{"", "9-13", "9-13 or 9-14", "9-13, 9-14 or 10-14"} {
		if got := listed(list[:n]); got != want {
			t.Errorf("%d moves: %q; want %q", n, got, want)
		}
	}
	many := make([]move, mostListed+1)
	if got := listed(many); !strings.HasSuffix(got, " and others") || strings.Contains(got, " or ") {
		t.Errorf("many moves: %q", got)
	}
}
