package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Game is a subject that grows by one writer. For one goroutine.
type Game struct {
	store   *Store
	stream  int
	subject string
	last    uint64
}

// games numbers them, so that no two have one subject.
var games atomic.Uint64

// NewGame begins a game on the next stream in turn.
func (s *Store) NewGame() *Game {
	n := games.Add(1)
	stream := int(n % uint64(s.streams))
	return &Game{store: s, stream: stream, subject: subject(stream, "g"+strconv.FormatUint(n, 10))}
}

// Publish stores an event behind the last one by a publish of its own, and
// returns when it is acknowledged.
func (g *Game) Publish(ctx context.Context, payload []byte) error {
	ack, err := g.store.js.PublishMsg(ctx, &nats.Msg{Subject: g.subject, Data: payload},
		jetstream.WithExpectLastSequencePerSubject(g.last), jetstream.WithRetryAttempts(0))
	if err != nil {
		return err
	}
	g.last = ack.Sequence
	return nil
}

// Group is one committer per stream, which sends whatever waits as one atomic
// batch.
type Group struct {
	store  *Store
	queues []chan waiting
	work   sync.WaitGroup
}

// waiting is an event that waits for its stream's committer.
type waiting struct {
	game    *Game
	payload []byte
	done    chan error
}

// mostGrouped is the largest batch that the server takes.
const mostGrouped = 1000

// NewGroup starts the committers.
func (s *Store) NewGroup() *Group {
	g := &Group{store: s, queues: make([]chan waiting, s.streams)}
	for i := range g.queues {
		g.queues[i] = make(chan waiting, mostGrouped)
		g.work.Go(func() { g.commit(g.queues[i]) })
	}
	return g
}

// Append stores an event behind its game's last one, together with whatever else
// waits, and returns when it is acknowledged.
func (g *Group) Append(game *Game, payload []byte) error {
	w := waiting{game: game, payload: payload, done: make(chan error, 1)}
	g.queues[game.stream] <- w
	return <-w.done
}

// Close ends the committers. Nobody may append any more.
func (g *Group) Close() {
	for _, q := range g.queues {
		close(q)
	}
	g.work.Wait()
}

func (g *Group) commit(queue <-chan waiting) {
	var list []waiting
	for first := range queue {
		list = append(list[:0], first)
	more:
		for len(list) < mostGrouped {
			select {
			case w, open := <-queue:
				if !open {
					break more
				}
				list = append(list, w)
			default:
				break more
			}
		}
		err := g.store.send(list)
		for _, w := range list {
			w.done <- err
		}
	}
}

// send publishes a batch and waits for its one answer.
func (s *Store) send(list []waiting) error {
	id := "grouped-" + strconv.FormatUint(games.Add(1), 36)
	last := len(list) - 1
	for i, w := range list {
		m := &nats.Msg{Subject: w.game.subject, Data: w.payload, Header: nats.Header{
			"Nats-Expected-Last-Subject-Sequence": {strconv.FormatUint(w.game.last, 10)},
			"Nats-Batch-Id":                       {id},
			"Nats-Batch-Sequence":                 {strconv.Itoa(i + 1)},
		}}
		if i < last {
			if err := s.nc.PublishMsg(m); err != nil {
				return err
			}
			continue
		}
		m.Header["Nats-Batch-Commit"] = []string{"1"}
		reply, err := s.nc.RequestMsg(m, time.Minute)
		if err != nil {
			return err
		}
		var ack jetstream.PubAck
		var refused struct {
			Error *jetstream.APIError `json:"error"`
		}
		if err := json.Unmarshal(reply.Data, &refused); err != nil {
			return err
		}
		if refused.Error != nil {
			return fmt.Errorf("batch of %d: %w", len(list), refused.Error)
		}
		if err := json.Unmarshal(reply.Data, &ack); err != nil {
			return err
		}
		for i, w := range list {
			w.game.last = ack.Sequence - uint64(last-i)
		}
	}
	return nil
}
