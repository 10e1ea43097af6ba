package jetlog_test

import (
	"fmt"
	"testing"

	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
	"plylog/events/logtest"
)

// BenchmarkAppend compares appends that survive a power cut: single publishes and
// group commit on the bare streams, and Log.Append. Run it with
//
//	go test -run '^$' -bench Append -benchtime 1x ./events/jetlog
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 64, 256} {
		each := max(4000/writers, 60)
		for _, streams := range []int{1, 8} {
			run := func(name string, do func(b *testing.B) (baseline.Figures, error)) {
				b.Run(fmt.Sprintf("%s/games=%d/streams=%d", name, writers, streams), func(b *testing.B) {
					f, err := do(b)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(f.PerSecond(), "events/s")
					b.ReportMetric(float64(f.P50.Microseconds()), "p50-us")
					b.ReportMetric(float64(f.P99.Microseconds()), "p99-us")
					b.ReportMetric(0, "ns/op")
				})
			}
			payload := logtest.NewGame(b).Sized(b, 450).Raw
			run("raw-singly", func(b *testing.B) (baseline.Figures, error) {
				s := raw(b, streams)
				return s.Singly(b.Context(), writers, each, payload)
			})
			run("raw-grouped", func(b *testing.B) (baseline.Figures, error) {
				s := raw(b, streams)
				return s.Grouped(b.Context(), writers, each, payload)
			})
			for _, from := range []int{0, 1 << 30, 2, 8, 32} {
				run(fmt.Sprintf("log-from-%d", from), func(b *testing.B) (baseline.Figures, error) {
					return appends(b, streams, from, writers, each)
				})
			}
		}
	}
}

func raw(b *testing.B, streams int) *baseline.Store {
	s, err := baseline.New(b.Context(), embed(b, jetlog.EmbedOptions{}).Connect, streams, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close(b.Context()) })
	return s
}

func appends(b *testing.B, shards, batchFrom, writers, each int) (baseline.Figures, error) {
	l := open(b, embed(b, jetlog.EmbedOptions{}).Connect, jetlog.Options{Shards: shards, BatchFrom: batchFrom})
	games := make([]*logtest.Game, writers)
	for i := range games {
		games[i] = logtest.NewGame(b)
	}
	return baseline.Measure(writers, each, func(w, _ int) error {
		g := games[w]
		e := g.Sized(b, 450)
		seq, err := l.Append(b.Context(), g.Seq, e)
		if err != nil {
			return err
		}
		g.Stored(e, seq)
		return nil
	})
}
