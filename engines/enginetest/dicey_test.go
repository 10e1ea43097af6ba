package enginetest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"plylog/engines"
)

// dicey is a second toy, with everything that the first one lacks: both seats
// lower one number by what a die shows, whoever brings it to 0 wins, who cannot
// passes. A draw may be claimed below 3, and a resignation has two values.
type dicey struct{ bug string }

func (dicey) Name() string                   { return "dicey" }
func (dicey) Ruleset() int                   { return 1 }
func (dicey) Seats() [2]string               { return [2]string{"left", "right"} }
func (dicey) Notation() string               { return "go, or pass" }
func (dicey) Options() []engines.Option      { return nil }
func (dicey) Draw(p engines.Position) string { return p.Board() }
func (g dicey) start() *track                { return &track{dicey: g, left: 9, turn: engines.First} }
func (g dicey) bad(s string) error {
	return &engines.BadBoardError{Board: s, Detail: "want SEAT LEFT DIE"}
}
func (g dicey) has(bug string) bool          { return g.bug == bug }
func (g dicey) yes(bug string, or bool) bool { return or != g.has(bug) }
func (g dicey) illegal(by engines.Seat, m engines.Move, code string) error {
	return &engines.IllegalError{By: by, Move: m, Rule: "DI-1", Code: "dicey." + code, Detail: "not now"}
}

func (g dicey) New(options json.RawMessage, board string) (engines.Position, error) {
	if err := engines.ReadOptions(options, &struct{}{}); err != nil {
		return nil, err
	}
	if board != "" {
		return g.Parse(board)
	}
	return g.start(), nil
}

func (g dicey) Parse(board string) (engines.Position, error) {
	word := strings.Fields(board)
	if len(word) != 3 {
		return nil, g.bad(board)
	}
	by, err := engines.ParseSeat(word[0])
	left, err2 := strconv.Atoi(word[1])
	die, err3 := strconv.Atoi(word[2])
	if err != nil || err2 != nil || err3 != nil || !by.Plays() || left < 0 || left > 9 || die < 0 || die > 2 {
		return nil, g.bad(board)
	}
	return &track{dicey: g, left: left, turn: by, die: die}, nil
}

// track is a position of dicey; die 0 is not thrown yet.
type track struct {
	dicey
	left, die int
	turn      engines.Seat
}

func (p *track) Board() string { return fmt.Sprintf("%s %d %d", p.turn, p.left, p.die) }

func (p *track) Turn() engines.Seat {
	switch {
	case p.left == 0:
		return engines.Nobody
	case p.die == 0:
		return engines.Chance
	}
	return p.turn
}

func (p *track) Result() (engines.Result, bool) {
	if p.left > 0 {
		return engines.Result{}, false
	}
	r := engines.Result{Winner: p.turn.Opponent(), Points: 1, Reason: "arrived", Score: &[2]int{1, 0}}
	switch p.bug {
	case "draw with points":
		r.Winner = engines.Nobody
	case "chance wins":
		r.Winner = engines.Chance
	case "no reason":
		r.Reason = ""
	}
	return r, true
}

func (p *track) MustPass() bool {
	return p.Turn().Plays() && p.die > p.left && !p.has("denies the pass")
}

func (p *track) Choices(by engines.Seat) []engines.Choice {
	if by != p.Turn() || !by.Plays() {
		return nil
	}
	m := engines.Move("go")
	if p.die > p.left {
		m = engines.Pass
	}
	st := engines.Step{To: "on"}
	if p.has("step to nowhere") {
		st.To = ""
	}
	return []engines.Choice{{Move: m, Steps: []engines.Step{st}}}
}

func (p *track) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	if by != p.Turn() || !by.Plays() {
		return "", p.illegal(by, m, "not-your-turn")
	}
	if m != p.Choices(by)[0].Move && !(p.has("passes at will") && m == engines.Pass) {
		return "", p.illegal(by, m, "malformed")
	}
	return m, nil
}

func (p *track) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	if _, err := p.Canonical(by, m); err != nil {
		return nil, err
	}
	next := &track{dicey: p.dicey, left: p.left, turn: by.Opponent()}
	if m == "go" {
		next.left -= p.die
	}
	return next, nil
}

func (p *track) Outcomes() []engines.Outcome {
	if p.yes("outcomes at any time", p.Turn() != engines.Chance) {
		return nil
	}
	list := []engines.Outcome{{Name: "1", Weight: 2}, {Name: "2", Weight: 1}}
	switch p.bug {
	case "no weight":
		list[1].Weight = 0
	case "three":
		list = append(list, engines.Outcome{Name: "3", Weight: 1})
	}
	return list
}

