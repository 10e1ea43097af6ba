package enginetest

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"plylog/engines"
)

// sound is the suite of the toy without a bug.
func sound(bug string) Suite {
	return Suite{
		Engine:    toy{bug: bug},
		Boards:    []string{"first 10", "Second 4", "first 0"},
		Moves:     []string{"take 1", "3", "?"},
		Reference: reference,
		Games:     5,
	}.filled()
}

// reference knows the toy's moves from its board line alone.
func reference(p engines.Position) []string {
	var by string
	var left int
	fmt.Sscan(p.Board(), &by, &left)
	return []string{"take 1", "take 2", "take 3"}[:min(3, left)]
}

func TestSoundToyPasses(t *testing.T) {
	s := sound("")
	s.Folder = "testdata/toy"
	Run(t, s)
}

func TestLawsFindPlantedBugs(t *testing.T) {
	tests := []struct{ bug, want string }{
		{"never over", "turn and result"},
		{"wins nothing", "wins 0 points"},
		{"choices for both", "first is on turn and second has"},
		{"no choice at two", "has no choice"},
		{"repeats", "is there twice"},
		{"unplayable", "want"},
		{"one too few", `missing ["take 3"]`},
		{"lax spelling", "law of"},
		{"lies about repetition", "stood 1 times"},
		{"plays for anybody", "was accepted"},
		{"no detail", "without a detail"},
		{"foreign code", "want toy.some-word"},
		{"position beside refusal", "beside its refusal"},
		{"reads one more", "reads back as"},
		{"must pass and does not", "must pass"},
		{"bars a legal move", "both barred and a choice"},
		{"bars for another rule", "is barred by TOY-2"},
		{"counts nothing", "depth 1 counts 0"},
		{"counts deep ones twice", "depth 2 counts"},
		{"draws escapes", "control character"},
	}
	for _, tt := range tests {
		t.Run(tt.bug, func(t *testing.T) {
			s := sound(tt.bug)
			var err error
			for i := range s.Games {
				if err = s.playGame("", s.Seed+uint64(i)); err != nil {
					break
				}
			}
			wantError(t, err, tt.want)
		})
	}
}

func TestLawsWithoutReferenceFindUnplayableAndLaxChoices(t *testing.T) {
	for bug, want := range map[string]string{"unplayable": "no canonical spelling", "lax spelling": "is not canonical"} {
		s := sound(bug)
		s.Reference = nil
		wantError(t, s.playGame("", 1), want)
	}
}

func TestFailureNamesSeedAndMoves(t *testing.T) {
	s := sound("wins nothing")
	err := s.playGame("", 7)
	wantError(t, err, "seed 7")
	wantError(t, err, "take ")
}

func TestEngineCheckFindsPlantedBugs(t *testing.T) {
	if err := checkEngine(toy{}); err != nil {
		t.Errorf("sound toy: %v", err)
	}
	wantError(t, checkEngine(toy{bug: "takes any option"}), "was accepted")
	wantError(t, checkEngine(toy{bug: "one name for both"}), "two different words")
	wantError(t, checkEngine(toy{bug: "explains nothing"}), "not described")
	wantError(t, checkEngine(toy{bug: "nameless option"}), "a name of its own")
	wantError(t, checkEngine(toy{bug: "plain board error"}), "*engines.BadBoardError")
}

func TestFuzzBodiesFindPlantedBugs(t *testing.T) {
	if err := sound("").fuzzBoard("first 5"); err != nil {
		t.Errorf("sound toy: %v", err)
	}
	wantError(t, sound("plain board error").fuzzBoard("nonsense"), "*engines.BadBoardError")
	wantError(t, sound("reads one more").fuzzBoard("first 5"), "reads back as")

	p, _ := toy{}.Parse("first 5")
	for _, m := range []engines.Move{"take 2", "2", "", "take 9", "\xff"} {
		if err := sound("").fuzzMove(p, engines.First, m); err != nil {
			t.Errorf("sound toy, %q: %v", m, err)
		}
	}
	few, _ := toy{bug: "one too few"}.Parse("first 5")
	wantError(t, sound("").fuzzMove(few, engines.First, "3"), "which is no choice")
	foreign, _ := toy{bug: "foreign code"}.Parse("first 5")
	wantError(t, sound("").fuzzMove(foreign, engines.First, "9"), "some-word")
	silent, _ := toy{bug: "panics on a question mark"}.Parse("first 5")
	wantError(t, sound("").fuzzMove(silent, engines.First, "?"), "Canonical says")
}

func FuzzToyBoard(f *testing.F) { FuzzBoard(f, sound("")) }

func FuzzToyMove(f *testing.F) { FuzzMove(f, sound("")) }

func TestReportGoesToTheTest(t *testing.T) {
	var r recorder
	reportAll(&r, []error{nil, fmt.Errorf("one"), fmt.Errorf("two")})
	if got := strings.Join(r, ","); got != "one,two" {
		t.Errorf("reported %q", got)
	}
}

func TestScriptsOfNobody(t *testing.T) {
	_, err := readScripts(fstest.MapFS{})
	wantError(t, err, "holds no script")
}

// recorder is a reporter that keeps what it is told.
type recorder []string

func (*recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	*r = append(*r, fmt.Sprintf(format, args...))
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error is %v; want one with %q", err, want)
	}
}
