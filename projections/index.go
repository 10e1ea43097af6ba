package projections

import "hash/maphash"

// index finds numbers by keys that stand elsewhere, under those numbers: some fourteen
// bytes a number, without pointers, where a map would hold every key once more. It grows
// in parts, so that whoever adds to a large one does not wait until all of it has moved.
// Nothing is ever taken out. Not for concurrent use.
type index[K comparable] struct {
	key   func(n uint32) K // which stands under a number
	seed  maphash.Seed
	parts [1 << partBits]indexPart
}

const partBits = 5

// indexPart has the keys whose hash begins alike. A slot is the lower half of a key's hash
// and, below it, its number and one; 0: it is free. What stands in a slot could not stand
// in one from that of its hash on up to it.
type indexPart struct {
	slots []uint64 // a power of two of them, at most three quarters taken
	taken int
}

// leastSlots is how many slots a part begins with.
const leastSlots = 8

func newIndex[K comparable](key func(n uint32) K) index[K] {
	return index[K]{key: key, seed: maphash.MakeSeed()}
}

// find returns the number of a key; false if it has none.
func (x *index[K]) find(k K) (n uint32, ok bool) {
	h := maphash.Comparable(x.seed, k)
	p := &x.parts[h>>(64-partBits)]
	if p.taken == 0 {
		return 0, false
	}
	last := len(p.slots) - 1
	for at := int(uint32(h)) & last; ; at = (at + 1) & last {
		switch s := p.slots[at]; {
		case s == 0:
			return 0, false
		case uint32(s>>32) == uint32(h) && x.key(uint32(s)-1) == k:
			return uint32(s) - 1, true
		}
	}
}

// add takes a key in that has no number yet.
func (x *index[K]) add(k K, n uint32) {
	h := maphash.Comparable(x.seed, k)
	p := &x.parts[h>>(64-partBits)]
	if 4*(p.taken+1) > 3*len(p.slots) {
		old := p.slots
		p.slots, p.taken = make([]uint64, max(leastSlots, 2*len(old))), 0
		for _, s := range old {
			if s != 0 {
				p.put(s)
			}
		}
	}
	p.put(h<<32 | uint64(n+1))
}

// put puts what a slot holds into the first free one from that of its hash on.
func (p *indexPart) put(s uint64) {
	last := len(p.slots) - 1
	at := int(s>>32) & last
	for p.slots[at] != 0 {
		at = (at + 1) & last
	}
	p.slots[at] = s
	p.taken++
}
