package sim

import (
	"context"
	"errors"
	"iter"

	"plylog/events"
	"plylog/events/memlog"
)

// Plant is a bug that is planted between the log and what stands on it, to show
// that the checks find its kind. The empty one is none.
type Plant string

// The plants.
const (
	AnswersUnstored    Plant = "answers an append that it does not store"
	AnswersTooEarly    Plant = "answers an append before it is stored"
	StoresTwice        Plant = "stores an event twice"
	StoresOverConflict Plant = "stores what came too late"
	RefusesStored      Plant = "refuses an append that it stored"
	ForgetsCommands    Plant = "forgets command ids on restart"
	ReadsOld           Plant = "reads a game as it was before its last event"
	FeedLosesEvent     Plant = "loses an event on the way to the projections"
	FeedSwapsEvents    Plant = "swaps two events on the way to the projections"
	HearsUnstored      Plant = "hears of an event that is not stored"
	SnapshotIsBelieved Plant = "believes a snapshot, whatever the log says"
	SnapshotIsAnothers Plant = "opens a game by the snapshot of another"
)

// Plants lists them all.
func Plants() []Plant {
	return []Plant{AnswersUnstored, AnswersTooEarly, StoresTwice, StoresOverConflict, RefusesStored, ForgetsCommands, ReadsOld, FeedLosesEvent, FeedSwapsEvents,
		HearsUnstored, SnapshotIsBelieved, SnapshotIsAnothers}
}

// into returns the log as a node has it.
func (p Plant) into(w *world) events.Log {
	if p == "" {
		return w.log
	}
	return &planted{Log: w.log, w: w, plant: p}
}

// planted is a log with a bug. It begins anew with its node.
type planted struct {
	events.Log
	w     *world
	plant Plant
	owed  []owed
}

type owed struct {
	after uint64
	e     events.Event
}

// now decides whether the bug shows.
func (p *planted) now(plant Plant) bool { return p.plant == plant && !p.w.calm && p.w.one(30) }

// Append implements events.Log.
func (p *planted) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	for len(p.owed) > 0 && p.w.one(2) {
		o := p.owed[0]
		p.owed = p.owed[1:]
		_, _ = p.Log.Append(context.Background(), o.after, &o.e) // whatever becomes of it
	}
	last, _ := p.Last(ctx, p.Shard(e.Game))
	switch {
	case p.now(AnswersUnstored):
		return last + 1, nil
	case p.now(HearsUnstored):
		other := *e
		other.Seq = last + 1
		for _, n := range p.w.nodes {
			n.handler.Heard(&other)
		}
		return 0, memlog.ErrNoAnswer
	case p.now(AnswersTooEarly):
		p.owed = append(p.owed, owed{after, *e})
		return last + 1, nil
	}
	seq, err := p.Log.Append(ctx, after, e)
	switch {
	case err == nil && p.now(StoresTwice):
		_, _ = p.Log.Append(context.Background(), seq, e) // the second is the bug
	case errors.Is(err, events.ErrConflict) && p.plant == StoresOverConflict:
		for was := range p.Log.Read(context.Background(), e.Game, 0) {
			after = was.Seq
		}
		return p.Log.Append(context.Background(), after, e)
	case err == nil && p.now(RefusesStored):
		return 0, events.ErrClosed
	}
	return seq, err
}

// Read implements events.Log.
func (p *planted) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	all := p.Log.Read(ctx, game, after)
	switch {
	case p.plant == ForgetsCommands && after == 0:
		return func(yield func(*events.Event, error) bool) {
			for e, err := range all {
				if err == nil {
					other := *e
					other.Command = events.CommandID(events.DeriveID(e.Command.String()))
					e = &other
				}
				if !yield(e, err) {
					return
				}
			}
		}
	case p.now(ReadsOld):
		return func(yield func(*events.Event, error) bool) {
			var held *events.Event
			for e, err := range all {
				if err != nil {
					yield(nil, err)
					return
				}
				if held != nil && !yield(held, nil) {
					return
				}
				held = e
			}
		}
	}
	return all
}

// toViews returns a shard as the read side has it.
func (p Plant) toViews(w *world, all iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error] {
	if p != FeedLosesEvent && p != FeedSwapsEvents {
		return all
	}
	return func(yield func(*events.Event, error) bool) {
		var held *events.Event
		for e, err := range all {
			if err == nil && held == nil && w.one(30) {
				held = e
				continue
			}
			if !yield(e, err) {
				return
			}
			if held != nil && p == FeedSwapsEvents && !yield(held, nil) {
				return
			}
			held = nil
		}
	}
}
