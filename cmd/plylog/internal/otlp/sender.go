package otlp

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plylog/api"
)

// How spans are gathered.
const (
	mostWaiting = 4096 // that are not sent yet
	mostAtOnce  = 512  // in one message
)

// Config says where traces go.
type Config struct {
	Endpoint string // of the collector, as in http://localhost:4318
	Version  string // of this program
	Instance string // which of several servers this is
	HTTP     *http.Client
	Now      func() time.Time
	Logger   *slog.Logger
	Then     api.Observer // is told of everything as well

	Gather   time.Duration // how long a span may wait for others; 0: 2 s
	Patience time.Duration // what the collector may take to answer; 0: 5 s
}

// Sender is an api.Observer that sends a span for each request that belongs to a
// trace. It is safe for concurrent use.
type Sender struct {
	api.Observer
	cfg     Config
	queue   chan request
	end     chan struct{}
	once    sync.Once
	done    chan struct{}
	dropped atomic.Uint64
	away    bool // the collector did not take the last message
}

// New begins to send.
func New(cfg Config) *Sender {
	cfg.Gather, cfg.Patience = cmp.Or(cfg.Gather, 2*time.Second), cmp.Or(cfg.Patience, 5*time.Second)
	s := &Sender{Observer: cfg.Then, cfg: cfg, queue: make(chan request, mostWaiting), end: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	return s
}

// Request implements api.Observer.
func (s *Sender) Request(route, method string, code int, took time.Duration, at api.Span) {
	s.Observer.Request(route, method, code, took, at)
	if at.Trace == "" {
		return
	}
	select {
	case s.queue <- request{at, route, method, code, s.cfg.Now(), took}:
	default:
		s.dropped.Add(1)
	}
}

// Dropped is how many spans were lost so far: the queue was full, or the collector did
// not take them.
func (s *Sender) Dropped() uint64 { return s.dropped.Load() }

// Close sends what is waiting and ends. What is observed after it is lost.
func (s *Sender) Close() {
	s.once.Do(func() { close(s.end) })
	<-s.done
}

func (s *Sender) run() {
	defer close(s.done)
	tick := time.NewTicker(s.cfg.Gather)
	defer tick.Stop()
	var waiting []request
	flush := func() {
		if len(waiting) > 0 {
			s.send(waiting)
			waiting = waiting[:0]
		}
	}
	for {
		select {
		case r := <-s.queue:
			if waiting = append(waiting, r); len(waiting) == mostAtOnce {
				flush()
			}
		case <-tick.C:
			flush()
		case <-s.end:
			for {
				select {
				case r := <-s.queue:
					waiting = append(waiting, r)
					continue
				default:
				}
				flush()
				return
			}
		}
	}
}

// send hands one message over. It is not tried again: a collector that is busy is not
// helped by more.
func (s *Sender) send(requests []request) {
	err := s.post(requests)
	if err == nil {
		if s.away {
			s.cfg.Logger.Info("traces are taken again", "by", s.cfg.Endpoint, "dropped", s.Dropped())
		}
		s.away = false
		return
	}
	s.dropped.Add(uint64(len(requests)))
	if !s.away {
		s.cfg.Logger.Warn("traces are not taken, and dropped until they are", "err", err)
	}
	s.away = true
}

func (s *Sender) post(requests []request) error {
	body, err := encode(s.cfg.Version, s.cfg.Instance, requests)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(s.cfg.Endpoint, "/")+"/v1/traces", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := s.cfg.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // what it says is not needed
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("sending traces to %s: it answers %s", s.cfg.Endpoint, res.Status)
	}
	return nil
}
