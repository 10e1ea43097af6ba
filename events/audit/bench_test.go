package audit

import (
	"bytes"
	"runtime"
	"testing"
)

// BenchmarkVerify verifies a whole log against its checkpoint, on one core and on
// all. One operation is one event.
func BenchmarkVerify(b *testing.B) {
	c := newCorpus(b, 40_000, 400)
	file, kept := export(c.log), c.checkpoints(b, len(c.log))
	for name, workers := range map[string]int{"one": 1, "all": runtime.GOMAXPROCS(0)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file) / len(c.log)))
			b.ReportAllocs()
			for n := 0; n < b.N; n += len(c.log) {
				a := &Anchors{Trust: []key{c.key.Public()}}
				if err := a.AddCheckpoints("kept", bytes.NewReader(kept)); err != nil {
					b.Fatal(err)
				}
				run(b, c.games, a, file, workers).want(b, Verified, "the log")
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
