package projections

import (
	"time"

	"plylog/events"
)

// Report is what a Rebuild found.
type Report struct {
	Shards          int
	Events          int // read from the log
	Games           int // that these events are of
	Equal           int // games that are undamaged and served as rebuilt
	Wrong           int // games that are served otherwise; the metric for it must stay 0
	Mismatches      []Mismatch
	Damaged         []*BrokenError
	Duration        time.Duration
	EventsPerSecond float64
}

// mostMismatches bounds how many mismatches a Report spells out.
const mostMismatches = 1000

// Mismatch is a game that a projection serves otherwise than it is rebuilt.
type Mismatch struct {
	Game       events.GameID
	Projection string
	Version    int
	Got        string // as served
	Want       string // as rebuilt
}

// Progress tells how far a Rebuild is in one shard.
type Progress struct {
	Shard  int
	Events int    // read so far
	At     uint64 // position in the shard
	Last   uint64 // where the shard ended when the rebuild began
}

// RebuildOptions change how a Rebuild goes. The zero value is ready for use.
type RebuildOptions struct {
	// Workers is how many shards are rebuilt at a time; 0: GOMAXPROCS.
	Workers int
	// Check makes, for each shard, what is called with every event of it whose
	// chain is right, in order: to hold events to the rules, for instance. An
	// error marks the game as damaged in the report.
	Check func(shard int) func(*events.Event) error
	// Progress is called every so many events and at the end of each shard, by
	// one goroutine at a time.
	Progress func(Progress)
	// Every is how many events lie between two calls of Progress; 0: 10,000.
	Every int
}
