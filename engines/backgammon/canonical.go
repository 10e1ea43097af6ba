package backgammon

import "plylog/engines"

// way is what one checker does in a turn: where it starts, the points on the
// way that have to be named because it hits there, and where it ends.
type way struct {
	stops [5]int8
	n     int8 // of stops
}

// spell writes a turn that begins at w in its canonical form, which depends on
// the position reached only and not on the order of the steps. Taking the steps
// from high to low, and each as far as others go on from it, yields the ways in
// the order in which they are written.
func spell(w *walk, t *turn) engines.Move {
	steps, n := t.steps, int(t.n)
	sortSteps(steps[:n])
	var ways [4]way
	all := ways[:0]
	for i := range n {
		if steps[i].die != 0 {
			all = append(all, follow(steps[i:n], w.blots))
		}
	}
	return engines.Move(writeWays(all, w.blots))
}

// follow takes the first of the steps and whatever goes on from where it lands,
// and strikes those steps out.
func follow(steps []step, blots uint32) way {
	one := way{stops: [5]int8{steps[0].from}, n: 1}
	at := steps[0].to()
	steps[0].die = 0
	for i := 1; i < len(steps) && at != off; i++ {
		if steps[i].die == 0 || int(steps[i].from) != at {
			continue
		}
		if blots&(1<<at) != 0 {
			one.stops[one.n] = int8(at)
			one.n++
		}
		at = steps[i].to()
		steps[i].die = 0
	}
	one.stops[one.n] = int8(at)
	one.n++
	return one
}

// sortSteps sorts by the place of departure, then that of arrival, highest first.
func sortSteps(s []step) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && before(s[j], s[j-1]); j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

func before(a, b step) bool {
	if a.from != b.from {
		return a.from > b.from
	}
	return a.to() > b.to()
}

// writeWays writes the ways; the first to land on a blot carries the star.
func writeWays(all []way, blots uint32) string {
	var text [longestSpelling]byte
	b := text[:0]
	for i := 0; i < len(all); {
		same := 1
		for i+same < len(all) && all[i+same] == all[i] {
			same++
		}
		if i > 0 {
			b = append(b, ' ')
		}
		for j, stop := range all[i].stops[:all[i].n] {
			if j > 0 {
				b = append(b, '/')
			}
			b = append(b, placeNames[stop]...)
			if at := uint32(1) << stop; j > 0 && stop != off && blots&at != 0 {
				blots &^= at
				b = append(b, '*')
			}
		}
		if same > 1 {
			b = append(b, '(', '0'+byte(same), ')')
		}
		i += same
	}
	return string(b)
}
