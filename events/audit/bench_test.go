package audit

import (
	"bytes"
	"runtime"
	"testing"

	"plylog/events/audit/audittest"
)

// BenchmarkVerify verifies a whole log against its checkpoint, on one core and on
// all. One operation is one event.
func BenchmarkVerify(b *testing.B) {
	c := newCorpus(b, 40_000, 400)
	file, kept := audittest.Export(c.Log), c.Checkpoints(b, len(c.Log))
	for name, workers := range map[string]int{"one": 1, "all": runtime.GOMAXPROCS(0)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file) / len(c.Log)))
			b.ReportAllocs()
			for n := 0; n < b.N; n += len(c.Log) {
				a := &Anchors{Trust: []key{c.Key.Public()}}
				if err := a.AddCheckpoints("kept", bytes.NewReader(kept)); err != nil {
					b.Fatal(err)
				}
				run(b, c.Games, a, file, workers).want(b, Verified, "the log")
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
