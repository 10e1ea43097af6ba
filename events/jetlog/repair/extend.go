package repair

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

// Source yields the events of a shard behind a position and up to another, in their
// order.
type Source func(ctx context.Context, shard int, after, to uint64) iter.Seq2[*events.Event, error]

// Stopped is the events of a log in a folder that no server runs on. What is damaged ends
// it with an events.ErrDamaged.
func Stopped(dir string, shards int) Source {
	return func(ctx context.Context, shard int, after, to uint64) iter.Seq2[*events.Event, error] {
		return func(yield func(*events.Event, error) bool) {
			for r, err := range jetlog.Stored(ctx, jetlog.StoreFolder(dir), shard, shards) {
				var bad *blocks.Damage
				if errors.As(err, &bad) && bad.Torn {
					return // it is no event, and nothing comes behind it
				}
				if err == nil && (r.Seq <= after || r.Seq > to) {
					continue
				}
				var e *events.Event
				if err == nil {
					if e, err = events.Decode(append([]byte(nil), r.Data...)); err == nil {
						e.Seq = r.Seq
					}
				}
				if !yield(e, err) || err != nil || r.Seq == to {
					return
				}
			}
		}
	}
}

// Extend makes the store in a folder, new or made by Extend before, hold what was
// signed: of every shard the events up to the checkpoint, and no other. What it has
// is kept, and from is asked for the rest. The store is then checked like any store
// before a start, held against the checkpoints, and on disk. added is how many events
// are new. Errors wrap ErrContradiction where an event does not continue its game,
// ErrMissing where there are too few and ErrSigned where there are too many, or are a
// *jetlog.StoreError. What was added before an error stays; Extend goes on from there.
func Extend(ctx context.Context, dir string, shards int, signed map[int]merkle.Checkpoint, from Source) (added int, list []jetlog.Checked, err error) {
	sizes := make([]uint64, shards)
	for i := range sizes {
		sizes[i] = uint64(signed[i].Size)
	}
	if added, err = extend(ctx, dir, sizes, from); err != nil {
		return added, nil, err
	}
	list, err = settle(ctx, dir, signed, sizes)
	return added, list, err
}

// extend appends what is not there. The server does not wait for the disk.
func extend(ctx context.Context, dir string, sizes []uint64, from Source) (added int, err error) {
	server, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		return 0, err
	}
	defer server.Close()
	hot, err := jetlog.Open(ctx, server.Connect, jetlog.Options{Shards: len(sizes), Archive: server.Archive()})
	if err != nil {
		return 0, err
	}
	defer hot.Close()
	log := archive.Over(server.Archive(), hot)
	for i, size := range sizes {
		n, err := extendShard(ctx, log, i, size, from)
		added += n
		if err != nil {
			return added, fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return added, nil
}

func extendShard(ctx context.Context, log events.Log, i int, size uint64, from Source) (added int, err error) {
	w := newWriter(log)
	for e, err := range log.Scan(ctx, i, 0) {
		if err != nil {
			return 0, err
		}
		if err := w.take(e); err != nil {
			return 0, err
		}
	}
	if w.at > size {
		return 0, fmt.Errorf("%w: %d events are there, and %d were signed", ErrSigned, w.at, size)
	}
	if w.at == size {
		return 0, nil
	}
	for e, err := range from(ctx, i, w.at, size) {
		if err != nil {
			return added, err
		}
		if w.at == size {
			return added, fmt.Errorf("%w: more events were given than the %d that were signed", ErrSigned, size)
		}
		if err := w.append(ctx, e); err != nil {
			return added, err
		}
		added++
	}
	if w.at < size {
		return added, fmt.Errorf("%w: %d of the %d that were signed", ErrMissing, size-w.at, size)
	}
	return added, nil
}
