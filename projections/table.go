package projections

import "sync"

// table gives every value that it meets a small number, from 1, so that long
// lists can hold the number instead. Safe for concurrent use.
type table[K comparable] struct {
	mu     sync.RWMutex
	number map[K]uint32
	values []K
}

// put returns the number of a value.
func (t *table[K]) put(k K) uint32 {
	if n := t.find(k); n != 0 {
		return n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := t.number[k]; n != 0 {
		return n
	}
	if t.number == nil {
		t.number = make(map[K]uint32)
	}
	t.values = append(t.values, k)
	n := uint32(len(t.values))
	t.number[k] = n
	return n
}

// find returns the number of a value, 0 if it was never put.
func (t *table[K]) find(k K) uint32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.number[k]
}

// get returns the value of a number; the zero value for 0.
func (t *table[K]) get(n uint32) (k K) {
	if n == 0 {
		return k
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.values[n-1]
}
