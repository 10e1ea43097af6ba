package archive_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/events/logtest"
)

// same reports whether two readings give the same events, to the byte, at the same places.
func same(t *rapid.T, what string, a, b iter.Seq2[*events.Event, error]) {
	collect := func(read iter.Seq2[*events.Event, error]) (list []*events.Event) {
		for e, err := range read {
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			list = append(list, e)
		}
		return list
	}
	if x, y := collect(a), collect(b); !slices.EqualFunc(x, y, func(x, y *events.Event) bool {
		return x.Seq == y.Seq && x.N == y.N && x.Game == y.Game && bytes.Equal(x.Raw, y.Raw)
	}) {
		t.Fatalf("%s: %d events, want %d, or others", what, len(x), len(y))
	}
}

// TestAnySplit: wherever the shards of a log are cut, into however many runs and segments,
// archive and rest together read as the whole, and take and refuse what the whole does.
func TestAnySplit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := newShelf(t, rapid.IntRange(1, 3).Draw(r, "shards"))
		s.most = rapid.IntRange(4, 20).Draw(r, "most")
		games := make([]*logtest.Game, rapid.IntRange(1, 6).Draw(r, "games"))
		for i := range games {
			games[i] = logtest.NewGame(t)
		}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(games)-1), 1, 60).Draw(r, "order") {
			games[i].Append(context.Background(), t, s.full)
		}
		for shard := range s.full.Shards() {
			end, _ := s.full.Last(context.Background(), shard)
			if end == 0 {
				continue
			}
			ends := rapid.SliceOfNDistinct(rapid.Uint64Range(1, end), 0, 3, rapid.ID).Draw(r, "ends")
			slices.Sort(ends)
			s.put(shard, ends...)
		}
		log := s.over(s.open())
		for shard := range s.full.Shards() {
			end, _ := log.Last(context.Background(), shard)
			for after := range end + 2 {
				same(r, "scan", log.Scan(context.Background(), shard, after), s.full.Scan(context.Background(), shard, after))
			}
		}
		for _, g := range games {
			end, _ := log.Last(context.Background(), log.Shard(g.ID))
			for after := range end + 2 {
				same(r, "read", log.Read(context.Background(), g.ID, after), s.full.Read(context.Background(), g.ID, after))
				if after != g.Seq {
					if _, err := log.Append(context.Background(), after, g.Next(t)); !errors.Is(err, events.ErrConflict) {
						r.Fatalf("an append behind %d of a game that ends at %d: %v", after, g.Seq, err)
					}
				}
			}
			next, full := g.Next(t), *g
			want, err := s.full.Append(context.Background(), full.Seq, next)
			if err != nil {
				r.Fatal(err)
			}
			if seq, err := log.Append(context.Background(), g.Seq, next); err != nil || seq != want {
				r.Fatalf("an append behind %d is stored at %d, want %d: %v", g.Seq, seq, want, err)
			}
			g.Stored(next, want)
			same(r, "read", log.Read(context.Background(), g.ID, 0), s.full.Read(context.Background(), g.ID, 0))
		}
		if err := os.RemoveAll(s.dir); err != nil {
			r.Fatal(err)
		}
	})
}
