package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/events"
	"plylog/events/merkle"
	"plylog/projections/checkpoints"
)

// sealTime bounds how long a stopping server works for its last checkpoint.
const sealTime = 5 * time.Second

// openFolder opens what a data folder keeps about its checkpoints.
func openFolder(path string) (*merkle.Folder, error) {
	f, err := merkle.OpenFolder(path)
	if err != nil {
		return nil, notSigned(err)
	}
	return f, nil
}

// notSigned marks what keeps a log from being held to its checkpoints as damage:
// it is not served then.
func notSigned(err error) error {
	for _, why := range []error{merkle.ErrArchive, merkle.ErrRotation, merkle.ErrMalformed, merkle.ErrForged, merkle.ErrUnsigned} {
		if errors.Is(err, why) {
			return fmt.Errorf("%w: %w", events.ErrDamaged, err)
		}
	}
	return err
}

// seal holds the log, which the read side has caught up with, to the last
// checkpoint, and then goes on signing it until ctx ends; done is closed then.
func (n *node) seal(ctx context.Context, failed chan<- error) (done <-chan struct{}, err error) {
	if n.sealed == nil {
		return beside(func() {}), nil
	}
	if err := n.sealed.Start(ctx); err != nil {
		return nil, err
	}
	return beside(func() {
		if err := n.sealed.Run(ctx); err != nil {
			failed <- fmt.Errorf("signing the log: %w", err)
		}
	}), nil
}

// sealLast signs what was stored until the end.
func (n *node) sealLast(ctx context.Context) error {
	if n.sealed == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, sealTime)
	defer cancel()
	if err := n.views.CatchUp(ctx); err != nil {
		n.logger.Warn("the last events are under no checkpoint yet", "err", err)
	}
	err := n.sealed.Publish(ctx)
	if errors.Is(err, checkpoints.ErrApart) { // another node signs them
		n.logger.Warn("the last events are under no checkpoint yet", "err", err)
		return nil
	}
	return err
}
