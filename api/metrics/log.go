package metrics

import (
	"math"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"plylog/events"
)

// Appended counts an event that was stored.
func (s *Set) Appended(e *events.Event, took time.Duration) {
	s.appendSeconds.Observe(took.Seconds())
	s.events.WithLabelValues(e.Kind, string(e.Type)).Inc()
	if r := e.After.Result; r != nil {
		s.finished.WithLabelValues(e.Kind, r.Reason).Inc()
	}
}

// Written tells how many events went to disk together.
func (s *Set) Written(_, appends int, _ time.Duration) { s.batchSize.Observe(float64(appends)) }

// Conflict counts an append that was refused because its game went on.
func (s *Set) Conflict(*events.Event) { s.conflicts.Inc() }

// Unknown counts an append whose outcome the store did not tell.
func (s *Set) Unknown(*events.Event, error) { s.unknown.Inc() }

// Resent counts an append that the store put off.
func (s *Set) Resent(*events.Event) { s.resent.Inc() }

// Moved counts a connection that was taken from a server that is cut off.
func (s *Set) Moved(string) { s.moved.Inc() }

// Stands shows how many events a shard has, and how many of them are missing.
func (s *Set) Stands(shard int, events, missing uint64) {
	n := strconv.Itoa(shard)
	s.stored.WithLabelValues(n).Set(float64(events))
	s.missing.WithLabelValues(n).Set(float64(missing))
}

// Archived shows how many events of a shard are in an archive, in how many files of how
// many bytes.
func (s *Set) Archived(shard int, events uint64, segments int, bytes int64) {
	n := strconv.Itoa(shard)
	s.archived.WithLabelValues(n).Set(float64(events))
	s.segments.WithLabelValues(n).Set(float64(segments))
	s.packed.WithLabelValues(n).Set(float64(bytes))
}

// CertificateExpires shows when the certificate of the API ends; at is asked whenever
// somebody reads the metrics. It is called once.
func (s *Set) CertificateExpires(at func() time.Time) {
	s.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: prefix, Name: "certificate_expires_timestamp_seconds",
		Help: "When the certificate that the API is served with ends, in seconds since 1970.",
	}, func() float64 { return float64(at().Unix()) }))
}

// DiskFree shows how many bytes are free where the log is; ask is called whenever
// somebody reads the metrics, and an error makes it no number (NaN). It is called once.
func (s *Set) DiskFree(ask func() (uint64, error)) {
	s.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: prefix, Name: "disk_free_bytes",
		Help: "Bytes that are free on the disk of the log.",
	}, func() float64 {
		free, err := ask()
		if err != nil {
			return math.NaN()
		}
		return float64(free)
	}))
}

// Clock shows what time the server has, so that whoever reads the metrics can hold it
// against their own. It is called once.
func (s *Set) Clock(now func() time.Time) {
	s.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: prefix, Name: "clock_timestamp_seconds",
		Help: "What time the server has, in seconds since 1970.",
	}, func() float64 { return float64(now().UnixMilli()) / 1000 }))
}

// Torn counts a last write that was found cut off at the start.
func (s *Set) Torn() { s.torn.Inc() }

// Play observes the write side; it is a play.Observer.
type Play struct {
	s       *Set
	damaged func(events.GameID, error)
}

// Play returns the observer of the write side. damaged, where not nil, is told of
// games that were closed, so that the read side can show them as damaged.
func (s *Set) Play(damaged func(events.GameID, error)) Play { return Play{s, damaged} }

// Retried counts a command that was decided again.
func (p Play) Retried(why string) { p.s.retries.WithLabelValues(why).Inc() }

// Read counts a game that was not in memory as it is.
func (p Play) Read(why string) { p.s.gameReads.WithLabelValues(why).Inc() }

// Damaged passes on a game that was closed. The read side counts it.
func (p Play) Damaged(game events.GameID, err error) {
	if p.damaged != nil {
		p.damaged(game, err)
	}
}

// SnapshotRead counts a game that was read from its beginning, by what its snapshot did
// for that.
func (s *Set) SnapshotRead(outcome string) { s.snapshotReads.WithLabelValues(outcome).Inc() }

// SnapshotMade counts a snapshot that was to be made.
func (s *Set) SnapshotMade(outcome string) { s.snapshots.WithLabelValues(outcome).Inc() }
