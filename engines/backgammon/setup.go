package backgammon

import "plylog/engines"

// setup is a position as a board line tells it, not yet held against the rules.
type setup struct {
	men    Men // of the first seat and of the second
	phase  phase
	turn   engines.Seat
	dice   [2]uint8
	cube   int
	owner  engines.Seat
	terms  terms
	stated bool // the line says something of the match, in terms
}

// position checks a setup and makes it a position. Every error is a
// *engines.BadBoardError about the line.
func (s *setup) position(line string) (engines.Position, error) {
	p := &position{
		men:   [2][26]int8{s.men.Own, s.men.Opp},
		terms: &s.terms,
		cube:  s.cube,
		owner: s.owner,
		phase: s.phase,
		turn:  s.turn,
		dice:  s.dice,
	}
	rule, detail := s.men.fault()
	if detail == "" {
		rule, detail = p.fault()
	}
	if detail != "" {
		return nil, &engines.BadBoardError{Board: line, Rule: rule, Detail: detail}
	}
	return p, nil
}

// fault says why no game stands so, the checkers aside; empty where one can.
func (p *position) fault() (rule, detail string) {
	t := p.terms
	switch {
	case p.cube < 1 || p.cube > MostCube || p.cube&(p.cube-1) != 0:
		return "BG-22", "the cube shows a power of two"
	case (p.cube > 1) != (p.owner != engines.Nobody):
		return "BG-22", "a cube that has been turned has an owner, and no other has"
	case p.cube > 1 && !t.cube:
		return "BG-22", "the cube has been turned in a game without one"
	case p.cube > 1 && t.crawfordGame():
		return "BG-24", "the cube has been turned in the Crawford game"
	}
	return p.phaseFault()
}

// phaseFault says why what a position waits for cannot be awaited.
func (p *position) phaseFault() (rule, detail string) {
	winner := engines.Nobody
	for seat := engines.First; seat <= engines.Second; seat++ {
		if p.men[seat-engines.First][off] == checkers {
			winner = seat
		}
	}
	switch {
	case p.phase == opening && p.cube > 1:
		return "BG-22", "the cube has been turned before the opening roll"
	case winner != engines.Nobody && (p.phase != over || p.turn != winner):
		return "BG-2", "a side has borne off all its checkers, so that the game is over"
	case p.phase == doubled || p.phase == over && winner == engines.Nobody:
		// The double, or the one that was dropped, must have been allowed.
		if why := p.barsDouble(); why != nil {
			return why.rule, "nobody can have doubled: " + why.detail
		}
	}
	return "", ""
}
