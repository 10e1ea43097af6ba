package node

import (
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// hearing lets the games in memory go on with what other nodes store. The read side
// is told of every event anyway.
type hearing struct {
	projections.Tap
	handler *play.Handler // set before the read side runs
}

// Take implements projections.Tap.
func (h *hearing) Take(shard int, e *events.Event) {
	h.Tap.Take(shard, e)
	h.handler.Heard(e)
}
