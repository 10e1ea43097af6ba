package repair

import (
	"context"
	"fmt"
	"iter"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// Source yields the events of a shard behind a position and up to another, in their
// order.
type Source func(ctx context.Context, shard int, after, to uint64) iter.Seq2[*events.Event, error]

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
	log, err := jetlog.Open(ctx, server.Connect, jetlog.Options{Shards: len(sizes)})
	if err != nil {
		return 0, err
	}
	defer log.Close()
	for i, size := range sizes {
		n, err := extendShard(ctx, log, i, size, from)
		added += n
		if err != nil {
			return added, fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return added, nil
}

func extendShard(ctx context.Context, log *jetlog.Log, i int, size uint64, from Source) (added int, err error) {
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
