package vault

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Keys implements Vault. The leader of the stream is asked: a consumer may be behind.
func (j *Jet) Keys(ctx context.Context, words string) ([]string, error) {
	if err := checkKey(words); err != nil {
		return nil, err
	}
	there, err := j.there(ctx, subject+words+".>")
	if err != nil {
		return nil, fmt.Errorf("%w: listing: %w", ErrUnavailable, err)
	}
	var keys []string
	for s := range there {
		key := strings.TrimPrefix(s, subject)
		switch _, erased, err := j.last(ctx, key); {
		case errors.Is(err, ErrNotFound) || erased:
		case err != nil:
			return nil, err
		default:
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// Watch implements Vault.
func (j *Jet) Watch(ctx context.Context, words string) (iter.Seq2[Change, error], error) {
	if err := checkKey(words); err != nil {
		return nil, err
	}
	w, err := j.kv.WatchFiltered(ctx, []string{words + ".>"}, jetstream.UpdatesOnly())
	if err != nil {
		return nil, fmt.Errorf("%w: watching: %w", ErrUnavailable, err)
	}
	return func(yield func(Change, error) bool) {
		defer func() { _ = w.Stop() }() // the connection may be gone
		for {
			select {
			case <-ctx.Done():
				return
			case e, ok := <-w.Updates():
				switch {
				case !ok && ctx.Err() != nil:
					return
				case !ok:
					yield(Change{}, fmt.Errorf("%w: watching: %w", ErrUnavailable, errClosed))
					return
				case e == nil: // that there is nothing older
					continue
				}
				c := Change{Key: e.Key(), Revision: e.Revision()}
				if e.Operation() == jetstream.KeyValuePut {
					c.Value = append([]byte{}, e.Value()...)
				}
				if !yield(c, nil) {
					return
				}
			}
		}
	}, nil
}
