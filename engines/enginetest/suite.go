package enginetest

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"plylog/engines"
)

// Suite says how one engine is tested. Only Engine is required.
type Suite struct {
	Engine  engines.Engine
	Options []string // option objects to try in random play ("" for the defaults, which is also what an empty list means)
	Boards  []string // good boards in any spelling: checked by every law, random play starts from them too, fuzz seeds
	Moves   []string // notation fuzz seeds, good and bad

	// Reference lists the canonical legal moves of the seat on turn by a slow,
	// obvious implementation, in any order. It is asked at every position in
	// which a seat is on turn.
	Reference func(p engines.Position) []string

	Games  int    // random games, spread evenly over Options; 0: 20
	Plies  int    // after so many plies a random game is left unfinished; 0: 400
	Seed   uint64 // of the first random game, the next ones count up; 0: 1
	Folder string // the engine's folder; empty: the current one
}

func (s Suite) filled() Suite {
	if len(s.Options) == 0 {
		s.Options = []string{""}
	}
	if s.Games == 0 {
		s.Games = 20
	}
	if s.Plies == 0 {
		s.Plies = 400
	}
	if s.Seed == 0 {
		s.Seed = 1
	}
	if s.Folder == "" {
		s.Folder = "."
	}
	return s
}

// Run holds an engine to the laws, its scripts and its rules, in subtests.
func Run(t *testing.T, s Suite) {
	t.Helper()
	s = s.filled()
	folder := os.DirFS(s.Folder)
	t.Run("engine", func(t *testing.T) { report(t, checkEngine(s.Engine)) })
	t.Run("boards", func(t *testing.T) {
		for _, line := range s.Boards {
			report(t, s.checkBoard(line))
		}
	})
	t.Run("play", func(t *testing.T) {
		for i := range s.Games {
			options := s.Options[i%len(s.Options)]
			t.Run(fmt.Sprintf("game%d", i+1), func(t *testing.T) {
				t.Parallel()
				report(t, s.playGame(options, s.Seed+uint64(i)))
			})
		}
	})
	cases, err := readScripts(folder)
	t.Run("scripts", func(t *testing.T) {
		report(t, err)
		for _, c := range cases {
			t.Run(c.file+"/"+c.name, func(t *testing.T) { report(t, s.runCase(c)) })
		}
	})
	t.Run("rules", func(t *testing.T) { reportAll(t, checkCoverage(folder, cases)) })
}

// reporter is what the suite needs of a *testing.T.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

func report(t reporter, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%v", err)
	}
}

func reportAll(t reporter, errs []error) {
	t.Helper()
	for _, err := range errs {
		report(t, err)
	}
}

// checkEngine looks at what an engine says about itself.
func checkEngine(e engines.Engine) error {
	if _, err := engines.NewRegistry(e); err != nil {
		return err
	}
	seats := e.Seats()
	if seats[0] == "" || seats[1] == "" || seats[0] == seats[1] {
		return fmt.Errorf("the seats are called %q; want two different words", seats)
	}
	if e.Notation() == "" {
		return fmt.Errorf("the notation is not described")
	}
	known := map[string]bool{}
	for _, o := range e.Options() {
		if o.Name == "" || o.Help == "" || known[o.Name] {
			return fmt.Errorf("option %q: want a name of its own and a help sentence", o.Name)
		}
		known[o.Name] = true
	}
	return checkStart(e)
}

// checkStart holds New to the few inputs that every engine must treat alike.
func checkStart(e engines.Engine) error {
	empty, err := e.New(nil, "")
	if err != nil {
		return fmt.Errorf("no options: %w", err)
	}
	object, err := e.New([]byte("{}"), "")
	if err != nil {
		return fmt.Errorf("empty options: %w", err)
	}
	if empty.Board() != object.Board() {
		return fmt.Errorf("empty options give %s, no options %s", object.Board(), empty.Board())
	}
	for _, bad := range []string{`{"noSuchOption":1}`, `[]`, `{`, `{} {}`} {
		p, err := e.New([]byte(bad), "")
		if err := badOption(p, err); err != nil {
			return fmt.Errorf("options %s: %w", bad, err)
		}
	}
	p, err := e.New(nil, "\x00 no board")
	if err := badBoard(p, err); err != nil {
		return fmt.Errorf("a bad start board %w", err)
	}
	return nil
}

// readScripts reads every case of testdata/scripts.
func readScripts(folder fs.FS) ([]script, error) {
	names, err := fs.Glob(folder, "testdata/scripts/*.txt")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("testdata/scripts holds no script")
	}
	var all []script
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		cases, err := parseScript(name, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}
