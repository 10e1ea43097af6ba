package archive_test

import (
	"context"
	"testing"

	"plylog/events"
	"plylog/events/logtest"
)

// BenchmarkRead opens a game of 300 events that lie all over an archive of 100,000.
func BenchmarkRead(b *testing.B) {
	const total, long = 100_000, 300
	s := newShelf(b, 1)
	s.most = 1 << 14
	game, others := logtest.NewGame(b), make([]*logtest.Game, 100)
	for i := range total {
		if i%(total/long) == 0 && game.N < long {
			game.Append(context.Background(), b, s.full)
			continue
		}
		k := i % len(others)
		if others[k] == nil || others[k].N == 60 {
			others[k] = logtest.NewGame(b)
		}
		others[k].Append(context.Background(), b, s.full)
	}
	s.put(0, total)
	a := s.open()
	x := a.Extent()
	b.ReportMetric(float64(x.Bytes)/float64(x.Events), "B/event")
	b.ResetTimer()
	for range b.N {
		var list []*events.Event
		for e, err := range a.Read(context.Background(), game.ID, 0) {
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, e)
		}
		if len(list) != long {
			b.Fatal(len(list))
		}
	}
}

// BenchmarkOpen reads an archive of 100,000 events through, as every start does.
func BenchmarkOpen(b *testing.B) {
	const total = 100_000
	s := newShelf(b, 1)
	s.most = 1 << 14
	s.play(2000, total)
	s.put(0, total)
	b.ResetTimer()
	for range b.N {
		s.open()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/total, "us/event")
}

// BenchmarkScan hands out an archive of 100,000 events in order, with their hashes, as a
// start takes them behind that.
func BenchmarkScan(b *testing.B) {
	const total = 100_000
	s := newShelf(b, 1)
	s.most = 1 << 14
	s.play(2000, total)
	s.put(0, total)
	a := s.open()
	b.ResetTimer()
	for range b.N {
		n := 0
		for e, err := range a.Scan(context.Background(), 0, 0) {
			if err != nil || e.Hash() == (events.Hash{}) {
				b.Fatal(err)
			}
			n++
		}
		if n != total {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/total, "us/event")
}