func (p *track) Draw(outcome string) (engines.Position, error) {
	if p.has("draws anything") {
		outcome = "1"
	}
	if p.Turn() != engines.Chance || outcome != "1" && outcome != "2" {
		return nil, p.illegal(engines.Chance, engines.Move(outcome), "wrong-dice")
	}
	next := *p
	if p.has("changes in place") && outcome == "2" {
		p.die = 1
	}
	next.die = int(outcome[0] - '0')
	return &next, nil
}

func (p *track) Claims(by engines.Seat) []string {
	if p.yes("lists a false claim", p.left >= 3) {
		return nil
	}
	return []string{"tired"}
}

func (p *track) Claim(by engines.Seat, claim string) (engines.Result, error) {
	if claim != "tired" && !p.has("grants any claim") || p.left >= 3 && !p.has("grants any claim") {
		return engines.Result{}, p.illegal(by, engines.Move(claim), "no-claim")
	}
	return engines.Result{Reason: "tired"}, nil
}

func (p *track) Resign(by engines.Seat, value string) (engines.Result, bool, error) {
	if value != "" && value != "double" && !p.has("resigns for any value") {
		return engines.Result{}, false, p.illegal(by, engines.Move(value), "no-value")
	}
	return engines.Result{Winner: by.Opponent(), Points: 1 + len(value)/6, Reason: "resigned"}, value != "", nil
}

func TestDiceyLaws(t *testing.T) {
	tests := []struct{ bug, want string }{
		{"", ""},
		{"draw with points", "a draw worth 1 points"},
		{"chance wins", "chance wins"},
		{"no reason", "want a stable word"},
		{"denies the pass", "pass is a choice and MustPass is false"},
		{"step to nowhere", "leads nowhere"},
		{"passes at will", `"pass" was accepted`},
		{"outcomes at any time", "with 0 outcomes"},
		{"no weight", "weight above 0"},
		{"three", `the outcome "3" cannot be drawn`},
		{"draws anything", `the outcome "" was accepted`},
		{"changes in place", "the position changed to"},
		{"lists a false claim", `cannot claim "tired"`},
		{"grants any claim", "a claim that does not exist was accepted"},
		{"resigns for any value", "a value that does not exist was accepted"},
	}
	for _, tt := range tests {
		t.Run(tt.bug, func(t *testing.T) {
			s := Suite{Engine: dicey{bug: tt.bug}}.filled()
			var err error
			for i := range uint64(20) {
				if err = s.playGame("", i); err != nil {
					break
				}
			}
			if tt.want != "" {
				wantError(t, err, tt.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDiceyScripts(t *testing.T) {
	checkScripts(t, Suite{Engine: dicey{}}, []scriptTest{
		{"whole game", "board first 2 0\nturn chance\ndraw 2\nplay first go\nover first 1 arrived [1-0]", ""},
		{"other score", "board second 0 0\nover first 1 arrived [2-0]", "it ended first 1 arrived 1-0"},
		{"wrong dice", "board first 2 0\ndraw 3", "not now"},
		{"pass", "board first 1 2\nplay first pass\nturn chance", ""},
		{"claim", "board first 2 1\nclaim first tired => draw", ""},
		{"claim for another winner", "board first 2 1\nclaim first tired => second", "the claim gives draw"},
		{"claim refused", "board first 5 1\nclaim first tired refused DI-1 dicey.no-claim", ""},
		{"claim refused otherwise", "board first 5 1\nclaim first tired refused DI-1 dicey.other", "is refused by DI-1 dicey.no-claim"},
		{"claim not refused", "board first 2 1\nclaim first tired refused DI-1 dicey.no-claim", "was accepted"},
		{"claim of nobody known", "board first 2 1\nclaim third tired => draw", "seat \"third\""},
		{"claim that fails", "board first 5 1\nclaim first tired => draw", "not now"},
		{"resign", "board first 2 1\nresign first - => second 1 offer\nresign first double => second 2 now", ""},
		{"resign for another value", "board first 2 1\nresign first double => second 1 now", "resigning gives second 2 now"},
		{"resign refused", "board first 2 1\nresign first x refused DI-1 dicey.no-value", ""},
		{"resign not refused", "board first 2 1\nresign first - refused DI-1 dicey.no-value", "was accepted"},
		{"resign that fails", "board first 2 1\nresign first x => second 1 now", "not now"},
		{"nothing counted", "board first 2 1\nseen 1", "counts no repetitions"},
		{"nothing barred", "board first 2 1\nbarred first go DI-1 dicey.x", "bars nothing"},
	})
}
