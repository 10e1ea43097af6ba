package backgammon

import "plylog/engines"

// phase is what a position waits for.
type phase uint8

const (
	opening phase = iota // both seats' opening dice
	reroll               // the starter's own roll, with openingReroll
	toRoll               // a roll or a double
	rolling              // the dice that are in the air
	moving               // the checkers' moves
	doubled              // the answer to a double
	over                 // nothing
)

// position implements engines.Position and, of the optional interfaces, Drawer,
// Passer, Resigner, Counter and Termed. It is never changed once it has been handed out.
type position struct {
	men   [2][26]int8 // of first and second seat, each by its own numbering
	terms *terms
	cube  int          // its value; 1 while nobody has doubled, and where there is none
	owner engines.Seat // of the cube; Nobody while it is centred
	phase phase
	turn  engines.Seat // whose turn of the game it is: in doubled the doubler, in over the winner
	dice  [2]uint8     // in moving, the higher first
}

var (
	_ engines.Drawer   = (*position)(nil)
	_ engines.Passer   = (*position)(nil)
	_ engines.Resigner = (*position)(nil)
	_ engines.Counter  = (*position)(nil)
	_ engines.Termed   = (*position)(nil)
)

// Turn implements engines.Position.
func (p *position) Turn() engines.Seat {
	switch p.phase {
	case opening, rolling:
		return engines.Chance
	case doubled:
		return p.turn.Opponent()
	case over:
		return engines.Nobody
	default:
		return p.turn
	}
}

// seen returns the checkers as a seat sees them.
func (p *position) seen(seat engines.Seat) Men {
	me := seat - engines.First
	return Men{Own: p.men[me], Opp: p.men[1-me]}
}

// walk begins the turn of the seat whose turn it is.
func (p *position) walk() walk {
	m := p.seen(p.turn)
	return begin(&m)
}

// Play implements engines.Position.
func (p *position) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	c, refusal := p.read(by, m)
	if refusal != nil {
		return nil, refusal
	}
	return p.after(&c), nil
}

// Canonical implements engines.Position.
func (p *position) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	c, refusal := p.read(by, m)
	switch {
	case refusal != nil:
		return "", refusal
	case c.word != "":
		return c.word, nil
	default:
		w := p.walk()
		return spell(&w, &c.turn), nil
	}
}

// command is a legal move, read: one of the words, or a turn on the board.
type command struct {
	word engines.Move
	turn turn
}

// read finds out what a move means here, or why it is refused.
func (p *position) read(by engines.Seat, m engines.Move) (command, *engines.IllegalError) {
	if p.phase == over || !by.Plays() || by != p.Turn() {
		return command{}, p.notNow(by, m)
	}
	word := wordOf(m)
	var refusal *engines.IllegalError
	switch {
	case p.phase == doubled:
		refusal = p.answering(by, m, word)
	case p.phase != moving:
		refusal = p.beforeRoll(by, m, word)
	case word == engines.Pass:
		refusal = p.passing(by, m)
	case word != "":
		refusal = p.afterRoll(by, m, word)
	default:
		t, refusal := p.readTurn(by, m)
		return command{turn: t}, refusal
	}
	return command{word: word}, refusal
}

// after returns the position after a legal move.
func (p *position) after(c *command) *position {
	next := *p
	switch c.word {
	case engines.Roll:
		next.phase = rolling
	case engines.Double:
		// Rule: BG-22
		if next.phase = doubled; p.phase == doubled {
			next.turnCube(4)
		}
	case engines.Take:
		// Rule: BG-22
		next.turnCube(2)
	case engines.Drop:
		next.phase = over
	case engines.Pass:
		next.pass()
	default:
		me := p.turn - engines.First
		next.men[me], next.men[1-me] = c.turn.men.Own, c.turn.men.Opp
		next.pass()
		// Rule: BG-2
		if next.men[me][off] == checkers {
			next.phase, next.turn = over, p.turn
		}
	}
	return &next
}

// turnCube multiplies the cube, which the answer to a double gives to whoever
// gave it; the doubler rolls.
func (p *position) turnCube(by int) {
	p.cube *= by
	p.owner = p.turn.Opponent()
	p.phase = toRoll
}

// pass hands the turn to the other seat, which has no dice yet.
//
// Rule: BG-5
func (p *position) pass() {
	p.phase, p.turn, p.dice = toRoll, p.turn.Opponent(), [2]uint8{}
}

// MustPass implements engines.Passer.
//
// Rule: BG-10, BG-14
func (p *position) MustPass() bool {
	if p.phase != moving {
		return false
	}
	w := p.walk()
	return w.movers(int(p.dice[0]))|w.movers(int(p.dice[1])) == 0
}

// Choices implements engines.Position.
func (p *position) Choices(by engines.Seat) []engines.Choice {
	if p.phase == over || !by.Plays() || by != p.Turn() {
		return nil
	}
	switch p.phase {
	case moving:
		return p.turnChoices()
	case doubled:
		list := []engines.Choice{{Move: engines.Take}, {Move: engines.Drop}}
		if p.barsBeaver() == nil {
			list = append(list, engines.Choice{Move: engines.Double})
		}
		return list
	default:
		list := []engines.Choice{{Move: engines.Roll}}
		if p.barsDouble() == nil {
			list = append(list, engines.Choice{Move: engines.Double})
		}
		return list
	}
}

// turnChoices lists the turns of the dice.
func (p *position) turnChoices() []engines.Choice {
	m := p.seen(p.turn)
	var found Turns
	found.find(&m, int(p.dice[0]), int(p.dice[1]))
	if len(found.list) == 0 {
		return []engines.Choice{{Move: engines.Pass}}
	}
	w := begin(&m)
	list := make([]engines.Choice, len(found.list))
	for i := range found.list {
		t := &found.list[i]
		list[i] = engines.Choice{Move: spell(&w, t), Steps: steps(&w, t)}
	}
	return list
}

// steps tells a board how a turn is made.
func steps(w *walk, t *turn) []engines.Step {
	list := make([]engines.Step, t.n)
	blots := w.blots
	for i := range list {
		s := t.steps[i]
		to := s.to()
		list[i] = engines.Step{From: placeNames[s.from], To: placeNames[to], Die: int(s.die)}
		if at := uint32(1) << to; to != off && blots&at != 0 {
			blots &^= at
			list[i].Takes = []string{placeNames[to]}
		}
	}
	return list
}
