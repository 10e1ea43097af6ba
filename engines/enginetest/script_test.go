package enginetest

import "testing"

// scriptTest is a case and what its failure must say; empty: it passes.
type scriptTest struct{ name, steps, want string }

func checkScripts(t *testing.T, s Suite, tests []scriptTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := parseScript("x.txt", "== c\n"+tt.steps)
			if err != nil {
				t.Fatal(err)
			}
			err = s.runCase(cases[0])
			if tt.want != "" {
				wantError(t, err, tt.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestScriptStatementsCanFail(t *testing.T) {
	checkScripts(t, sound(""), []scriptTest{
		{"all well", "new\nplay first 3 => take 3\nline second 7\nturn second\ncount second 3\ngoing", ""},
		{"no position", "play first 1", "x.txt:2: case \"c\": play first 1: there is no position yet"},
		{"unknown statement", "new\njump first", "no statement \"jump\""},
		{"unknown seat", "new\nplay third 1", "seat \"third\""},
		{"refused play", "new\nplay first 4", "one to three"},
		{"other canonical", "new\nplay first 1 => 1", "canonical spelling is \"take 1\""},
		{"accepted refusal", "new\nrefuse first 1 TOY-3 toy.wrong-number", "was accepted"},
		{"other rule", "new\nrefuse first 4 TOY-1 toy.wrong-number", "is refused by TOY-3"},
		{"other code", "new\nrefuse first 4 TOY-3 toy.other", "is refused by TOY-3"},
		{"right refusal", "new\nrefuse first take 4 TOY-3 toy.wrong-number", ""},
		{"candidates", "new\nambiguous first 4 TOY-3 toy.wrong-number : take 1 | take 2", "missing"},
		{"legal misses", "board first 2\nlegal first take 1", "not wanted [\"take 2\"]"},
		{"legal has more", "board first 1\nlegal first take 1 | take 2", "missing [\"take 2\"]"},
		{"legal none", "board first 1\nlegal second -", ""},
		{"legal nothing", "board first 1\nlegal first -", "not wanted"},
		{"count", "new\ncount first 4", "there are 3"},
		{"no number", "new\ncount first many", "many"},
		{"barred", "new\nbarred first take 4 TOY-3 toy.wrong-number", ""},
		{"barred by another", "new\nbarred first take 4 TOY-1 toy.wrong-number", "is refused by TOY-3"},
		{"not barred", "new\nbarred first take 1 TOY-3 toy.wrong-number", "is not barred"},
		{"seen", "new\nseen 2", "seen 1 times"},
		{"stood", "new\nstood first take 1 0", ""},
		{"stood more often", "new\nstood first take 1 1", "has stood 0 times"},
		{"stood where no choice leads", "new\nstood first take 4 0", "is no choice"},
		{"turn", "new\nturn second", "it is the turn of first"},
		{"line", "new\nline first 9", "the board is first 10"},
		{"no dice", "new\ndraw 6-1", "no dice"},
		{"no claims", "new\nclaim first x => draw", "no claims"},
		{"no values", "new\nresign first - => second 1 now", "no values"},
		{"over", "board first 1\nplay first 1\nover first 1 last-stick", ""},
		{"over for another", "board first 1\nplay first 1\nover second 1 last-stick", "it ended first 1 last-stick"},
		{"over with score", "board first 1\nplay first 1\nover first 1 last-stick 1-0", "last-stick none"},
		{"not over", "new\nover first 1 last-stick", "goes on"},
		{"not going", "board first 0\ngoing", "it ended second"},
		{"bad board", "badboard first x TOY-1", ""},
		{"bad board for another rule", "badboard first x -", "offends rule \"TOY-1\""},
		{"good board", "badboard first 1 TOY-1", "was accepted"},
		{"bad option", "badoption {\"heap\":3} heap", ""},
		{"other bad option", "badoption {\"heap\":3} size", "the refused option is \"heap\""},
		{"good option", "badoption {} heap", "was accepted"},
		{"start board", "new {} | second 5\nline second 5", ""},
		{"start refused", "new {} | second x", "want a seat"},
	})
}

func TestScriptHoldsItsPositionsToTheLaws(t *testing.T) {
	cases, err := parseScript("x.txt", "== c\nboard first 1\nplay first 1")
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, sound("wins nothing").runCase(cases[0]), "breaks a law")
}

func TestParseScriptRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "# only a comment\n", "holds no case"},
		{"before the first case", "new\n== a\nnew", "before the first case"},
		{"no name", "==\nnew", "name of its own"},
		{"name twice", "== a\nnew\n== a\nnew", "x.txt:3"},
		{"empty case", "== a\n== b\nnew", "does nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseScript("x.txt", tt.text)
			wantError(t, err, tt.want)
		})
	}
}
