package audit

import (
	"context"
	"iter"
	"sync"
)

// batchSize is how many events travel together between goroutines.
const batchSize = 512

// batch is some entries in a row.
type batch struct {
	items []item
	read  chan struct{} // closed when all of them are decoded
}

// together shares the work among several goroutines: one reads, some decode and
// hash, one puts the hashes into the trees in order and deals the events out by
// game, and some fold.
func (v *verification) together(ctx context.Context, in iter.Seq2[Entry, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ordered := make(chan *batch, 2*len(v.folds))
	jobs := make(chan *batch, 2*len(v.folds))
	var decoding, folding sync.WaitGroup
	for range v.folds {
		decoding.Go(func() {
			for b := range jobs {
				for i := range b.items {
					b.items[i].read(v.trees != nil)
				}
				close(b.read)
			}
		})
	}
	queues := make([]chan []*item, len(v.folds))
	for i, f := range v.folds {
		queues[i] = make(chan []*item, 4)
		folding.Go(func() {
			for list := range queues[i] {
				for _, it := range list {
					f.take(it)
				}
			}
		})
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(ordered)
		defer close(jobs)
		if err := deal(ctx, in, ordered, jobs); err != nil {
			cancel(err)
		}
	})
	for b := range ordered {
		<-b.read
		if v.tell(ctx) != nil {
			continue // until the reader has noticed
		}
		lists := make([][]*item, len(v.folds))
		for i := range b.items {
			it := &b.items[i]
			v.place(it)
			if it.event != nil {
				to := v.foldOf(it.event.Game)
				lists[to] = append(lists[to], it)
			}
		}
		for i, list := range lists {
			if len(list) > 0 {
				queues[i] <- list
			}
		}
	}
	for _, q := range queues {
		close(q)
	}
	reading.Wait()
	decoding.Wait()
	folding.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return v.tell(ctx)
}

// deal cuts the input into batches.
func deal(ctx context.Context, in iter.Seq2[Entry, error], ordered, jobs chan<- *batch) error {
	n := 0
	b := &batch{read: make(chan struct{})}
	send := func() {
		ordered <- b
		jobs <- b
		b = &batch{read: make(chan struct{})}
	}
	for e, err := range in {
		if err != nil {
			return err
		}
		b.items = append(b.items, item{Entry: e, order: n})
		if n++; len(b.items) == batchSize {
			send()
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	send()
	return nil
}
