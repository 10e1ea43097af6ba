package baghchal

import (
	"iter"

	"plylog/engines"
)

// none stands for a point where a move has none.
const none = -1

// move is one move: a goat is placed (from is none), or a piece goes from one
// point to another and perhaps takes a goat between.
type move struct {
	from, to, takes int
}

// moves lists what the pieces could do if no position were barred, in the order
// of choices.
// Rule: BC-4, BC-5, BC-6, BC-7
func (b board) moves() iter.Seq[move] {
	return func(yield func(move) bool) {
		if b.captured >= mostCaptured {
			return
		}
		empty := b.empty()
		if b.placing() {
			for to := empty; to != 0; to &= to - 1 {
				if !yield(move{none, first(to), none}) {
					return
				}
			}
			return
		}
		for rest := b.own(); rest != 0; rest &= rest - 1 {
			from := first(rest)
			for to := near[from] & empty; to != 0; to &= to - 1 {
				if !yield(move{from, first(to), none}) {
					return
				}
			}
			if b.side == engines.First {
				continue
			}
			for to := b.landings(from); to != 0; to &= to - 1 {
				if !yield(move{from, first(to), over(from, first(to))}) {
					return
				}
			}
		}
	}
}
