package repair

import (
	"context"
	"fmt"
	"sync"

	"plylog/events"
	"plylog/events/merkle"
)

// Into makes a log, empty or filled by Into before, hold what was signed, as Extend
// makes a folder: of every shard the events up to the checkpoint, and no other, byte
// for byte and in their order. The shards are written side by side. Then everything is
// read back: the chain of every game, and the root of every shard. added is how many
// events are new. Errors are those of Extend.
func Into(ctx context.Context, log events.Log, signed map[int]merkle.Checkpoint, from Source) (added int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var work sync.WaitGroup
	var mu sync.Mutex
	for i := range log.Shards() {
		work.Go(func() {
			n, err := extendShard(ctx, log, i, uint64(signed[i].Size), from)
			if err == nil {
				err = holds(ctx, log, i, signed[i])
			}
			mu.Lock()
			defer mu.Unlock()
			if added += n; err != nil {
				cancel(fmt.Errorf("shard %d: %w", i, err))
			}
		})
	}
	work.Wait()
	return added, context.Cause(ctx)
}

// holds reads a shard back and holds it against what was signed of it.
func holds(ctx context.Context, log events.Log, shard int, signed merkle.Checkpoint) error {
	var tree merkle.Tree
	w := newWriter(log)
	for e, err := range log.Scan(ctx, shard, 0) {
		if err == nil {
			err = w.take(e)
		}
		if err != nil {
			return err
		}
		tree.Add(e.Raw)
	}
	if tree.Size() != signed.Size || signed.Size > 0 && tree.Root() != signed.Root {
		return fmt.Errorf("%w: %d events with root %s, and %d with root %s were signed", ErrSigned, tree.Size(), tree.Root(), signed.Size, signed.Root)
	}
	return nil
}
