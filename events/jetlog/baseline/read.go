package baseline

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"plylog/events/jetlog"
)

// Consume reads a stream from the start to where it ends now through an ordered
// consumer, 5,000 messages ahead, and returns how many there were.
func Consume(ctx context.Context, connect jetlog.Connect, stream string) (int, error) {
	return reading(ctx, connect, stream, func(js jetstream.JetStream, last uint64) (int, error) {
		c, err := js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{})
		if err != nil {
			return 0, err
		}
		messages, err := c.Messages(jetstream.PullMaxMessages(5000))
		if err != nil {
			return 0, err
		}
		defer messages.Stop()
		for n := 0; ; {
			m, err := messages.Next(jetstream.NextContext(ctx))
			if err != nil {
				return n, err
			}
			n++
			at, err := m.Metadata()
			if err != nil {
				return n, err
			}
			if at.Sequence.Stream >= last {
				return n, nil
			}
		}
	})
}

// Get reads a stream likewise by batches of direct gets, 512 messages each.
func Get(ctx context.Context, connect jetlog.Connect, stream string) (int, error) {
	return reading(ctx, connect, stream, func(js jetstream.JetStream, last uint64) (int, error) {
		n := 0
		for at := uint64(0); at < last; {
			batch, err := jetstreamext.GetBatch(ctx, js, stream, 512, jetstreamext.GetBatchSeq(at+1))
			if err != nil {
				return n, err
			}
			for m, err := range batch {
				if err != nil {
					return n, err
				}
				n, at = n+1, m.Sequence
			}
		}
		return n, nil
	})
}

func reading(ctx context.Context, connect jetlog.Connect, stream string, read func(js jetstream.JetStream, last uint64) (int, error)) (int, error) {
	nc, err := connect("plylog-baseline-reader")
	if err != nil {
		return 0, err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return 0, err
	}
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return 0, fmt.Errorf("asking about %s: %w", stream, err)
	}
	n, err := read(js, s.CachedInfo().State.LastSeq)
	if err != nil {
		return n, fmt.Errorf("reading %s: %w", stream, err)
	}
	return n, nil
}
