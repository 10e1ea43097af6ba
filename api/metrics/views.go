package metrics

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"plylog/events"
	"plylog/projections"
)

// Views observes the read side; it is a projections.Observer.
type Views struct{ s *Set }

// Views returns the observer of the read side.
func (s *Set) Views() Views { return Views{s} }

// Lag sets how far a projection is behind.
func (v Views) Lag(projection string, shard int, behind uint64, age time.Duration) {
	n := strconv.Itoa(shard)
	v.s.lagEvents.WithLabelValues(projection, n).Set(float64(behind))
	v.s.lagSeconds.WithLabelValues(projection, n).Set(age.Seconds())
}

// Damaged counts a game that was marked damaged.
func (v Views) Damaged(events.GameID, error) { v.s.damaged.Inc() }

// Readers does nothing: the transports count their readers, by transport.
func (v Views) Readers(int) {}

// Closed counts a reader whose feed the server ended early.
func (v Views) Closed(why projections.Reason) {
	if why != projections.Over && why != projections.Left {
		v.s.dropped.WithLabelValues(string(why)).Inc()
	}
}

// Published measures how old an event is when its readers are woken.
func (v Views) Published(age time.Duration) { v.s.delivery.Observe(age.Seconds()) }

// Mismatch counts a game that is served wrongly.
func (v Views) Mismatch(projection string) { v.s.mismatches.WithLabelValues(projection).Inc() }

// CountGames shows how many games there are; counts is asked whenever somebody
// reads the metrics. It is called once.
func (s *Set) CountGames(counts func() map[projections.Count]int) {
	s.registry.MustRegister(games{counts})
}

// games is a collector of what the lobby counts.
type games struct {
	counts func() map[projections.Count]int
}

var gamesDesc = prometheus.NewDesc(prefix+"_games", "Games by kind and status.", []string{"kind", "status"}, nil)

// Describe implements prometheus.Collector.
func (games) Describe(to chan<- *prometheus.Desc) { to <- gamesDesc }

// Collect implements prometheus.Collector.
func (g games) Collect(to chan<- prometheus.Metric) {
	for c, n := range g.counts() {
		to <- prometheus.MustNewConstMetric(gamesDesc, prometheus.GaugeValue, float64(n), c.Kind, string(c.Status))
	}
}
