package metrics

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"plylog/api"
)

// API observes the transports; it is an api.Observer.
type API struct{ s *Set }

// API returns the observer of the transports.
func (s *Set) API() API { return API{s} }

// Request counts an answered request.
func (a API) Request(route, method string, status int, took time.Duration, at api.Span) {
	a.s.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	observe(a.s.requestSeconds, took, at)
}

// Command counts a command by what became of it.
func (a API) Command(kind, typ, outcome string, took time.Duration, at api.Span) {
	a.s.commands.WithLabelValues(kind, typ, outcome).Inc()
	observe(a.s.commandSeconds, took, at)
}

// observe adds to a histogram; a request that belongs to a trace is shown as an
// example of its bucket, for whoever reads the OpenMetrics form.
func observe(h prometheus.Histogram, took time.Duration, at api.Span) {
	if ex, ok := h.(prometheus.ExemplarObserver); ok && at.Trace != "" {
		ex.ObserveWithExemplar(took.Seconds(), prometheus.Labels{"trace_id": at.Trace})
		return
	}
	h.Observe(took.Seconds())
}

// Illegal counts a move that the rules refused.
func (a API) Illegal(kind, code string) { a.s.illegal.WithLabelValues(kind, code).Inc() }

// Feed counts the open feeds.
func (a API) Feed(transport string, change int) {
	a.s.readers.WithLabelValues(transport).Add(float64(change))
}

// Cut counts a reader whose connection took no more writes.
func (a API) Cut(string) { a.s.dropped.WithLabelValues("unread").Inc() }

// Limited counts a request that was one too many.
func (a API) Limited(policy string) { a.s.limited.WithLabelValues(policy).Inc() }

// SignIn counts what became of signing in.
func (a API) SignIn(method, outcome string) { a.s.signIns.WithLabelValues(method, outcome).Inc() }

// Letter counts a letter by what became of it.
func (s *Set) Letter(outcome string) { s.letters.WithLabelValues(outcome).Inc() }

// Rebuilt measures a rebuild.
func (a API) Rebuilt(took time.Duration) { a.s.rebuilds.Observe(took.Seconds()) }

// RejectedReply counts a request over NATS that wanted its answer elsewhere than in
// an inbox.
func (s *Set) RejectedReply() { s.rejectedReplies.Inc() }
