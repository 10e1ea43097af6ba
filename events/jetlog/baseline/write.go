package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// writer is one game that grows.
type writer struct {
	stream  int
	subject string
	last    uint64
}

var runs atomic.Uint64

func (s *Store) games(n int) []writer {
	run := runs.Add(1)
	list := make([]writer, n)
	for i := range list {
		stream := i % s.streams
		list[i] = writer{stream: stream, subject: subject(stream, fmt.Sprintf("%d-%d", run, i))}
	}
	return list
}

// Singly has every writer publish to a subject of its own, each event with the
// subject's last sequence as expectation and the answer awaited before the next.
func (s *Store) Singly(ctx context.Context, writers, each int, payload []byte) (Figures, error) {
	games := s.games(writers)
	return Measure(writers, each, func(w, _ int) error {
		g := &games[w]
		ack, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: g.subject, Data: payload},
			jetstream.WithExpectLastSequencePerSubject(g.last), jetstream.WithRetryAttempts(0))
		if err != nil {
			return err
		}
		g.last = ack.Sequence
		return nil
	})
}

// pending is one event that waits for its stream's committer.
type pending struct {
	game *writer
	done chan error
}

// Grouped has the same writers hand their events to one committer per stream, which
// sends whatever waits as one atomic batch.
func (s *Store) Grouped(ctx context.Context, writers, each int, payload []byte) (Figures, error) {
	games := s.games(writers)
	queues := make([]chan pending, s.streams)
	for i := range queues {
		queues[i] = make(chan pending, writers)
		defer close(queues[i])
		go s.commit(ctx, queues[i], payload)
	}
	return Measure(writers, each, func(w, _ int) error {
		p := pending{game: &games[w], done: make(chan error, 1)}
		queues[p.game.stream] <- p
		return <-p.done
	})
}

// commit sends batches until the queue is closed.
func (s *Store) commit(ctx context.Context, queue <-chan pending, payload []byte) {
	const most = 1000 // that the server takes
	run := runs.Add(1)
	var list []pending
	for number := 0; ; number++ {
		first, open := <-queue
		if !open {
			return
		}
		list = append(list[:0], first)
	more:
		for len(list) < most {
			select {
			case p, open := <-queue:
				if !open {
					break more
				}
				list = append(list, p)
			default:
				break more
			}
		}
		err := s.batch(ctx, fmt.Sprintf("base-%d-%d", run, number), list, payload)
		for _, p := range list {
			p.done <- err
		}
	}
}

func (s *Store) batch(ctx context.Context, id string, list []pending, payload []byte) error {
	for i, p := range list {
		m := &nats.Msg{Subject: p.game.subject, Data: payload, Header: nats.Header{
			"Nats-Expected-Last-Subject-Sequence": {strconv.FormatUint(p.game.last, 10)},
			"Nats-Batch-Id":                       {id},
			"Nats-Batch-Sequence":                 {strconv.Itoa(i + 1)},
		}}
		if i < len(list)-1 {
			if err := s.nc.PublishMsg(m); err != nil {
				return err
			}
			continue
		}
		m.Header.Set("Nats-Batch-Commit", "1")
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		reply, err := s.nc.RequestMsgWithContext(ctx, m)
		if err != nil {
			return err
		}
		var ack struct {
			Seq   uint64 `json:"seq"`
			Error *struct {
				Code        int
				Description string
			} `json:"error"`
		}
		if err := json.Unmarshal(reply.Data, &ack); err != nil {
			return err
		}
		if ack.Error != nil {
			return fmt.Errorf("batch of %d refused: %s", len(list), ack.Error.Description)
		}
		for i := range list {
			list[i].game.last = ack.Seq - uint64(len(list)-1-i)
		}
	}
	return nil
}
