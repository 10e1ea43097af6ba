package backgammon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// slow is a position in the second implementation, which is as plain as it can
// be: two rows of counts in the mover's numbering, one step at a time, every
// order tried. It shares no code with the engine; boards reach it as text.
type slow struct {
	mine, theirs [26]int8 // theirs[0] is their bar, mine[25] and mine[0] the mover's bar and off
}

// slowStep is one checker moved by one die.
type slowStep struct{ from, to int8 }

// canStep holds one step against the rules as the page states them.
func (s slow) canStep(from, die int) bool {
	if s.mine[from] == 0 {
		return false
	}
	if s.mine[25] > 0 && from != 25 {
		return false
	}
	to := from - die
	if to >= 1 {
		return s.theirs[to] < 2
	}
	for p := 7; p <= 25; p++ {
		if s.mine[p] > 0 {
			return false
		}
	}
	if to == 0 {
		return true
	}
	for p := from + 1; p <= 6; p++ {
		if s.mine[p] > 0 {
			return false
		}
	}
	return true
}

func (s slow) doStep(from, die int) (slow, slowStep) {
	to := max(from-die, 0)
	s.mine[from]--
	s.mine[to]++
	if to > 0 && s.theirs[to] == 1 {
		s.theirs[to]--
		s.theirs[0]++
	}
	return s, slowStep{int8(from), int8(to)}
}

// line is one way to play some dice: the position it leads to and its steps.
type line struct {
	end   slow
	steps []slowStep
}

// slowLines plays the dice in the order given, as far as each goes, and returns
// every position with every multiset of steps that leads there.
func slowLines(s slow, dice []int) []line {
	all := []line{{end: s}}
	type way struct {
		end   slow
		steps [4]slowStep
	}
	seen := map[way]bool{}
	for at, level := 0, all; at < len(dice) && len(level) > 0; at++ {
		var next []line
		for _, l := range level {
			for from := 1; from <= 25; from++ {
				if !l.end.canStep(from, dice[at]) {
					continue
				}
				end, done := l.end.doStep(from, dice[at])
				steps := append(slices.Clone(l.steps), done)
				key := way{end: end}
				copy(key.steps[:], sorted(steps))
				if !seen[key] {
					seen[key] = true
					next = append(next, line{end, steps})
				}
			}
		}
		all = append(all, next...)
		level = next
	}
	return all
}

func sorted(steps []slowStep) []slowStep {
	steps = slices.Clone(steps)
	slices.SortFunc(steps, func(a, b slowStep) int {
		return cmp.Or(int(b.from)-int(a.from), int(b.to)-int(a.to))
	})
	return steps
}

// slowTurns returns the positions that a roll leads to, each with its canonical
// spelling. An error says that two ways to one position are spelled differently.
func slowTurns(s slow, a, b int) (map[slow]string, error) {
	var all []line
	if a == b {
		all = slowLines(s, []int{a, a, a, a})
	} else {
		all = append(slowLines(s, []int{a, b}), slowLines(s, []int{b, a})...)
	}
	most := 0
	for _, l := range all {
		most = max(most, len(l.steps))
	}
	high := max(a, b)
	highPlays := false
	for from := 1; from <= 25; from++ {
		highPlays = highPlays || s.canStep(from, high)
	}
	found := map[slow]string{}
	for _, l := range all {
		if len(l.steps) != most || most == 0 {
			continue
		}
		if most == 1 && a != b && highPlays {
			// Only the higher die: the same step must be one of its steps.
			f := int(l.steps[0].from)
			if !s.canStep(f, high) {
				continue
			}
			if end, _ := s.doStep(f, high); end != l.end {
				continue
			}
		}
		text := slowSpell(s, l.steps)
		if old, ok := found[l.end]; ok && old != text {
			return nil, fmt.Errorf("%v: both %q and %q lead to %v", s, old, text, l.end)
		}
		found[l.end] = text
	}
	return found, nil
}

