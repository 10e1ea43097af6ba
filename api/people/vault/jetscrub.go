package vault

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// scrub overwrites every revision of a key before one.
func (j *Jet) scrub(ctx context.Context, key string, before uint64) error {
	for {
		m, err := j.stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(subject+key))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return fmt.Errorf("%w: looking for what is to be erased: %w", ErrUnavailable, err)
		case m.Sequence >= before:
			return nil
		}
		if err := j.stream.SecureDeleteMsg(ctx, m.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			if _, err := j.stream.GetMsg(ctx, m.Sequence); errors.Is(err, jetstream.ErrMsgNotFound) {
				continue // somebody else has
			}
			return fmt.Errorf("%w: erasing: %w", ErrUnavailable, err)
		}
	}
}

// scrubLater scrubs a key behind its caller's back, until that succeeds or the vault
// is closed.
func (j *Jet) scrubLater(key string, before uint64) {
	j.late.Go(func() {
		for pause := 10 * time.Millisecond; ; pause = min(2*pause, 10*time.Second) {
			select {
			case <-time.After(pause):
			case <-j.ctx.Done():
				return
			}
			err := j.scrub(j.ctx, key, before)
			if err == nil {
				return
			}
			j.logger.Warn("a value that was replaced is not erased yet", "err", err)
		}
	})
}

// sweep scrubs every key of which more than one revision is there.
func (j *Jet) sweep(ctx context.Context) error {
	there, err := j.there(ctx, subject+">")
	if err != nil {
		return err
	}
	for s, n := range there {
		if n < 2 {
			continue
		}
		key := strings.TrimPrefix(s, subject)
		m, _, err := j.last(ctx, key)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := j.scrub(ctx, key, m.Sequence); err != nil {
			return err
		}
	}
	return nil
}
