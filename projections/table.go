package projections

import (
	"sync"
	"sync/atomic"
)

// table gives every value that it meets a small number, from 1, so that long
// lists can hold the number instead. Safe for concurrent use; getting a value
// takes no lock.
type table[K comparable] struct {
	mu     sync.RWMutex
	number index[K]
	count  atomic.Uint32 // numbers given, with 0, which stands for the zero value
	// values are in blocks, which never move; a number is given when its value stands there.
	values atomic.Pointer[[]*[valuesPerBlock]K]
}

const valuesPerBlock = 64

func newTable[K comparable]() *table[K] {
	t := new(table[K])
	t.number = newIndex(t.get)
	t.values.Store(&[]*[valuesPerBlock]K{new([valuesPerBlock]K)})
	t.count.Store(1)
	return t
}

// put returns the number of a value.
func (t *table[K]) put(k K) uint32 {
	if n := t.find(k); n != 0 {
		return n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.number.find(k); ok {
		return n
	}
	n := t.count.Load()
	if n%valuesPerBlock == 0 {
		more := append(*t.values.Load(), new([valuesPerBlock]K)) // those who hold the shorter list do not see it
		t.values.Store(&more)
	}
	(*t.values.Load())[n/valuesPerBlock][n%valuesPerBlock] = k
	t.count.Store(n + 1)
	t.number.add(k, n)
	return n
}

// find returns the number of a value, 0 if it was never put.
func (t *table[K]) find(k K) uint32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, _ := t.number.find(k)
	return n
}

// get returns the value of a number; the zero value for 0.
func (t *table[K]) get(n uint32) K { return (*t.values.Load())[n/valuesPerBlock][n%valuesPerBlock] }

// some reports whether there is a value that is so.
func (t *table[K]) some(so func(K) bool) bool {
	for n := range t.count.Load() {
		if so(t.get(n)) {
			return true
		}
	}
	return false
}
