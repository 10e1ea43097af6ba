package backgammon

import (
	"fmt"

	"plylog/engines"
)

// refuse names the rule that a turn offends which none of its readings makes
// legal.
func (r *reader) refuse(by engines.Seat, m engines.Move) *engines.IllegalError {
	w := &r.start
	if w.movers(r.a)|w.movers(r.b) == 0 {
		return r.nothing(by, m)
	}
	if why := r.misfit(); why != nil {
		return why.refuse(by, m)
	}
	var best *reason
	furthest := -1
	for i := range r.n {
		one := r.read[i]
		end, played := one.play(*w)
		if played < one.n && r.a != r.b && one.n == 2 && !one.through[0] {
			other := one.turned()
			if e, n := other.play(*w); n > played || n == played && other.steps[0].from > one.steps[0].from {
				one, end, played = other, e, n
			}
		}
		if played == one.n {
			return r.incomplete(&one).refuse(by, m)
		}
		if played > furthest {
			furthest = played
			best = end.fault(one.steps[played], one.through[played])
		}
	}
	return best.refuse(by, m)
}

// nothing refuses any turn where none can be played.
func (r *reader) nothing(by engines.Seat, m engines.Move) *engines.IllegalError {
	if r.start.Own[bar] > 0 {
		// Rule: BG-14
		return refusal(by, m, "BG-14", "must-pass",
			fmt.Sprintf("no checker can enter from the bar with %d-%d, so the turn is lost", r.a, r.b))
	}
	// Rule: BG-10
	return refusal(by, m, "BG-10", "must-pass", fmt.Sprintf("nothing can be played with %d-%d, so the turn is lost", r.a, r.b))
}

// misfit says why a spelling cannot be made with the dice wherever the checkers
// stand, or starts where no checker is.
func (r *reader) misfit() *reason {
	s := &r.spelled
	legs := s.legs[:min(s.n, len(s.legs))]
	for _, l := range legs {
		if l.from <= l.to {
			// Rule: BG-6
			return &reason{"BG-6", "backward", fmt.Sprintf("%s goes backward; checkers move from high points to low ones", l)}
		}
	}
	for _, l := range legs {
		if r.start.Own[l.from] == 0 && !s.lands(l.from) {
			return noChecker(int(l.from))
		}
	}
	if r.n > 0 {
		return nil
	}
	if r.a == r.b {
		// Rule: BG-11
		return &reason{"BG-11", "wrong-die", fmt.Sprintf("the roll is %d-%d, which is up to four steps of %d", r.a, r.b, r.a)}
	}
	for _, l := range legs {
		if l.to == off && int(l.from) > r.a+r.b {
			// Rule: BG-17
			return &reason{"BG-17", "wrong-die", fmt.Sprintf("%d-%d does not reach from %s off the board", r.a, r.b, placeNames[l.from])}
		}
	}
	// Rule: BG-7
	return &reason{"BG-7", "wrong-die", fmt.Sprintf("the roll is %d-%d, one step with each die or both with one checker", r.a, r.b)}
}

// lands reports whether a leg ends on a place.
func (s *spelling) lands(at int8) bool {
	for _, l := range s.legs[:min(s.n, len(s.legs))] {
		if l.to == at {
			return true
		}
	}
	return false
}

// String writes a leg as a turn does.
func (l leg) String() string { return placeNames[l.from] + "/" + placeNames[l.to] }

func noChecker(from int) *reason {
	if from == bar {
		// Rule: BG-13
		return &reason{"BG-13", "no-checker", "there is no checker on the bar"}
	}
	// Rule: BG-6
	return &reason{"BG-6", "no-checker", fmt.Sprintf("there is no checker to move on the %s-point", placeNames[from])}
}

// fault says why a step cannot be played. between tells that it ends on a point
// that the turn does not name.
func (w *walk) fault(s step, between bool) *reason {
	from, die, to := int(s.from), int(s.die), s.to()
	higher := w.mine &^ (2<<from - 1)
	switch {
	case w.Own[from] == 0:
		return noChecker(from)
	case w.Own[bar] > 0 && from != bar:
		// Rule: BG-13
		return &reason{"BG-13", "bar-first", "a checker is on the bar and must enter before any other moves"}
	case w.held&(1<<to) != 0 && between:
		// Rule: BG-7
		return &reason{"BG-7", "blocked", fmt.Sprintf("the way is barred: the opponent holds the %s-point", placeNames[to])}
	case w.held&(1<<to) != 0:
		// Rule: BG-6
		return &reason{"BG-6", "blocked", fmt.Sprintf("the opponent holds the %s-point", placeNames[to])}
	case w.mine&outside != 0:
		// Rule: BG-16
		return &reason{"BG-16", "bear-off-early", fmt.Sprintf("no checker is borne off while one stands outside the home board, on %s", placeNames[top(w.mine)])}
	default:
		// Rule: BG-18
		return &reason{"BG-18", "bear-off-higher", fmt.Sprintf("the %d is played from %s first: it bears off from %s only if no checker stands higher", die, placeNames[top(higher)], placeNames[from])}
	}
}

// incomplete refuses a turn that can be played and uses the dice worse than it must.
func (r *reader) incomplete(one *reading) *reason {
	var all Turns
	all.find(&r.start.Men, r.a, r.b)
	best := &all.list[0]
	tried := turn{steps: one.steps, n: int8(one.n)}
	if best.n > 1 {
		// Rule: BG-8
		return &reason{"BG-8", "more-dice", fmt.Sprintf("%s plays %s of the roll; %s plays %d",
			spell(&r.start, &tried), count(one.n, "step"), spell(&r.start, best), best.n)}
	}
	// Rule: BG-9
	return &reason{"BG-9", "higher-die", fmt.Sprintf("%s plays the %d; the %d can be played with %s",
		spell(&r.start, &tried), one.steps[0].die, best.steps[0].die, spell(&r.start, best))}
}

// example returns one legal turn of a roll that can be played.
func (p *position) example() engines.Move {
	m := p.seen(p.turn)
	var all Turns
	all.find(&m, int(p.dice[0]), int(p.dice[1]))
	w := begin(&m)
	return spell(&w, &all.list[0])
}
