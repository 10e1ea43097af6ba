// Package metrics keeps what an operator watches, for Prometheus to read.
//
// A Set holds every metric under the prefix plylog_. The rooms to its left do not
// know of it: each tells an observer of its own, and a Set has one for each of
// them (API, Play, Views, and methods for the log's).
//
// Promises. Labels are words of closed sets: routes, kinds, types, outcomes,
// reasons. No id, no address, nothing that a client made up becomes a label, so
// the number of series does not grow with use. Nothing is registered globally.
// Observing does not block and costs less than a microsecond.
//
// May import: api (Span), events, projections, the Prometheus client.
package metrics
