package backgammon

import "plylog/engines"

// reading is one way in which the dice can make a spelling: the steps, highest
// start first for a double.
type reading struct {
	steps   [4]step
	n       int
	through [4]bool // the step ends where the spelling names no point
}

// readings finds the ways in which two dice can make the legs of a spelling. It
// writes them to the front of out and returns how many they are.
func (s *spelling) readings(a, b int, out *[4]reading) int {
	if s.n > len(s.legs) {
		return 0
	}
	if a == b {
		if r, ok := s.allAlike(a); ok {
			out[0] = r
			return 1
		}
		return 0
	}
	n := 0
	add := func(r reading, ok bool) {
		if ok {
			out[n] = r
			n++
		}
	}
	switch s.n {
	case 1:
		add(single(s.legs[0], a))
		add(single(s.legs[0], b))
		add(through(s.legs[0], a, b))
		add(through(s.legs[0], b, a))
	case 2:
		add(both(s.legs[0], a, s.legs[1], b))
		add(both(s.legs[0], b, s.legs[1], a))
	}
	return n
}

// reaches reports whether a die can take a checker from one place to another as
// far as the distance goes.
//
// Rule: BG-7, BG-17, BG-19
func reaches(from, to, die int) bool {
	return from-die == to || to == off && from < die
}

func single(l leg, die int) (reading, bool) {
	return reading{steps: [4]step{{l.from, int8(die)}}, n: 1}, reaches(int(l.from), int(l.to), die)
}

func both(l leg, a int, k leg, b int) (reading, bool) {
	r := reading{steps: [4]step{{l.from, int8(a)}, {k.from, int8(b)}}, n: 2}
	return r, reaches(int(l.from), int(l.to), a) && reaches(int(k.from), int(k.to), b)
}

// through reads one leg as two steps of one checker.
func through(l leg, a, b int) (reading, bool) {
	mid := int(l.from) - a
	r := reading{steps: [4]step{{l.from, int8(a)}, {int8(mid), int8(b)}}, n: 2, through: [4]bool{true}}
	return r, mid > off && reaches(mid, int(l.to), b)
}

// allAlike reads the legs with a double, as many steps as each of them takes.
//
// Rule: BG-11
func (s *spelling) allAlike(die int) (reading, bool) {
	var r reading
	for _, l := range s.legs[:s.n] {
		if l.from <= l.to {
			return reading{}, false
		}
		for at := int(l.from); at != int(l.to); at = landing(at, die) {
			if r.n == len(r.steps) || at < int(l.to) || at-die < off && l.to != off {
				return reading{}, false
			}
			// A step keeps its mark while it finds its place among the others.
			i := r.n
			for ; i > 0 && int(r.steps[i-1].from) < at; i-- {
				r.steps[i], r.through[i] = r.steps[i-1], r.through[i-1]
			}
			r.steps[i], r.through[i] = step{int8(at), int8(die)}, landing(at, die) != int(l.to)
			r.n++
		}
	}
	return r, true
}

// play plays a reading as far as it goes: all of it, or up to the step that the
// rules do not allow.
func (r *reading) play(w walk) (walk, int) {
	for i := range r.n {
		from, die := int(r.steps[i].from), int(r.steps[i].die)
		if w.movers(die)&(1<<from) == 0 {
			return w, i
		}
		w.step(from, die)
	}
	return w, r.n
}

// turned returns the two steps of a reading in the other order.
func (r *reading) turned() reading {
	return reading{
		steps:   [4]step{r.steps[1], r.steps[0]},
		n:       2,
		through: [4]bool{r.through[1], r.through[0]},
	}
}

// reader holds what it takes to tell what a spelling means on a roll.
type reader struct {
	start   walk
	a, b    int // the dice, the higher first
	spelled spelling
	read    [4]reading
	n       int
}

// readTurn finds out which turn a spelling means.
func (p *position) readTurn(by engines.Seat, m engines.Move) (turn, *engines.IllegalError) {
	var r reader
	if detail := r.spelled.read(m); detail != "" {
		return turn{}, malformed(by, m, detail)
	}
	r.start, r.a, r.b = p.walk(), int(p.dice[0]), int(p.dice[1])
	r.n = r.spelled.readings(r.a, r.b, &r.read)
	var found [4]turn
	switch n := r.legal(&found); n {
	case 0:
		return turn{}, r.refuse(by, m)
	case 1:
		return found[0], nil
	default:
		return r.choose(by, m, found[:n])
	}
}

// legal collects the legal turns that the readings make, one for each position
// that is reached.
func (r *reader) legal(found *[4]turn) int {
	n := 0
	for i := range r.n {
		one := r.read[i]
		end, played := one.play(r.start)
		if played < one.n && r.a != r.b && one.n == 2 {
			one = one.turned()
			end, played = one.play(r.start)
		}
		if played < one.n {
			continue
		}
		t := turn{men: end.Men, steps: one.steps, n: int8(one.n)}
		if !r.complete(&t) {
			continue
		}
		known := false
		for j := range n {
			known = known || found[j].men == t.men
		}
		if !known {
			found[n] = t
			n++
		}
	}
	return n
}

// complete reports whether a turn that can be played uses the dice as it must,
// or leads where one leads that does.
//
// Rule: BG-8, BG-9, BG-29
func (r *reader) complete(t *turn) bool {
	whole := 2
	if r.a == r.b {
		whole = 4
	}
	if int(t.n) == whole {
		return true
	}
	var all Turns
	all.find(&r.start.Men, r.a, r.b)
	for i := range all.list {
		if all.list[i].men == t.men {
			*t = all.list[i]
			return true
		}
	}
	return false
}

// choose tells turns apart that one spelling can mean, by the hits it marks. No
// two of them hit on the same points: the checkers end where they end, and the
// points between make all the difference.
//
// Rule: BG-29
func (r *reader) choose(by engines.Seat, m engines.Move, found []turn) (turn, *engines.IllegalError) {
	refused := refusal(by, m, "BG-29", "ambiguous", "there are several ways that hit differently; write the point between, or mark the hits")
	for i := range found {
		if r.start.hits(&found[i]) == r.spelled.starred {
			return found[i], nil
		}
		refused.Candidates = append(refused.Candidates, spell(&r.start, &found[i]))
	}
	return turn{}, refused
}

// hits returns where a turn hits.
func (w *walk) hits(t *turn) uint32 {
	var at uint32
	for _, s := range t.steps[:t.n] {
		at |= 1 << s.to()
	}
	return at & w.blots
}
