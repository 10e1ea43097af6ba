package projections_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// ranked makes rows of games at moments that many of them share.
func ranked(n int, moments int64) (o *projections.Ordered, byRank []uint32) {
	type made struct {
		at   int64
		game events.GameID
	}
	o, rnd := new(projections.Ordered), rand.New(rand.NewPCG(uint64(n), uint64(moments)))
	var all []made
	for range n {
		m := made{at: rnd.Int64N(moments)}
		binary.BigEndian.PutUint64(m.game[:], rnd.Uint64())
		all = append(all, m)
		byRank = append(byRank, o.Add(m.at, m.game))
	}
	slices.SortFunc(byRank, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(all[a].at, all[b].at), bytes.Compare(all[a].game[:], all[b].game[:]))
	})
	return o, byRank
}

// TestOrder takes rows in and out, in any order and more than once: the list has those that
// are in, by rank, read backwards from anywhere, and its runs are neither too long nor many.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, byRank := ranked(rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, 3000)).Draw(t, "rows"), rapid.Int64Range(1, 2000).Draw(t, "moments"))
		in := make([]bool, len(byRank)) // by place in byRank
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			begin, end := rapid.IntRange(0, len(byRank)).Draw(t, "from"), rapid.IntRange(0, len(byRank)).Draw(t, "to")
			places := make([]int, 0, len(byRank))
			for p := min(begin, end); p < max(begin, end); p++ {
				places = append(places, p)
			}
			switch rapid.SampledFrom([]string{"up", "down", "anyhow"}).Draw(t, "order") {
			case "down":
				slices.Reverse(places)
			case "anyhow":
				rnd.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
			}
			out := rapid.Bool().Draw(t, "out")
			for _, p := range places {
				if out {
					o.Remove(byRank[p])
				} else {
					o.Insert(byRank[p])
				}
				in[p] = !out
			}
			before := rapid.IntRange(0, len(byRank)).Draw(t, "before")
			var want []uint32
			for p := before - 1; p >= 0; p-- {
				if in[p] {
					want = append(want, byRank[p])
				}
			}
			var mark *uint32
			if before < len(byRank) {
				mark = &byRank[before]
			}
			if got, held := o.Backward(mark); !slices.Equal(got, want) || !slices.Equal(held, want) {
				t.Fatalf("before place %d: %d rows, a player's %d, want %d", before, len(got), len(held), len(want))
			}
			runs, most := o.Runs()
			for i, n := range runs {
				if n == 0 || n > most || i > 0 && runs[i-1]+n <= most/2 {
					t.Fatalf("runs of %v", runs)
				}
			}
		}
	})
}

// BenchmarkOrder takes one game out of the middle of a list and another in, among few and
// among many.
func BenchmarkOrder(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o, byRank := ranked(n, 1)
			for _, i := range byRank {
				o.Insert(i)
			}
			rnd := rand.New(rand.NewPCG(3, 4))
			for b.Loop() {
				i := byRank[rnd.IntN(n)]
				o.Remove(i)
				o.Insert(i)
			}
		})
	}
}
