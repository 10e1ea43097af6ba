package backgammon

// step is one die played by one checker.
type step struct{ from, die int8 }

func (s step) to() int { return landing(int(s.from), int(s.die)) }

// turn is what one roll can lead to: the position after it, still as the mover
// counts, and one order of steps that leads there.
type turn struct {
	men   Men
	steps [4]step
	n     int8 // steps played
}

// Turns finds everything that a roll can lead to. It holds the buffer for it,
// so one that is used again allocates nothing. The zero value is ready for use;
// it is not safe for concurrent use.
type Turns struct {
	list []turn
	so   turn    // the steps of a double on the way down
	at   [5]walk // and the position before each of them
}

// Count returns the number of distinct positions that the mover can reach with
// a roll of dice a and b, 1 to 6 each: 0 where nothing can be played.
func (t *Turns) Count(m *Men, a, b int) int {
	t.find(m, a, b)
	return len(t.list)
}

// Reached returns position i, 0 to Count-1, of the last count, still as the
// mover counts.
func (t *Turns) Reached(i int) Men { return t.list[i].men }

// find fills the list with every legal turn of a roll, one for each position
// that is reached, highest points first.
func (t *Turns) find(m *Men, a, b int) {
	t.list = t.list[:0]
	if a == b {
		t.at[0] = begin(m)
		t.so = turn{}
		t.double(a, bar)
		return
	}
	w := begin(m)
	t.mixed(&w, max(a, b), min(a, b))
}

// double plays on with a double. Steps are taken from high points to low ones
// only, from last downward. That loses nothing: a step from a higher point never
// depends on one from a lower point and never spoils it. And it finds no
// position twice: how many steps start on each point follows from the position
// reached, point by point from the top.
//
// Rule: BG-11, BG-8
func (t *Turns) double(die, last int) {
	w := &t.at[t.so.n]
	var from uint32
	if t.so.n < 4 {
		from = w.movers(die) & (2<<last - 1)
	}
	if from == 0 {
		t.keepLongest(w)
		return
	}
	for from != 0 {
		p := top(from)
		from &^= 1 << p
		t.so.steps[t.so.n] = step{int8(p), int8(die)}
		t.so.n++
		next := &t.at[t.so.n]
		*next = *w
		next.step(p, die)
		t.double(die, p)
		t.so.n--
	}
}

// keepLongest adds the turn on the way down unless one of more steps is known,
// and forgets those of fewer steps.
func (t *Turns) keepLongest(w *walk) {
	if t.so.n == 0 {
		return
	}
	if len(t.list) > 0 {
		switch most := t.list[0].n; {
		case t.so.n < most:
			return
		case t.so.n > most:
			t.list = t.list[:0]
		}
	}
	one := t.so
	one.men = w.Men
	t.list = append(t.list, one)
}

// mixed finds the turns of two different dice.
//
// Rule: BG-7, BG-8, BG-9
func (t *Turns) mixed(w *walk, high, low int) {
	var pairs [26]uint32 // by place of the high die: the places of the low die
	first := w.movers(high)
	for set := first; set != 0; {
		p := top(set)
		set &^= 1 << p
		next := *w
		next.step(p, high)
		second := next.movers(low)
		pairs[p] = second
		for second != 0 {
			q := top(second)
			second &^= 1 << q
			if !w.through(&pairs, p, high, q, low) {
				t.add(&next, q, low, turn{steps: [4]step{{int8(p), int8(high)}}, n: 1})
			}
		}
	}
	lower := w.movers(low)
	for set := lower; set != 0; {
		q := top(set)
		set &^= 1 << q
		next := *w
		next.step(q, low)
		for second := next.movers(high); second != 0; {
			p := top(second)
			second &^= 1 << p
			if !w.known(&pairs, p, high, q, low) {
				t.add(&next, p, high, turn{steps: [4]step{{int8(q), int8(low)}}, n: 1})
			}
		}
	}
	if len(t.list) > 0 {
		return
	}
	die := high
	if first == 0 {
		first, die = lower, low
	}
	for first != 0 {
		p := top(first)
		first &^= 1 << p
		t.add(w, p, die, turn{})
	}
}

// Two turns of different steps reach the same position in two ways only, known
// and through: all else differs in where a checker is missing.

// known reports whether the position that the low die from q and then the high
// die from p lead to was found with the high die first: by the same steps, by
// one checker that goes the other way round, or by two that bear off with the
// dice exchanged.
func (w *walk) known(pairs *[26]uint32, p, high, q, low int) bool {
	return pairs[p]&(1<<q) != 0 ||
		w.through(pairs, p, high, q, low) ||
		p <= high && q <= low && pairs[q]&(1<<p) != 0
}

// through reports whether the steps take a checker from q by the low die to p
// and on by the high one, where going by the high die first was found and
// neither way hits on the point between.
func (w *walk) through(pairs *[26]uint32, p, high, q, low int) bool {
	if p != q-low || q <= high || pairs[q]&(1<<(q-high)) == 0 {
		return false
	}
	return w.blots&(1<<(q-low)|1<<(q-high)) == 0
}

// add plays one more step and keeps the turn.
func (t *Turns) add(w *walk, from, die int, so turn) {
	next := *w
	next.step(from, die)
	so.steps[so.n] = step{int8(from), int8(die)}
	so.n++
	so.men = next.Men
	t.list = append(t.list, so)
}
