package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/events/merkle"
)

// Shared is what the nodes of one store have in common beside the log: one key, and of
// each shard the newest checkpoint, which one of them puts behind the one before. What
// they agree on is one history, whoever signs.
type Shared interface {
	// Newest returns the newest checkpoint of a shard as it was signed, and which
	// revision it is; nil and 0 where there is none yet. It may be a little old.
	Newest(ctx context.Context, shard int) (note []byte, rev uint64, err error)
	// Add puts a checkpoint in the place of a revision that is still the newest.
	// Otherwise errors wrap ErrTaken; after any other error nobody knows.
	Add(ctx context.Context, shard int, note []byte, rev uint64) error
	// Lead calls while whenever this node is the one that is to sign, until ctx ends.
	// The context of while ends when another may be.
	Lead(ctx context.Context, while func(ctx context.Context) error) error
}

var (
	// ErrTaken: another node was first.
	ErrTaken = errors.New("another node has signed")
	// ErrApart is wrapped where the nodes cannot agree now.
	ErrApart = errors.New("what the nodes share is out of reach")
)

const (
	// patience is how many delays a node waits for the one that is to sign before it
	// signs itself. Two that do so at once are told apart by Add.
	patience = 4
	// agreeTries bounds how often a node looks again because another was first.
	agreeTries = 4
	// behindWait is how long a node that starts waits for events that were signed
	// already to come to it.
	behindWait = 30 * time.Second
	// leadPause is the time between two tries to lead.
	leadPause = time.Second
)

// lead signs for all nodes while this one is to, until ctx ends.
func (p *Publisher) lead(ctx context.Context) {
	for ctx.Err() == nil {
		err := p.cfg.Shared.Lead(ctx, func(ctx context.Context) error {
			p.leads.Store(true)
			defer p.leads.Store(false)
			p.wakeUp()
			<-ctx.Done()
			return ctx.Err()
		})
		if ctx.Err() == nil {
			p.cfg.Logger.Warn("which node signs could not be settled; it is tried again", "err", err)
			select {
			case <-time.After(leadPause):
			case <-ctx.Done():
			}
		}
	}
}

// delay is how long an event waits for its checkpoint: others have to see it as well.
func (p *Publisher) delay() time.Duration {
	if p.cfg.Shared != nil {
		return p.cfg.Delay / 2
	}
	return p.cfg.Delay
}

// agree finds the checkpoint that the nodes have agreed on, or has them agree on one
// over r. Whoever signs has held the one before against the log first: so each grows
// out of the one before, whoever signed that, and a second history is not signed.
func (p *Publisher) agree(ctx context.Context, r *ready, why occasion) (*ready, bool, error) {
	for range agreeTries {
		note, rev, err := p.cfg.Shared.Newest(ctx, r.shard)
		if err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrApart, err)
		}
		agreed, err := p.hold(ctx, r, note, why)
		if err != nil {
			return nil, false, err
		}
		switch {
		case agreed == nil && note != nil: // not here yet, or a fork: nothing is signed over it
			return nil, false, nil
		case agreed != nil && agreed.view.Size() == r.view.Size(), !p.signs(r.shard, why, agreed):
			return p.grown(agreed)
		}
		if r.note, err = p.cfg.Folder.Key.Sign(p.checkpoint(r)); err != nil {
			return nil, false, err
		}
		switch err := p.cfg.Shared.Add(ctx, r.shard, r.note, rev); {
		case err == nil:
			return p.grown(r)
		case !errors.Is(err, ErrTaken):
			return nil, false, fmt.Errorf("%w: %w", ErrApart, err)
		}
	}
	return nil, false, nil // others are quicker
}

// signs reports whether this node is to sign, over what was agreed on last.
func (p *Publisher) signs(i int, why occasion, agreed *ready) bool {
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	size := int64(-1)
	if agreed != nil {
		size = agreed.view.Size()
	}
	switch {
	case why == first:
		return size < s.want.Size || agreed == nil // what this node has signed is not taken back
	case why == last, p.leads.Load():
		return true
	}
	return p.cfg.Now().Sub(s.since) > patience*p.cfg.Delay
}

// grown is what is to be shown, if it is more than what is shown, and whether the
// archive has to get it.
func (p *Publisher) grown(r *ready) (*ready, bool, error) {
	if r == nil {
		return nil, false, nil
	}
	s := &p.shards[r.shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.view != nil {
		if s.view.Size() >= r.view.Size() {
			return nil, false, nil
		}
		return r, true, nil
	}
	old, known := p.archived(r.shard)
	return r, !known || old.Checkpoint.Size < r.view.Size(), nil
}

// hold holds a checkpoint that the nodes agreed on against this node's tree; nil where
// there is none, or where the tree has not come to it yet.
func (p *Publisher) hold(ctx context.Context, r *ready, note []byte, why occasion) (*ready, error) {
	if note == nil {
		return nil, nil
	}
	trust := p.cfg.Folder.Summary.Trust(merkle.Trust{p.Key()})
	c, err := trust.Open(note)
	if err == nil && c.Origin != p.Origin(r.shard) {
		err = fmt.Errorf("%w: it is of %s", merkle.ErrForged, c.Origin)
	}
	if err != nil {
		return nil, fmt.Errorf("the checkpoint of shard %d that the nodes share: %w", r.shard, err)
	}
	if c.Size > r.view.Size() && why == first {
		if err := p.await(ctx, r, c.Checkpoint); err != nil {
			return nil, err
		}
	}
	if c.Size > r.view.Size() {
		return nil, nil
	}
	view := r.view.At(c.Size)
	root, err := view.Root(ctx, c.Size)
	if err != nil {
		return nil, err
	}
	if root == c.Root {
		return &ready{r.shard, view, root, note}, nil
	}
	fork := &DamagedError{Shard: r.shard, Signed: c.Checkpoint, Size: r.view.Size(), Root: root}
	s := &p.shards[r.shard]
	s.mu.Lock()
	p.stop(r.shard, ReasonRoot, fork)
	s.mu.Unlock()
	if why == first {
		return nil, fork
	}
	return nil, nil
}

// await waits until the tree has come to what was signed.
func (p *Publisher) await(ctx context.Context, r *ready, c merkle.Checkpoint) error {
	s := &p.shards[r.shard]
	for until := p.cfg.Now().Add(behindWait); ; {
		s.mu.Lock()
		r.view, r.root = s.tree.View(p.leaves(r.shard)), s.tree.Root()
		err := s.err
		s.mu.Unlock()
		switch {
		case err != nil:
			return fmt.Errorf("shard %d: %w", r.shard, err)
		case r.view.Size() >= c.Size:
			return nil
		case p.cfg.Now().After(until):
			return &DamagedError{Shard: r.shard, Signed: c, Size: r.view.Size()}
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
