package sim

import (
	"context"
	"iter"

	"plylog/events"
)

// ofSnapshots reports whether the bug shows only where there are snapshots.
func (p Plant) ofSnapshots() bool { return p == SnapshotIsBelieved || p == SnapshotIsAnothers }

// intoSnapshots returns snapshots as a node has them.
func (p Plant) intoSnapshots(w *world, r events.Reader) events.Reader {
	if !p.ofSnapshots() {
		return r
	}
	return &plantedSnapshots{Reader: r, w: w, plant: p, was: make(map[events.GameID][]*events.Event)}
}

// plantedSnapshots are snapshots with a bug: they keep what a game once was, and do not
// ask the log.
type plantedSnapshots struct {
	events.Reader
	w     *world
	plant Plant
	was   map[events.GameID][]*events.Event
	any   []*events.Event // of the game that was read last
}

// Read implements events.Reader.
func (p *plantedSnapshots) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	list := p.was[game]
	if p.plant == SnapshotIsAnothers {
		list = p.any
	}
	if after == 0 && len(list) >= leastKept && p.w.one(4) {
		return func(yield func(*events.Event, error) bool) {
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
	all := p.Reader.Read(ctx, game, after)
	return func(yield func(*events.Event, error) bool) {
		var read []*events.Event
		for e, err := range all {
			if !yield(e, err) || err != nil {
				return
			}
			read = append(read, e)
		}
		if after == 0 && len(read) >= leastKept {
			p.was[game], p.any = read, read
		}
	}
}
