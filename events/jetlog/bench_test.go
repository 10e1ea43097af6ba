package jetlog_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
	"plylog/events/logtest"
)

// BenchmarkAppend compares appends that survive a power cut: single publishes and
// group commit on bare streams, and Log.Append. The three take turns on one
// server, and the median of their turns is reported. Run it with
//
//	go test -run '^$' -bench Append -benchtime 5x ./events/jetlog
func BenchmarkAppend(b *testing.B) {
	for _, shards := range []int{jetlog.DefaultShards, 2, 4, jetlog.ClusterShards} {
		for _, writers := range []int{1, 64, 256} {
			b.Run(fmt.Sprintf("shards=%d/games=%d", shards, writers), func(b *testing.B) {
				benchmarkAppend(b, shards, writers)
			})
		}
	}
}

func benchmarkAppend(b *testing.B, shards, writers int) {
	const turn = 700 * time.Millisecond
	ctx := b.Context()
	s := embed(b, jetlog.EmbedOptions{})
	raw, err := baseline.New(ctx, s.Connect, shards, 1)
	if err != nil {
		b.Fatal(err)
	}
	defer raw.Close(ctx)
	group := raw.NewGroup()
	defer group.Close()
	l := open(b, s.Connect, jetlog.Options{Shards: shards})
	games := make([]*logtest.Game, writers)
	bare := make([]*baseline.Game, writers)
	for i := range games {
		games[i], bare[i] = logtest.NewGame(b), raw.NewGame()
	}
	payload := games[0].Sized(b, 450).Raw
	kinds := []struct {
		name string
		do   func(w int) error
		all  []float64
	}{
		{name: "single/s", do: func(w int) error { return bare[w].Publish(ctx, payload) }},
		{name: "grouped/s", do: func(w int) error { return group.Append(bare[w], payload) }},
		{name: "log/s", do: func(w int) error {
			g := games[w]
			e := g.Sized(b, 450)
			seq, err := l.Append(ctx, g.Seq, e)
			if err == nil {
				g.Stored(e, seq)
			}
			return err
		}},
	}
	for b.Loop() {
		for i := range kinds {
			f, err := baseline.Measure(writers, turn, kinds[i].do)
			if err != nil {
				b.Fatal(err)
			}
			kinds[i].all = append(kinds[i].all, f.PerSecond())
		}
	}
	for _, k := range kinds {
		slices.Sort(k.all)
		b.ReportMetric(k.all[len(k.all)/2], k.name)
	}
	b.ReportMetric(0, "ns/op")
}
