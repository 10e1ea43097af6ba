package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"plylog/api"
)

// Name is what the service is called.
const Name = "plylog"

// Config is what a Service is made of. API and Conn are needed.
type Config struct {
	API      *api.Server
	Conn     *nats.Conn // the service's own; it may do what Answering grants
	Version  string     // of the program; one that is no semantic version is told beside 0.0.0
	Observer Observer   // nil: nobody
	Logger   *slog.Logger
}

// Observer is told what happens, for metrics. Its methods are called concurrently
// and must not block.
type Observer interface {
	// RejectedReply counts a request that wanted its answer elsewhere than in an
	// inbox.
	RejectedReply()
}

// Service answers requests that come over NATS. Where there are several nodes
// each request goes to one of them.
type Service struct {
	cfg     Config
	micro   micro.Service
	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
	counts  map[string]*counts // by endpoint; fixed
}

// counts is what an endpoint tells of itself besides what the library counts,
// which knows when a request was taken and not when it was answered.
type counts struct {
	answered, refused, failed, unanswerable atomic.Uint64
	nanos                                   atomic.Int64
}

const (
	// mostUnderWay bounds the requests of one endpoint that are under way; more
	// wait, and their senders with them.
	mostUnderWay = 128
	mostWaiting  = 8192     // requests of an endpoint that wait; what comes on top is lost
	mostBytes    = 16 << 20 // and their size

	flushTime = 2 * time.Second // what the last answers may take to leave
)

var operations = []struct {
	op    api.Operation
	about string
	game  bool // the subject ends with a game's id
}{
	{api.OpCreate, "make a game: POST /v1/games", false},
	{api.OpSubmit, "send a command to a game: POST /v1/games/{id}/events", true},
	{api.OpState, `read a game, {"at":N} as it was: GET /v1/games/{id}`, true},
	{api.OpChoices, `what a seat can play, {"seat":"first"}: GET /v1/games/{id}/choices`, true},
	{api.OpHistory, "the moves as people read them: GET /v1/games/{id}/history", true},
}

// Start begins to answer.
func Start(cfg Config) (*Service, error) {
	if cfg.API == nil || cfg.Conn == nil {
		return nil, errors.New("service: want a server and a connection")
	}
	if cfg.Observer == nil {
		cfg.Observer = nobody{}
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	s := &Service{cfg: cfg, counts: make(map[string]*counts, len(operations))}
	for _, o := range operations {
		s.counts[string(o.op)] = new(counts)
	}
	s.life, s.end = context.WithCancel(context.Background())
	if err := s.start(); err != nil {
		s.end()
		return nil, fmt.Errorf("answering over NATS: %w", err)
	}
	return s, nil
}

func (s *Service) start() (err error) {
	config := micro.Config{
		Name: Name, Version: strings.TrimPrefix(s.cfg.Version, "v"), Description: "event-sourced games: commands and reads",
		Metadata:     map[string]string{"program": s.cfg.Version, "feed": feed + "<game>"},
		StatsHandler: s.stats,
		ErrorHandler: func(_ micro.Service, err *micro.NATSError) { s.cfg.Logger.Warn("nats service", "err", err) },
	}
	s.micro, err = micro.AddService(s.cfg.Conn, config)
	if errors.Is(err, micro.ErrConfigValidation) {
		config.Version = "0.0.0"
		s.micro, err = micro.AddService(s.cfg.Conn, config)
	}
	if err != nil {
		return err
	}
	for _, o := range operations {
		subject := requests + "." + string(o.op)
		prefix := subject
		if o.game {
			prefix += "."
			subject += ".>" // an id with a dot is refused by name, not by silence
		}
		room := make(chan struct{}, mostUnderWay)
		err := s.micro.AddEndpoint(string(o.op), micro.HandlerFunc(func(m micro.Request) { s.take(o.op, prefix, room, m) }),
			micro.WithEndpointSubject(subject), micro.WithEndpointPendingLimits(mostWaiting, mostBytes),
			micro.WithEndpointMetadata(map[string]string{"about": o.about}))
		if err != nil {
			return errors.Join(err, s.micro.Stop())
		}
	}
	return s.cfg.Conn.Flush() // whoever is told that the service runs finds it
}

// take carries a request out, beside others.
func (s *Service) take(op api.Operation, prefix string, room chan struct{}, m micro.Request) {
	count := s.counts[string(op)]
	if !answerable(m.Reply()) {
		count.unanswerable.Add(1)
		s.cfg.Observer.RejectedReply()
		return
	}
	room <- struct{}{}
	s.running.Go(func() {
		defer func() { <-room }()
		start := time.Now()
		answer := s.cfg.API.Call(s.life, callOf(op, strings.TrimPrefix(m.Subject(), prefix), m))
		switch {
		case answer.Status >= 500:
			count.failed.Add(1)
		case answer.Status >= 400:
			count.refused.Add(1)
		default:
			count.answered.Add(1)
		}
		count.nanos.Add(int64(time.Since(start)))
		if err := s.cfg.Conn.PublishMsg(answerTo(m.Reply(), answer)); err != nil {
			s.cfg.Logger.Warn("an answer over NATS is lost", "operation", op, "err", err)
		}
	})
}

// stats is what "nats micro stats" shows of an endpoint.
func (s *Service) stats(e *micro.Endpoint) any {
	c := s.counts[e.Name]
	if c == nil {
		return nil
	}
	done := c.answered.Load() + c.refused.Load() + c.failed.Load()
	return map[string]uint64{
		"answered": c.answered.Load(), "refused": c.refused.Load(), "failed": c.failed.Load(),
		"unanswerable": c.unanswerable.Load(), "average_nanoseconds": uint64(c.nanos.Load()) / max(done, 1),
	}
}

// Stop takes no more requests, which then go to other nodes, answers those that
// have come, and returns. If ctx ends first those under way are given up.
func (s *Service) Stop(ctx context.Context) error {
	err := s.micro.Stop()
	done := make(chan struct{})
	go func() {
		// Stop lets what has come be taken; the connection knows when that is so.
		for !drained(s.cfg.Conn) && ctx.Err() == nil {
			<-time.After(time.Millisecond)
		}
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		s.end()
		<-done
		err = errors.Join(err, ctx.Err())
	}
	s.end()
	return errors.Join(err, s.cfg.Conn.FlushTimeout(flushTime))
}

// drained reports whether nothing subscribes on a connection any more.
func drained(nc *nats.Conn) bool { return nc.NumSubscriptions() == 0 }

type nobody struct{}

func (nobody) RejectedReply() {}
