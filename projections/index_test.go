package projections_test

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// TestIndex takes keys in and looks for them and for others, few and many.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := projections.NewIndexed()
		want := make(map[events.GameID]uint32)
		key := func(n uint64) (k events.GameID) {
			binary.BigEndian.PutUint64(k[:], n)
			return k
		}
		span := rapid.SampledFrom([]uint64{3, 100, 1 << 40}).Draw(t, "span")
		most := rapid.SampledFrom([]int{1, 10, 3000}).Draw(t, "most")
		keys := rapid.SliceOfN(rapid.Uint64Range(0, span), 0, most).Draw(t, "keys")
		for _, n := range keys {
			for _, k := range []events.GameID{key(n), key(n + 1)} {
				got, ok := x.Find(k)
				if number, there := want[k]; ok != there || got != number {
					t.Fatalf("%x is found at %d, %t; want %d, %t", k, got, ok, number, there)
				}
			}
			if k := key(n); !x.Has(k) {
				want[k] = x.Add(k)
			}
		}
		for k, number := range want {
			if got, ok := x.Find(k); !ok || got != number {
				t.Fatalf("%x is found at %d, %t; want %d", k, got, ok, number)
			}
		}
	})
}
