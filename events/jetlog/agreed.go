package jetlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Agreed returns what the nodes of a store have agreed on under a name, and which
// revision it is; nil and 0 where there is nothing yet. Behind another node it may be
// older for a moment: Agree would not take it for the newest then.
func (l *Leases) Agreed(ctx context.Context, name string) (value []byte, rev uint64, err error) {
	e, err := l.kv.Get(ctx, name)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, 0, nil
	case err != nil:
		return nil, 0, fmt.Errorf("asking for %s: %w", name, err)
	}
	return e.Value(), e.Revision(), nil
}

// Agree puts a value in the place of a revision, 0 for nothing. Errors wrap ErrOther
// where there is another; after any other nobody knows.
func (l *Leases) Agree(ctx context.Context, name string, value []byte, rev uint64) (err error) {
	if rev == 0 {
		_, err = l.kv.Create(ctx, name, value)
	} else {
		_, err = l.kv.Update(ctx, name, value, rev)
	}
	switch {
	case errors.Is(err, jetstream.ErrKeyExists), errors.Is(err, jetstream.ErrKeyRevisionMismatch):
		return fmt.Errorf("%s: %w", name, ErrOther)
	case err != nil:
		return fmt.Errorf("agreeing on %s: %w", name, err)
	}
	return nil
}
