package metrics

import (
	"strconv"
	"time"
)

// API observes the transports; it is an api.Observer.
type API struct{ s *Set }

// API returns the observer of the transports.
func (s *Set) API() API { return API{s} }

// Request counts an answered request.
func (a API) Request(route, method string, status int, took time.Duration) {
	a.s.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	a.s.requestSeconds.Observe(took.Seconds())
}

// Command counts a command by what became of it.
func (a API) Command(kind, typ, outcome string, took time.Duration) {
	a.s.commands.WithLabelValues(kind, typ, outcome).Inc()
	a.s.commandSeconds.Observe(took.Seconds())
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

// Rebuilt measures a rebuild.
func (a API) Rebuilt(took time.Duration) { a.s.rebuilds.Observe(took.Seconds()) }

// RejectedReply counts a request over NATS that wanted its answer elsewhere than in
// an inbox.
func (s *Set) RejectedReply() { s.rejectedReplies.Inc() }
