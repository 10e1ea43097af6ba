package repair

import (
	"fmt"

	"plylog/events"
	"plylog/events/merkle"
)

// mostOrders bounds how many orders of what was put between two checkpoints are
// tried: all of eight events, which two checkpoints a second apart seldom exceed
// where one page of a disk was lost.
const mostOrders = 50_000

// agree brings the shard to every root that was signed. The events that were put
// in stand in the order of their times; between two checkpoints other orders are
// tried where that is not the one that was signed.
func (s *shard) agree(signed []merkle.Checkpoint) error {
	tree := &merkle.Tree{}
	for _, c := range signed {
		from := tree.Size()
		if c.Size < from || c.Size > int64(len(s.leaves)) {
			return fmt.Errorf("%w: a checkpoint of %d events", ErrSigned, c.Size)
		}
		base := tree.Clone()
		for _, leaf := range s.leaves[from:c.Size] {
			tree.AddLeaf(leaf)
		}
		if tree.Root() == c.Root {
			continue
		}
		found := s.reorder(base, from, c)
		if found == nil {
			return fmt.Errorf("%w: no order of what was put in at %d to %d gives the root that was signed over %d events", ErrSigned, from+1, c.Size, c.Size)
		}
		tree = found
	}
	return nil
}

// reorder looks for an order of what was put in behind a tree that gives a root,
// and leaves the shard in it; nil: there is none, or too many to try.
func (s *shard) reorder(base *merkle.Tree, from int64, c merkle.Checkpoint) *merkle.Tree {
	var at []int
	var list []*events.Event
	for i := from; i < c.Size; i++ {
		if e := s.fill[uint64(i)+1]; e != nil {
			at, list = append(at, int(i)), append(list, e)
		}
	}
	tries := 0
	used := make([]bool, len(list))
	var try func(depth int) *merkle.Tree
	try = func(depth int) *merkle.Tree {
		if depth == len(at) {
			tries++
			t := base.Clone()
			for _, leaf := range s.leaves[from:c.Size] {
				t.AddLeaf(leaf)
			}
			if t.Root() == c.Root {
				return t
			}
			return nil
		}
		for i, e := range list {
			if used[i] || tries >= mostOrders || !first(list, used, e) {
				continue
			}
			used[i] = true
			s.place(at[depth], e)
			if t := try(depth + 1); t != nil {
				return t
			}
			used[i] = false
		}
		return nil
	}
	return try(0)
}

// first reports whether no unused event of the same game comes before one.
func first(list []*events.Event, used []bool, e *events.Event) bool {
	for i, other := range list {
		if !used[i] && other.Game == e.Game && other.N < e.N {
			return false
		}
	}
	return true
}