// slowSpell writes steps in the canonical form, by text.
func slowSpell(s slow, steps []slowStep) string {
	type path struct {
		stops []int
		count int // steps
	}
	left := sorted(steps)
	var paths []path
	for len(left) > 0 {
		p := path{stops: []int{int(left[0].from), int(left[0].to)}, count: 1}
		left = left[1:]
		for {
			last := p.stops[len(p.stops)-1]
			i := slices.IndexFunc(left, func(n slowStep) bool { return int(n.from) == last })
			if last == 0 || i < 0 {
				break
			}
			if s.theirs[last] == 1 {
				p.stops = append(p.stops, int(left[i].to))
			} else {
				p.stops[len(p.stops)-1] = int(left[i].to)
			}
			p.count++
			left = slices.Delete(left, i, i+1)
		}
		paths = append(paths, p)
	}
	slices.SortFunc(paths, func(p, q path) int {
		return cmp.Or(q.stops[0]-p.stops[0], q.count-p.count, q.stops[len(q.stops)-1]-p.stops[len(p.stops)-1])
	})
	hit := map[int]bool{}
	var words []string
	times := map[string]int{}
	var order []string
	for _, p := range paths {
		plain := fmt.Sprint(p.stops)
		if times[plain]++; times[plain] > 1 {
			continue
		}
		var parts []string
		for i, stop := range p.stops {
			name := fmt.Sprint(stop)
			switch {
			case stop == 25:
				name = "bar"
			case stop == 0:
				name = "off"
			}
			if i > 0 && stop > 0 && s.theirs[stop] == 1 && !hit[stop] {
				hit[stop] = true
				name += "*"
			}
			parts = append(parts, name)
		}
		words = append(words, strings.Join(parts, "/"))
		order = append(order, plain)
	}
	for i, plain := range order {
		if n := times[plain]; n > 1 {
			words[i] += fmt.Sprintf("(%d)", n)
		}
	}
	return strings.Join(words, " ")
}

// slowRead reads the checkers of a board line as one seat sees them.
func slowRead(letters string, seat byte) slow {
	var s slow
	s.mine[0] = 15
	for at, c := range letters {
		switch {
		case seat == '1' && c >= 'A' && c <= 'O':
			s.mine[at] = int8(c - 'A' + 1)
			s.mine[0] -= s.mine[at]
		case seat == '1' && c >= 'a' && c <= 'o':
			s.theirs[at] = int8(c - 'a' + 1)
		case c >= 'a' && c <= 'o':
			s.mine[25-at] = int8(c - 'a' + 1)
			s.mine[0] -= s.mine[25-at]
		case c >= 'A' && c <= 'O':
			s.theirs[25-at] = int8(c - 'A' + 1)
		}
	}
	return s
}

// slowChoices lists the choices of the seat on turn out of the board line alone.
func slowChoices(p engines.Position) []string {
	fields := strings.Fields(p.Board())
	turn := fields[1]
	switch {
	case strings.HasSuffix(turn, "x"):
		list := []string{"take", "drop"}
		if len(fields) == 4 && strings.HasSuffix(fields[2], "b") && slowCube(fields[3])*4 <= 1<<20 {
			list = append(list, "double")
		}
		return list
	case len(turn) == 4:
		found, err := slowTurns(slowRead(fields[0], turn[0]), int(turn[2]-'0'), int(turn[3]-'0'))
		if err != nil {
			return []string{err.Error()}
		}
		if len(found) == 0 {
			return []string{"pass"}
		}
		var list []string
		for _, text := range found {
			list = append(list, text)
		}
		return list
	case turn[1:] == "" && slowMayDouble(turn, fields[2:]):
		return []string{"roll", "double"}
	default:
		return []string{"roll"}
	}
}

// slowCube reads the value out of the cube field.
func slowCube(field string) int {
	value := 0
	fmt.Sscanf(field, "%d", &value)
	return value
}

// slowMayDouble reads out of the match and cube fields whether the seat about to
// roll may double.
func slowMayDouble(turn string, rest []string) bool {
	if len(rest) == 0 {
		return false
	}
	var length, first, second int
	if n, _ := fmt.Sscanf(rest[0], "%d:%d-%d", &length, &first, &second); n != 3 {
		return false
	}
	if strings.Contains(rest[0], "c") {
		return false
	}
	value := 1
	if len(rest) > 1 {
		if rest[1] == "-" {
			return false
		}
		if _, owner, owned := strings.Cut(rest[1], "@"); owned && owner != turn {
			return false
		}
		value = slowCube(rest[1])
	} else if length == 0 {
		return false
	}
	score := first
	if turn == "2" {
		score = second
	}
	return value < 1<<20 && (length == 0 || score+value < length)
}
