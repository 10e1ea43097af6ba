// Package api is plylog's transport over HTTP: what a client may ask, who may ask
// it, and in which words it is answered.
//
// Promises. What comes from outside is parsed once, at the edge, strictly: an id
// that is none, a query parameter or a field that nobody reads, a body that is
// too large are refused by name before anything else is looked at. A command is
// answered 201 only when its event is on disk, with the event's stored bytes as
// they are. A refusal is an RFC 9457 problem whose type is stable, says what to
// do next, and changes nothing. A private game does not exist for whoever holds
// no seat in it. Who somebody is, no answer and no log says to others. No token is stored, logged, or taken from a URL. An answer 500
// says nothing about the inside; the log does, under the trace id in the answer.
// Nothing panics on input.
//
// May import: engines (errors, choices, the words for seats), events, events/play,
// projections, api/seat, api/people, api/post. Metrics come in through Observer; api/metrics keeps them.
// DESIGN.md beside this file says what was decided and why.
package api
