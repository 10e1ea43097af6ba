package baghchal

import "slices"

// past is the positions that count for repetition. It is a list of sorted runs
// whose lengths are different powers of two, shortest first, like the ones of a
// binary number: adding a position melts the runs that are in the way into one.
// A past never changes, so positions that part ways share what lies before;
// adding costs a logarithmic share of copying, and counting a few binary
// searches. The nil past is empty.
// Rule: BC-12
type past struct {
	run   []uint64 // keys, a position that stood twice is there twice
	older *past    // a longer run
}

// with adds a position.
func (p *past) with(key uint64) *past {
	length, rest := 1, p
	for rest != nil && len(rest.run) == length {
		length *= 2
		rest = rest.older
	}
	run := append(make([]uint64, 0, length), key)
	for ; p != rest; p = p.older {
		run = append(run, p.run...)
	}
	slices.Sort(run)
	return &past{run: run, older: rest}
}

// count returns how often a position has stood.
func (p *past) count(key uint64) int {
	n := 0
	for ; p != nil; p = p.older {
		at, _ := slices.BinarySearch(p.run, key)
		for ; at < len(p.run) && p.run[at] == key; at++ {
			n++
		}
	}
	return n
}
