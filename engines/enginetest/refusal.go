package enginetest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"plylog/engines"
)

var ruleName = regexp.MustCompile(`^[A-Z]{2,4}-[0-9]+$`)

// refusal checks that err refuses a move as engines promise to, and returns it.
func refusal(e engines.Engine, err error, by engines.Seat, m engines.Move) (*engines.IllegalError, error) {
	ill, problem := named(e, err)
	if problem != nil {
		return nil, fmt.Errorf("%s %q %w", by, m, problem)
	}
	if ill.By != by || ill.Move != m {
		return nil, fmt.Errorf("%s %q was refused as %s %q", by, m, ill.By, ill.Move)
	}
	return ill, nil
}

// named checks that err is a refusal with everything that it must name.
func named(e engines.Engine, err error) (*engines.IllegalError, error) {
	if err == nil {
		return nil, errors.New("was accepted; want a refusal")
	}
	var ill *engines.IllegalError
	if !errors.As(err, &ill) || ill == nil {
		return nil, fmt.Errorf("was refused with %T (%v); want *engines.IllegalError", err, err)
	}
	switch word, ok := strings.CutPrefix(ill.Code, e.Name()+"."); {
	case !ruleName.MatchString(ill.Rule):
		return nil, fmt.Errorf("was refused by rule %q; want a rule's name", ill.Rule)
	case !ok || word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return nil, fmt.Errorf("was refused with code %q; want %s.some-word", ill.Code, e.Name())
	case ill.Detail == "":
		return nil, errors.New("was refused without a detail")
	}
	if w, ok := e.(engines.Ruled); ok && !stated(w.Rules(), ill.Rule) {
		return nil, fmt.Errorf("was refused by %s, which the engine's rules do not state", ill.Rule)
	}
	return ill, nil
}

// stated reports whether a text of rules has a heading for one.
func stated(rules, name string) bool {
	for line := range strings.Lines(rules) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "###" && words[1] == name {
			return true
		}
	}
	return false
}

// refuses checks that Play and Canonical refuse a move alike, and returns how.
func refuses(e engines.Engine, p engines.Position, by engines.Seat, m engines.Move) (*engines.IllegalError, error) {
	next, err := p.Play(by, m)
	ill, problem := refusal(e, err, by, m)
	if problem != nil {
		return nil, problem
	}
	if next != nil {
		return nil, fmt.Errorf("%s %q: Play returned a position beside its refusal", by, m)
	}
	_, err = p.Canonical(by, m)
	same, problem := refusal(e, err, by, m)
	if problem != nil {
		return nil, fmt.Errorf("asked for its canonical spelling, %w", problem)
	}
	if same.Rule != ill.Rule || same.Code != ill.Code {
		return nil, fmt.Errorf("%s %q: Play refuses with %s %s, Canonical with %s %s",
			by, m, ill.Rule, ill.Code, same.Rule, same.Code)
	}
	return ill, nil
}

func asBadBoard(err error) (bad *engines.BadBoardError) {
	errors.As(err, &bad)
	return bad
}

func asBadOption(err error) (bad *engines.BadOptionError) {
	errors.As(err, &bad)
	return bad
}

// badBoard checks that a board was refused as engines promise to.
func badBoard(p engines.Position, err error) error {
	bad := asBadBoard(err)
	switch {
	case err == nil:
		return fmt.Errorf("was accepted as %s; want a refusal", p.Board())
	case bad == nil:
		return fmt.Errorf("was refused with %T (%v); want *engines.BadBoardError", err, err)
	case bad.Detail == "":
		return errors.New("the refusal has no detail")
	case p != nil:
		return errors.New("a position was returned beside the refusal")
	}
	return nil
}

// badOption checks that options were refused as engines promise to.
func badOption(p engines.Position, err error) error {
	bad := asBadOption(err)
	switch {
	case err == nil:
		return fmt.Errorf("was accepted as %s; want a refusal", p.Board())
	case bad == nil:
		return fmt.Errorf("was refused with %T (%v); want *engines.BadOptionError", err, err)
	case bad.Detail == "":
		return errors.New("the refusal has no detail")
	case p != nil:
		return errors.New("a position was returned beside the refusal")
	}
	return nil
}
