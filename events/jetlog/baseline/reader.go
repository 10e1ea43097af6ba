package baseline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"plylog/events/jetlog"
)

// Reader reads streams and throws away what it reads. For one goroutine.
type Reader struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	inbox  string
	answer *nats.Subscription
}

// ahead is how many messages a consumer is sent before they are asked for.
const ahead = 5000

// NewReader connects a reader.
func NewReader(connect jetlog.Connect) (*Reader, error) {
	nc, err := connect("plylog-baseline-reader")
	if err != nil {
		return nil, err
	}
	r := &Reader{nc: nc, inbox: nc.NewInbox()}
	if r.js, err = jetstream.New(nc); err == nil {
		r.answer, err = nc.SubscribeSync(r.inbox)
	}
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("connecting a reader: %w", err)
	}
	return r, nil
}

// Close ends the connection.
func (r *Reader) Close() { r.nc.Close() }

// Stream reads a whole stream through an ordered consumer, as a client of
// JetStream does, and returns how many messages there were.
func (r *Reader) Stream(ctx context.Context, stream string) (n int, err error) {
	s, err := r.js.Stream(ctx, stream)
	if err != nil {
		return 0, fmt.Errorf("reading stream %s: %w", stream, err)
	}
	total := int(s.CachedInfo().State.Msgs)
	if total == 0 {
		return 0, nil
	}
	c, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return 0, fmt.Errorf("reading stream %s: %w", stream, err)
	}
	messages, err := c.Messages(jetstream.PullMaxMessages(ahead))
	if err != nil {
		return 0, fmt.Errorf("reading stream %s: %w", stream, err)
	}
	defer messages.Stop()
	for n < total {
		if _, err := messages.Next(jetstream.NextContext(ctx)); err != nil {
			return n, fmt.Errorf("reading stream %s: %w", stream, err)
		}
		n++
	}
	return n, nil
}

// Batches reads a whole stream by direct gets of 512 messages, as orbit's client
// does, and returns how many messages there were.
func (r *Reader) Batches(ctx context.Context, stream string) (n int, err error) {
	s, err := r.js.Stream(ctx, stream)
	if err != nil {
		return 0, fmt.Errorf("reading stream %s: %w", stream, err)
	}
	for at, last := uint64(0), s.CachedInfo().State.LastSeq; at < last; {
		batch, err := jetstreamext.GetBatch(ctx, r.js, stream, 512, jetstreamext.GetBatchSeq(at+1))
		if err != nil {
			return n, fmt.Errorf("reading stream %s: %w", stream, err)
		}
		for m, err := range batch {
			if err != nil {
				return n, fmt.Errorf("reading stream %s: %w", stream, err)
			}
			n, at = n+1, m.Sequence
		}
	}
	return n, nil
}

// Game reads the messages of one subject, at most 1,000, by one direct get, and
// returns how many there were.
func (r *Reader) Game(ctx context.Context, stream, subject string) (n int, err error) {
	question, err := json.Marshal(map[string]any{"seq": 1, "batch": mostGrouped, "next_by_subj": subject})
	if err != nil {
		return 0, err
	}
	if err := r.nc.PublishRequest("$JS.API.DIRECT.GET."+stream, r.inbox, question); err != nil {
		return 0, fmt.Errorf("reading %s: %w", subject, err)
	}
	for {
		m, err := r.answer.NextMsg(10 * time.Second)
		if err != nil {
			return n, fmt.Errorf("reading %s: %w", subject, err)
		}
		if len(m.Data) > 0 {
			n++
			continue
		}
		if status := m.Header.Get("Status"); status != "204" {
			return n, fmt.Errorf("reading %s: %w", subject, errors.New("status "+status))
		}
		return n, ctx.Err()
	}
}
