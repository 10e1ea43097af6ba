//go:build unix

package jetlog_test

import (
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
	"plylog/events/logtest"
)

// BenchmarkRebuild reads a whole shard: raw by an ordered consumer and by direct
// gets, then as Scan and Follow do, decoded, and from the files of the server. The figures are events per second and
// the processor time of client and server together. Run it with
//
//	go test -run '^$' -bench Rebuild -benchtime 5x -cpu 1 ./events/jetlog
func BenchmarkRebuild(b *testing.B) {
	ctx := b.Context()
	s := embed(b, jetlog.EmbedOptions{NoSync: true})
	l := open(b, s.Connect, jetlog.Options{Shards: 1})
	const total = 120_000
	fill(b, l, 240, total/240)
	near, err := s.Open(ctx, jetlog.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer near.Close()
	scan := func(l *jetlog.Log) func() (int, error) {
		return func() (int, error) {
			n := 0
			for _, err := range l.Scan(ctx, 0, 0) {
				if err != nil {
					return n, err
				}
				n++
			}
			return n, nil
		}
	}
	raw, err := baseline.NewReader(s.Connect)
	if err != nil {
		b.Fatal(err)
	}
	defer raw.Close()
	for _, way := range []struct {
		name string
		read func() (int, error)
	}{
		{"raw-consumer", func() (int, error) { return raw.Stream(ctx, jetlog.StreamName(0)) }},
		{"raw-get", func() (int, error) { return raw.Batches(ctx, jetlog.StreamName(0)) }},
		{"scan", scan(l)},
		{"scan-files", scan(near)},
		{"scan-and-hash", func() (int, error) {
			n, heads := 0, make(map[events.GameID]events.Hash)
			for e, err := range l.Scan(ctx, 0, 0) {
				if err != nil {
					return n, err
				}
				n++
				heads[e.Game] = e.Hash()
			}
			return n, nil
		}},
		{"follow", func() (int, error) {
			n := 0
			for _, err := range l.Follow(ctx, 0, 0) {
				if err != nil {
					return n, err
				}
				if n++; n == total {
					break
				}
			}
			return n, nil
		}},
	} {
		b.Run(way.name, func(b *testing.B) {
			begun, used := time.Now(), processor()
			for b.Loop() {
				if n, err := way.read(); err != nil || n != total {
					b.Fatalf("read %d of %d: %v", n, total, err)
				}
			}
			all := float64(total * b.N)
			b.ReportMetric(all/time.Since(begun).Seconds(), "events/s")
			b.ReportMetric(float64((processor()-used).Nanoseconds())/1000/all, "cpu-us/event")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkRead reads one game of 60 events, among others that were played at the
// same time.
func BenchmarkRead(b *testing.B) {
	for _, games := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("among=%d", games), func(b *testing.B) { benchmarkRead(b, games) })
	}
}

func benchmarkRead(b *testing.B, among int) {
	ctx := b.Context()
	s := embed(b, jetlog.EmbedOptions{NoSync: true})
	l := open(b, s.Connect, jetlog.Options{Shards: 1})
	games := fill(b, l, among, 60)
	raw, err := baseline.NewReader(s.Connect)
	if err != nil {
		b.Fatal(err)
	}
	defer raw.Close()
	b.Run("raw-get", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			n, err := raw.Game(ctx, jetlog.StreamName(0), jetlog.Subject(0, games[i%among].ID))
			if err != nil || n != 60 {
				b.Fatal(n, err)
			}
		}
	})
	for _, way := range []struct {
		name  string
		after func(g *logtest.Game) uint64
		want  int
	}{
		{"all", func(*logtest.Game) uint64 { return 0 }, 60},
		{"nothing-new", func(g *logtest.Game) uint64 { return g.Seq }, 0},
		{"last", func(g *logtest.Game) uint64 { return g.Seq - 1 }, 1},
	} {
		b.Run(way.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				g, n := games[i%len(games)], 0
				i++
				for _, err := range l.Read(ctx, g.ID, way.after(g)) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != way.want {
					b.Fatalf("read %d events, want %d", n, way.want)
				}
			}
		})
	}
}

// fill writes so many games of so many events each, of about 450 bytes.
func fill(b *testing.B, l *jetlog.Log, games, each int) []*logtest.Game {
	b.Helper()
	list := make([]*logtest.Game, games)
	var wg sync.WaitGroup
	for i := range list {
		list[i] = logtest.NewGame(b)
		wg.Go(func() {
			for range each {
				e := list[i].Sized(b, 450)
				seq, err := l.Append(b.Context(), list[i].Seq, e)
				if err != nil {
					b.Error(err)
					return
				}
				list[i].Stored(e, seq)
			}
		})
	}
	wg.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return list
}

// processor is the processor time that this process has used.
func processor() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
