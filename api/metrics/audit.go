package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// AuditFailed counts something that is not what it was.
func (s *Set) AuditFailed(reason string) { s.failures.WithLabelValues(reason).Inc() }

// CheckpointAge shows how long the oldest event that no checkpoint covers has been
// waiting; age is asked whenever somebody reads the metrics. It is called once.
func (s *Set) CheckpointAge(age func() time.Duration) {
	s.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: prefix, Name: "checkpoint_age_seconds",
		Help: "How long the oldest event that no signed checkpoint covers has waited; 0 where there is none.",
	}, func() float64 { return age().Seconds() }))
}
