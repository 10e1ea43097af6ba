package backgammon

import "math/bits"

// rollSet is a set of the 36 ways in which two dice fall: bit 6*(a-1)+b-1.
type rollSet uint64

// direct holds for every number the rolls with a die that shows it.
var direct = makeDirect()

func makeDirect() (d [7]rollSet) {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			d[a] |= roll(a, b)
			d[b] |= roll(a, b)
		}
	}
	return d
}

func (r rollSet) count() int { return bits.OnesCount64(uint64(r)) }

func roll(a, b int) rollSet { return 1 << (6*(a-1) + b - 1) }

// risk is how many pips a side loses on average to the foe's next roll, in 24ths:
// for every blot what it has come so far, by the rolls that hit it.
func risk(side, foe *[26]int8) float64 {
	var held uint32 // the side's points as the foe counts
	for p := 1; p <= 24; p++ {
		if side[p] >= 2 {
			held |= 1 << (25 - p)
		}
	}
	sum := 0.0
	for p := 1; p <= 24; p++ {
		if side[p] == 1 {
			sum += float64(shots(foe, 25-p, held).count()*(25-p)) / 24
		}
	}
	return sum / 36
}

// shots returns the rolls with which a side hits a blot, by its own numbering:
// with one die or several of one checker, which cannot land on points that are
// held. One checker on the bar leaves the others the second die alone, two leave
// them none.
func shots(side *[26]int8, blot int, held uint32) rollSet {
	var rolls rollSet
	for from := bar; from > blot; from-- {
		if side[from] > 0 && (from == bar || side[bar] < 2) {
			rolls |= hits(from, blot, held, from < bar && side[bar] == 1)
		}
	}
	return rolls
}

// hits returns the rolls that take a checker from one point to another. With one
// die spent on the bar the other alone has to do it.
func hits(from, target int, held uint32, spent bool) rollSet {
	distance := from - target
	var rolls rollSet
	if distance <= 6 {
		rolls = direct[distance]
	}
	if spent {
		return rolls
	}
	open := func(at int) bool { return held&(1<<at) == 0 }
	for a := max(1, distance-6); a <= 6 && a < distance; a++ {
		b := distance - a
		if a != b && (open(from-a) || open(from-b)) {
			rolls |= roll(a, b)
		}
	}
	for n := 2; n <= 4; n++ {
		if die := distance / n; distance%n == 0 && die <= 6 {
			free := true
			for i := 1; i < n; i++ {
				free = free && open(from-i*die)
			}
			if free {
				rolls |= roll(die, die)
			}
		}
	}
	return rolls
}
