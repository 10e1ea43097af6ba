package checkpoints

import (
	"context"
	"errors"
	"fmt"

	"plylog/events"
	"plylog/events/merkle"
)

// Published is the newest checkpoint of a shard.
type Published struct {
	merkle.Checkpoint
	Note []byte // signed
}

// ErrNothing is wrapped where nothing has been published yet, or no such shard is
// there.
var ErrNothing = errors.New("no checkpoint")

// Latest returns the newest checkpoint of a shard. Errors wrap ErrNothing.
func (p *Publisher) Latest(i int) (Published, error) {
	r, _, err := p.published(i)
	if err != nil {
		return Published{}, err
	}
	return Published{p.checkpoint(&r), r.note}, nil
}

// published returns what is published of a shard, and a channel that is closed when
// that changes.
func (p *Publisher) published(i int) (ready, <-chan struct{}, error) {
	if i < 0 || i >= len(p.shards) {
		return ready{}, nil, fmt.Errorf("%w of shard %d: there are %d shards", ErrNothing, i, len(p.shards))
	}
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.view == nil {
		return ready{}, s.changed, fmt.Errorf("%w of shard %d yet", ErrNothing, i)
	}
	return ready{i, s.view, s.root, s.note}, s.changed, nil
}

// Tile returns a tile of what is published of a shard. Errors wrap ErrNothing or
// merkle.ErrNoTile, or come from the log.
func (p *Publisher) Tile(ctx context.Context, i int, t merkle.Tile) ([]byte, error) {
	r, _, err := p.published(i)
	if err != nil {
		return nil, err
	}
	return r.view.Tile(ctx, t)
}

// Receipt proves that an event is in the log, once a checkpoint covers it. Errors
// wrap ErrStopped where that will not be, and are ctx's if it ends before.
func (p *Publisher) Receipt(ctx context.Context, e *events.Event) (*merkle.Receipt, error) {
	view, note, err := p.covering(ctx, e)
	if err != nil {
		return nil, err
	}
	path, err := view.ProveLeaf(ctx, view.Size(), int64(e.Seq)-1)
	if err != nil {
		return nil, err
	}
	return &merkle.Receipt{Event: e.Raw, Index: int64(e.Seq) - 1, Path: path, Note: note}, nil
}

// Await waits until a checkpoint covers an event, with the errors of Receipt.
func (p *Publisher) Await(ctx context.Context, e *events.Event) error {
	_, _, err := p.covering(ctx, e)
	return err
}

// covering is what is published over an event, once it is.
func (p *Publisher) covering(ctx context.Context, e *events.Event) (*merkle.View, []byte, error) {
	i := p.cfg.Log.Shard(e.Game)
	for {
		r, changed, err := p.published(i)
		view := r.view
		if err == nil && view.Size() >= int64(e.Seq) {
			return view, r.note, nil
		}
		if why := p.stopped(i); why != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrStopped, why)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// Cover is Receipt for whoever wants to know whether the event is what was signed:
// the receipt is checked. What is not wraps merkle.ErrForged or merkle.ErrLeaves.
func (p *Publisher) Cover(ctx context.Context, e *events.Event) (*merkle.Receipt, merkle.Signed, error) {
	r, err := p.Receipt(ctx, e)
	if err != nil {
		return nil, merkle.Signed{}, err
	}
	s, err := r.Check(merkle.Trust{p.Key()})
	return r, s, err
}

func (p *Publisher) stopped(i int) error {
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// leaves reads the leaves of a tile again from the log.
func (p *Publisher) leaves(i int) merkle.Leaves {
	return func(ctx context.Context, tile int64) ([]merkle.Hash, error) {
		const width = 256
		out := make([]merkle.Hash, 0, width)
		for e, err := range p.cfg.Log.Scan(ctx, i, uint64(tile)*width) {
			if err != nil {
				return nil, fmt.Errorf("reading the leaves of tile %d: %w", tile, err)
			}
			if out = append(out, merkle.Leaf(e.Raw)); len(out) == width {
				break
			}
		}
		return out, nil
	}
}
