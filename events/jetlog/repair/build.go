package repair

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"plylog/events"
	"plylog/events/durable"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

// Build makes the store in a new folder, checks it like any store before a start,
// and returns when it is on disk. The chain of every game must be whole; errors
// wrap ErrContradiction where it is not. What was made before an error stays where
// it is.
func (p *Plan) Build(ctx context.Context, dir string, signed map[int]merkle.Checkpoint) ([]jetlog.Checked, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := p.write(ctx, dir); err != nil {
		return nil, err
	}
	sizes := make([]uint64, len(p.shards))
	for i, s := range p.shards {
		sizes[i] = uint64(len(s.leaves))
	}
	return settle(ctx, dir, signed, sizes)
}

// settle checks a store that was written like any store before a start, and writes
// it through to the disk.
func settle(ctx context.Context, dir string, signed map[int]merkle.Checkpoint, sizes []uint64) ([]jetlog.Checked, error) {
	list, err := jetlog.CheckStore(ctx, jetlog.StoreFolder(dir), jetlog.Check{Signed: signed})
	if err != nil {
		return nil, err
	}
	for i, want := range sizes {
		if list[i].Events != want {
			return nil, fmt.Errorf("the new store has %d events in shard %d, want %d", list[i].Events, i, want)
		}
	}
	return list, durable.Tree(dir)
}

// write appends every event in order. The server does not wait for the disk:
// durable.Tree does, once.
func (p *Plan) write(ctx context.Context, dir string) error {
	server, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		return err
	}
	defer server.Close()
	log, err := jetlog.Open(ctx, server.Connect, jetlog.Options{Shards: len(p.shards)})
	if err != nil {
		return err
	}
	defer log.Close()
	for i := range p.shards {
		if err := p.writeShard(ctx, log, i); err != nil {
			return fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return nil
}

func (p *Plan) writeShard(ctx context.Context, log *jetlog.Log, i int) error {
	w := newWriter(log)
	for e, err := range p.events(ctx, i) {
		if err != nil {
			return err
		}
		if err := w.append(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// events yields the events of a shard in the order of the plan.
func (p *Plan) events(ctx context.Context, i int) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s := p.shards[i]
		readers := make([]*reader, len(p.stores))
		for k, store := range p.stores {
			readers[k] = open(ctx, store, i, len(p.shards))
			defer readers[k].stop()
		}
		for at := uint64(1); at <= uint64(len(s.leaves)); at++ {
			e := s.fill[at]
			if e == nil {
				raw, err := readers[s.from[at-1]-1].get(at)
				if err == nil && merkle.Leaf(raw) != s.leaves[at-1] {
					err = fmt.Errorf("event %d of shard %d was changed while it was read", at, i)
				}
				if err == nil {
					e, err = events.Decode(append([]byte(nil), raw...))
				}
				if err != nil {
					yield(nil, err)
					return
				}
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// reader goes through a shard of a store once.
type reader struct {
	next func() (blocks.Record, error, bool)
	stop func()
}

func open(ctx context.Context, store string, shard, shards int) *reader {
	next, stop := iter.Pull2(jetlog.Stored(ctx, store, shard, shards))
	return &reader{next, stop}
}

// get goes on to a position.
func (r *reader) get(at uint64) ([]byte, error) {
	for {
		rec, err, ok := r.next()
		var d *blocks.Damage
		switch {
		case !ok:
			return nil, fmt.Errorf("event %d is gone", at)
		case errors.As(err, &d):
		case err != nil:
			return nil, err
		case rec.Seq == at:
			return rec.Data, nil
		}
	}
}
