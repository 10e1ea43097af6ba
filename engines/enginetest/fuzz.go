package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"plylog/engines"
)

// FuzzBoard feeds texts to Parse: it never panics, refuses with a
// *BadBoardError, and what it reads is a position that keeps every law.
func FuzzBoard(f *testing.F, s Suite) {
	s = s.filled()
	s.Reference = nil // too slow here, and Run asks it often enough
	for _, line := range s.Boards {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) { report(t, s.fuzzBoard(line)) })
}

func (s Suite) fuzzBoard(line string) error {
	p, err := s.Engine.Parse(line)
	if err != nil {
		if problem := badBoard(p, err); problem != nil {
			return fmt.Errorf("board %q: %w", line, problem)
		}
		return nil
	}
	return s.laws("", p)
}

// FuzzMove feeds texts to Play and Canonical on a set of positions: they never
// panic, what they accept is a choice of the seat on turn, or a slip that can be
// corrected into one, and what they refuse they refuse alike and by name.
func FuzzMove(f *testing.F, s Suite) {
	s = s.filled()
	positions, err := s.fuzzPositions()
	if err != nil {
		f.Fatal(err)
	}
	for i, m := range s.Moves {
		f.Add(uint16(i), m, true)
	}
	for i, p := range positions {
		for _, c := range p.Choices(p.Turn()) {
			f.Add(uint16(i), string(c.Move), true)
			break
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, text string, onTurn bool) {
		p := positions[int(which)%len(positions)]
		by := p.Turn()
		if !onTurn {
			by = by.Opponent()
		}
		report(t, s.fuzzMove(p, by, engines.Move(text)))
	})
}

func (s Suite) fuzzMove(p engines.Position, by engines.Seat, m engines.Move) error {
	next, err := p.Play(by, m)
	if err != nil {
		if _, problem := refuses(s.Engine, p, by, m); problem != nil {
			return fmt.Errorf("%s: %w", p.Board(), problem)
		}
		return nil
	}
	canon, err := p.Canonical(by, m)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s %q is played, and Canonical says: %w", p.Board(), by, m, err)
	case by != p.Turn():
		return fmt.Errorf("%s: %s %q is played out of turn", p.Board(), by, m)
	case !slices.Contains(moves(p.Choices(by)), string(canon)):
		if err := s.slip(p, next, by, canon); err != nil {
			return fmt.Errorf("%s: %s %q %w", p.Board(), by, m, err)
		}
	}
	again, err := p.Play(by, canon)
	if err != nil {
		return fmt.Errorf("%s: %s %q is played, its canonical %q refused: %w", p.Board(), by, m, canon, err)
	}
	if next.Board() != again.Board() {
		return fmt.Errorf("%s: %s %q leads to %s, its canonical %q to %s",
			p.Board(), by, m, next.Board(), canon, again.Board())
	}
	return nil
}

// fuzzPositions gathers the boards given and what one random game under each of
// the options passes through.
func (s Suite) fuzzPositions() ([]engines.Position, error) {
	var list []engines.Position
	for _, line := range s.Boards {
		p, err := s.Engine.Parse(line)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	enough := errors.New("enough")
	for i, options := range s.Options {
		start, err := s.Engine.New(json.RawMessage(options), "")
		if err != nil {
			return nil, err
		}
		most := len(list) + 100
		err = s.walk(options, start, s.Seed+uint64(i), func(_ string, p engines.Position) error {
			if len(list) == most {
				return enough
			}
			list = append(list, p)
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			return nil, err
		}
	}
	return list, nil
}
