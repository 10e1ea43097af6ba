package enginetest

import (
	"encoding/json"
	"strconv"
	"testing"

	"plylog/engines"
)

// forgiving is a third toy, in which a move may be put right: the seats take the
// last number down by one, "down", until it is 0 and whoever did that has won.
// "stay" leaves it as it is, which is no choice, but accepted as a slip that may
// be corrected to "down" until the opponent has moved. The lowest number cannot
// stay. bug names the one thing that it does wrong; empty: nothing.
type forgiving struct{ bug string }

func (forgiving) Name() string              { return "forgiving" }
func (forgiving) Ruleset() int              { return 1 }
func (forgiving) Seats() [2]string          { return [2]string{"left", "right"} }
func (forgiving) Notation() string          { return "down; stay is a slip" }
func (forgiving) Options() []engines.Option { return nil }

func (forgiving) Draw(p engines.Position) string { return p.Board() }

func (g forgiving) New(options json.RawMessage, board string) (engines.Position, error) {
	if err := engines.ReadOptions(options, &struct{}{}); err != nil {
		return nil, err
	}
	if board == "" {
		board = "5"
	}
	return g.Parse(board)
}

func (g forgiving) Parse(board string) (engines.Position, error) {
	n, err := strconv.Atoi(board)
	if err != nil || strconv.Itoa(n) != board || n < -9 || n > 9 {
		return nil, &engines.BadBoardError{Board: board, Detail: "want -9 to 9, negative for the second seat"}
	}
	return stairs{forgiving: g, at: n}, nil
}

// stairs is a position of forgiving. Its number is negative where the second seat
// is on turn.
type stairs struct {
	forgiving
	at      int
	slipped bool // the last move was a slip
}

func (s stairs) Turn() engines.Seat {
	switch {
	case s.at > 0:
		return engines.First
	case s.at < 0:
		return engines.Second
	default:
		return engines.Nobody
	}
}

func (s stairs) Result() (engines.Result, bool) {
	return engines.Result{Winner: engines.First, Points: 1, Reason: "down"}, s.at == 0
}

func (s stairs) Board() string { return strconv.Itoa(s.at) }

func (s stairs) Choices(by engines.Seat) []engines.Choice {
	if by != s.Turn() || !by.Plays() {
		return nil
	}
	return []engines.Choice{{Move: "down"}}
}

func (s stairs) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	_, err := s.Play(by, m)
	if err != nil {
		return "", err
	}
	return m, nil
}

func (s stairs) refuse(by engines.Seat, m engines.Move) error {
	return &engines.IllegalError{By: by, Move: m, Rule: "FG-1", Code: "forgiving.no", Detail: "not so"}
}

func (s stairs) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	switch {
	case by != s.Turn() || !by.Plays():
		return nil, s.refuse(by, m)
	case m == "stay" && (s.at > 1 || s.at < -1):
		return stairs{s.forgiving, -s.at, s.bug != "does not forgive"}, nil
	case m == "down" && s.at > 0:
		return stairs{s.forgiving, -(s.at - 1), false}, nil
	case m == "down":
		return stairs{s.forgiving, -(s.at + 1), false}, nil
	}
	return nil, s.refuse(by, m)
}

func (s stairs) MayCorrect(by engines.Seat) bool {
	return s.slipped && by == s.Turn().Opponent() || s.bug == "lets anybody correct"
}

func (s stairs) Correct(by engines.Seat, m engines.Move) (engines.Position, error) {
	switch {
	case s.bug == "corrects at any time" && by == s.Turn().Opponent() && m == "down":
	case !s.MayCorrect(by) || m != "down" && s.bug != "corrects to anything":
		if s.bug == "position beside refusal" {
			return s, s.refuse(by, m)
		}
		return nil, s.refuse(by, m)
	}
	before := stairs{s.forgiving, -s.at, false}
	if s.bug == "corrects to elsewhere" {
		return before, nil
	}
	return before.Play(by, "down")
}

func forgivingSuite(bug string) Suite {
	return Suite{Engine: forgiving{bug: bug}, Boards: []string{"5", "-3", "0"}, Games: 1}.filled()
}

func TestLawOfCorrections(t *testing.T) {
	slip := func(bug string) engines.Position { return stairs{forgiving{bug}, -4, true} }
	if err := forgivingSuite("").laws("", slip("")); err != nil {
		t.Errorf("sound toy: %v", err)
	}
	for bug, want := range map[string]string{
		"lets anybody correct":    "may correct",
		"corrects to anything":    "was accepted",
		"position beside refusal": "beside its refusal",
	} {
		wantError(t, forgivingSuite(bug).laws("", slip(bug)), want)
	}
	wantError(t, forgivingSuite("").laws("", stairs{forgiving{"corrects at any time"}, -4, false}), "was accepted")
}

// TestFuzzedSlips: a move that is no choice is excused where it can be corrected.
func TestFuzzedSlips(t *testing.T) {
	for bug, want := range map[string]string{
		"":                      "",
		"does not forgive":      "which is no choice",
		"corrects to elsewhere": "cannot be corrected into one",
	} {
		p, err := forgiving{bug}.Parse("4")
		if err != nil {
			t.Fatal(err)
		}
		err = forgivingSuite(bug).fuzzMove(p, engines.First, "stay")
		if want != "" {
			wantError(t, err, want)
		} else if err != nil {
			t.Error(err)
		}
	}
}

func TestCorrectStatement(t *testing.T) {
	checkScripts(t, forgivingSuite(""), []scriptTest{
		{"all well", "new\nplay first stay\nline -5\ncorrect first down => -4\nplay second down", ""},
		{"without a board", "new\nplay first stay\ncorrect first down\nline -4", ""},
		{"another board", "new\nplay first stay\ncorrect first down => -3", "the board is -4"},
		{"not open", "new\ncorrect first down", "may not correct"},
		{"refused", "new\nplay first stay\ncorrect first up", "not so"},
		{"refusal", "new\nplay first stay\ncorrect second down refused FG-1 forgiving.no", ""},
		{"other refusal", "new\nplay first stay\ncorrect second down refused FG-2 forgiving.no", "is refused by FG-1"},
		{"accepted refusal", "new\nplay first stay\ncorrect first down refused FG-1 forgiving.no", "was accepted"},
		{"unknown seat", "new\ncorrect third down", "seat \"third\""},
		{"unknown seat refused", "new\ncorrect third down refused FG-1 forgiving.no", "seat \"third\""},
	})
	checkScripts(t, sound(""), []scriptTest{{"no corrector", "new\ncorrect first 1", "no move can be corrected"}})
}

func FuzzForgivingMove(f *testing.F) { FuzzMove(f, forgivingSuite("")) }
