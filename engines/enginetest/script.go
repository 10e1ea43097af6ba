package enginetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"plylog/engines"
)

// script is one case of a script file.
type script struct {
	file  string
	line  int
	name  string
	rules []string // what its "# rule:" lines cite
	steps []statement
}

// statement is one line of a case.
type statement struct {
	line int
	verb string
	rest string
}

var ruleWord = regexp.MustCompile(`[A-Z]{2,4}-[0-9]+`)

// parseScript splits a file into its cases.
func parseScript(file, text string) ([]script, error) {
	var cases []script
	names := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "=="); ok {
			name = strings.TrimSpace(name)
			if name == "" || names[name] {
				return nil, fmt.Errorf("%s:%d: a case needs a name of its own", file, i+1)
			}
			names[name] = true
			cases = append(cases, script{file: file, line: i + 1, name: name})
			continue
		}
		comment, isComment := strings.CutPrefix(line, "#")
		switch {
		case line == "":
		case len(cases) == 0 && !isComment:
			return nil, fmt.Errorf("%s:%d: %q stands before the first case", file, i+1, line)
		case len(cases) == 0:
		case isComment:
			if list, ok := strings.CutPrefix(strings.TrimSpace(comment), "rule:"); ok {
				c := &cases[len(cases)-1]
				c.rules = append(c.rules, ruleWord.FindAllString(list, -1)...)
			}
		default:
			verb, rest, _ := strings.Cut(line, " ")
			c := &cases[len(cases)-1]
			c.steps = append(c.steps, statement{line: i + 1, verb: verb, rest: strings.TrimSpace(rest)})
		}
	}
	for _, c := range cases {
		if len(c.steps) == 0 {
			return nil, fmt.Errorf("%s:%d: case %q does nothing", file, c.line, c.name)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s holds no case", file)
	}
	return cases, nil
}

// run is a case in execution.
type run struct {
	suite   Suite
	options string
	pos     engines.Position // nil before the first new or board
}

// runCase executes a case; the error names where it failed.
func (s Suite) runCase(c script) error {
	r := &run{suite: s.filled()}
	for _, st := range c.steps {
		if err := r.execute(st); err != nil {
			return fmt.Errorf("%s:%d: case %q: %s %s: %w", c.file, st.line, c.name, st.verb, st.rest, err)
		}
	}
	return nil
}

// execute executes one statement. Every position that a statement leads to is
// held to the laws too.
func (r *run) execute(st statement) error {
	if begin, ok := beginVerbs[st.verb]; ok {
		return begin(r, st.rest)
	}
	if r.pos == nil {
		if _, ok := verbs[st.verb]; ok {
			return fmt.Errorf("there is no position yet; begin with new or board")
		}
	}
	if verb, ok := verbs[st.verb]; ok {
		return verb(r, st.rest)
	}
	return fmt.Errorf("there is no statement %q", st.verb)
}

// arrive makes a position the one that the next statements are about.
func (r *run) arrive(p engines.Position) error {
	r.pos = p
	if err := r.suite.laws(r.options, p); err != nil {
		return fmt.Errorf("leads to a position that breaks a law: %w", err)
	}
	return nil
}

// beginVerbs need no position.
var beginVerbs = map[string]func(*run, string) error{
	"new": func(r *run, rest string) error {
		options, board, _ := strings.Cut(rest, "|")
		options, board = strings.TrimSpace(options), strings.TrimSpace(board)
		p, err := r.suite.Engine.New(json.RawMessage(options), board)
		if err != nil {
			return err
		}
		r.options = options
		return r.arrive(p)
	},
	"board": func(r *run, rest string) error {
		p, err := r.suite.Engine.Parse(rest)
		if err != nil {
			return err
		}
		r.options = ""
		return r.arrive(p)
	},
	"badboard": func(r *run, rest string) error {
		line, rule := cutLast(rest)
		p, err := r.suite.Engine.Parse(line)
		if problem := badBoard(p, err); problem != nil {
			return problem
		}
		if bad := asBadBoard(err); bad.Rule != dashed(rule) {
			return fmt.Errorf("offends rule %q: %s", bad.Rule, bad.Detail)
		}
		return nil
	},
	"badoption": func(r *run, rest string) error {
		options, name := cutLast(rest)
		p, err := r.suite.Engine.New(json.RawMessage(options), "")
		if problem := badOption(p, err); problem != nil {
			return problem
		}
		if bad := asBadOption(err); bad.Option != dashed(name) {
			return fmt.Errorf("the refused option is %q: %s", bad.Option, bad.Detail)
		}
		return nil
	},
}

// cutLast splits off the last word.
func cutLast(s string) (before, last string) {
	s = strings.TrimSpace(s)
	at := strings.LastIndexByte(s, ' ')
	return strings.TrimSpace(s[:max(at, 0)]), s[at+1:]
}

// dashed reads the word "-" as nothing.
func dashed(s string) string {
	if s == "-" {
		return ""
	}
	return s
}
