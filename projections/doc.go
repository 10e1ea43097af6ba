// Package projections is the read side: everything that anybody reads of a game
// is folded here from its events.
//
// A Set holds the projections: the Board (what the game looks like now), the
// History (its moves as people read them, and which of them stand), the
// Repetition (how often positions have stood), the Lobby (which games there are),
// the Players (how their games went), the Deadlines (whose time is up when) and
// the Feed (events as they happen, to any number of readers); how a series went is
// read from the Lobby. Its Runner follows each shard of the log once per process,
// checks every event against its game's chain, applies it to each projection in
// the order of the shard and then hands it to the Feed. Rebuild folds everything
// again while the Set serves, and compares.
//
// Promises. What is served is a pure fold: the same events give the same bytes,
// live or folded again, and an event that comes twice changes nothing. A reader
// of the Feed gets the events behind the one it names, each once, in order,
// across restarts. A game whose events do not fit is marked damaged and shown as
// it was before; no other game notices. Memory is bounded for all but the lists of
// games, players and running clocks: what falls out is folded from the log when
// somebody asks.
//
// May import: events and the standard library. It knows no rules: it reads what
// events say came of them (After). Figures and decisions are in DESIGN.md.
package projections
