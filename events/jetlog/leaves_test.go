package jetlog_test

import (
	"math/rand/v2"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// TestLeaves adds events of all sizes, from bytes that change afterwards, to trees that
// have none and some already: each becomes the tree that it would be by adding them there.
func TestLeaves(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 700, 3000} {
		for _, before := range []int{0, 3} {
			rnd := rand.New(rand.NewPCG(uint64(count), uint64(before)))
			got, want := new(merkle.Tree), new(merkle.Tree)
			for i := range before {
				got.Add([]byte{byte(i)})
				want.Add([]byte{byte(i)})
			}
			add, end := jetlog.Leaves(got)
			var room [events.MostBytes]byte
			for i := range count {
				size := rnd.IntN(1000)
				if i%500 == 499 {
					size = len(room)
				}
				raw := room[:size]
				for at := 0; at < size; at += 8 {
					raw[at] = byte(rnd.Uint32())
				}
				want.Add(raw)
				if n := add(raw); n != want.Size() {
					t.Fatalf("%d after %d", n, want.Size())
				}
			}
			end()
			if got.Size() != want.Size() || got.Root() != want.Root() {
				t.Errorf("%d behind %d: a tree of %d with root %s, want %d with %s", count, before, got.Size(), got.Root(), want.Size(), want.Root())
			}
		}
	}
}
