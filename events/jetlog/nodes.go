package jetlog

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"

	"plylog/events/jetlog/majority"
)

// Leads asks, over the connection that events are appended by, whether a shard has a
// leader that a majority follows. nil: what is appended now is stored.
func (l *Log) Leads(ctx context.Context, shard int) error {
	s, err := l.shardAt(shard)
	if err != nil {
		return err
	}
	if _, err := led(ctx, l.writer, s.stream); err != nil {
		return fmt.Errorf("shard %d: %w", shard, err)
	}
	return nil
}

// led asks about a stream over any connection, and believes nobody but a leader that can
// know.
func led(ctx context.Context, nc *nats.Conn, stream string) (info streamInfo, err error) {
	m, err := nc.RequestWithContext(ctx, "$JS.API.STREAM.INFO."+stream, nil)
	if err != nil {
		return info, passing(err)
	}
	if err := answered(m.Data, &info); err != nil {
		return info, err
	}
	return info, info.known(stream, majority.Lately)
}

// Tell tells the other nodes of the store something, as far as they can be reached.
func (l *Log) Tell(what []byte) error { return l.readers[0].nc.Publish(nodesSubject, what) }

// Hear calls hear with everything that another node tells, one after the other, until
// the log is closed.
func (l *Log) Hear(hear func(what []byte)) error {
	if _, err := l.readers[0].nc.Subscribe(nodesSubject, func(m *nats.Msg) { hear(m.Data) }); err != nil {
		return fmt.Errorf("listening to other nodes: %w", err)
	}
	return nil
}
