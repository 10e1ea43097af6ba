package projections

import (
	"iter"
	"slices"
)

// order is a list of rows by rank, in runs of bounded length: taking one in or out moves
// the rows of its run, however many there are besides. The zero value is empty.
type order struct {
	runs [][]uint32 // none is empty, and two neighbours are together longer than half a run
}

const longestRun = 512

// insert takes a row in, if it is not there.
func (o *order) insert(r *rows[row], i uint32) {
	to := r.at(i).rank()
	// New games come last, or nearly.
	if last, ok := o.last(); !ok || r.at(last).rank().compare(to) < 0 {
		if n := len(o.runs); n == 0 || len(o.runs[n-1]) == longestRun {
			o.runs = append(o.runs, []uint32{i})
		} else {
			o.runs[n-1] = append(o.runs[n-1], i)
		}
		return
	}
	run, at, found := o.find(r, to)
	if found {
		return
	}
	if list := o.runs[run]; len(list) == longestRun {
		half := longestRun / 2
		o.runs = slices.Insert(o.runs, run+1, slices.Clone(list[half:]))
		o.runs[run] = list[:half]
		if at > half {
			run, at = run+1, at-half
		}
	}
	o.runs[run] = slices.Insert(o.runs[run], at, i)
}

// remove takes a row out, if it is there.
func (o *order) remove(r *rows[row], i uint32) {
	run, at, found := o.find(r, r.at(i).rank())
	if !found {
		return
	}
	o.runs[run] = slices.Delete(o.runs[run], at, at+1)
	if len(o.runs[run]) == 0 {
		o.runs = slices.Delete(o.runs, run, run+1)
		return
	}
	for _, left := range []int{run - 1, run} {
		if left < 0 || left+1 >= len(o.runs) || len(o.runs[left])+len(o.runs[left+1]) > longestRun/2 {
			continue
		}
		o.runs[left] = slices.Concat(o.runs[left], o.runs[left+1])
		o.runs = slices.Delete(o.runs, left+1, left+2)
		return
	}
}

func (o *order) last() (i uint32, ok bool) {
	if len(o.runs) == 0 {
		return 0, false
	}
	run := o.runs[len(o.runs)-1]
	return run[len(run)-1], true
}

// find returns where a rank stands or would stand.
func (o *order) find(r *rows[row], to rank) (run, at int, found bool) {
	// The first run whose last row is not before it; behind all, the last.
	run, _ = slices.BinarySearchFunc(o.runs, to, func(list []uint32, to rank) int {
		return r.at(list[len(list)-1]).rank().compare(to)
	})
	if run == len(o.runs) {
		if run == 0 {
			return 0, 0, false
		}
		return run - 1, len(o.runs[run-1]), false
	}
	at, found = slices.BinarySearchFunc(o.runs[run], to, func(i uint32, to rank) int { return r.at(i).rank().compare(to) })
	return run, at, found
}

// backward yields the rows before a rank, or all of them, the last one first.
func (o *order) backward(r *rows[row], before *rank) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if o == nil || len(o.runs) == 0 {
			return
		}
		run, at := len(o.runs)-1, len(o.runs[len(o.runs)-1])
		if before != nil {
			run, at, _ = o.find(r, *before)
		}
		for {
			for _, i := range slices.Backward(o.runs[run][:at]) {
				if !yield(i) {
					return
				}
			}
			if run--; run < 0 {
				return
			}
			at = len(o.runs[run])
		}
	}
}
