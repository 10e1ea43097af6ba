package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plylog/api"
	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// stalled measures how long an event takes to readers over HTTP when others of
// the same game read nothing, against the same without those; and what a reader
// costs in memory.
func (l *lab) stalled(ctx context.Context) error {
	g, err := l.gameOf(l.told + 2)
	if err != nil {
		return err
	}
	var kilobytes []float64
	late := func(deaf int) side {
		return func(ctx context.Context) (float64, error) {
			ms, kB, err := l.overHTTP(ctx, g, l.listening, deaf)
			if deaf > 0 {
				kilobytes = append(kilobytes, kB)
			}
			return ms, err
		}
	}
	samples, err := rounds(ctx, l.runs, late(0), late(l.deaf))
	if err != nil {
		return err
	}
	l.add(Line{
		Bench: "feed", Unit: "ms", RawIs: "those readers alone", Target: ratioAtMost(1.5),
		What: fmt.Sprintf("99th percentile over HTTP to %d readers beside %d that read nothing", l.listening, l.deaf),
	}.measured(samples[1], samples[0]))
	l.add(Line{
		Bench: "feed", Unit: "kB", What: "memory of a reader over HTTP, with the client's end",
	}.measured(kilobytes, nil))
	return nil
}

// smallBuffer is how many bytes the system keeps of what a reader does not take:
// with the usual megabytes nobody would stall for a long time.
const smallBuffer = 4096

// narrow is a listener whose connections hold little that was not taken.
type narrow struct {
	net.Listener
	sent sync.Map // what each took of the server: *sent by the client's address
}

// sent counts the bytes that a connection took.
type sent struct {
	net.Conn
	bytes atomic.Int64
}

func (s *sent) Write(b []byte) (int, error) {
	n, err := s.Conn.Write(b)
	s.bytes.Add(int64(n))
	return n, err
}

func (n *narrow) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	s := &sent{Conn: c}
	n.sent.Store(c.RemoteAddr().String(), s)
	return s, c.(*net.TCPConn).SetWriteBuffer(smallBuffer)
}

// overHTTP sends the events of a game but the first to readers over HTTP, each
// when the one before has come to all that listen. It returns the 99th percentile
// of the times to each of them, and the memory that a reader takes.
func (l *lab) overHTTP(ctx context.Context, g *prepared.Game, listening, deaf int) (ms, kB float64, err error) {
	log := memlog.New(1)
	s, err := l.serveLog(ctx, log)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	seq, err := log.Append(ctx, 0, g.Events[0])
	if err != nil {
		return 0, 0, err
	}
	before := inUse()
	h := &listeners{crowd: newCrowd(s.ctx, listening), times: make([][]float64, listening)}
	defer h.leave()
	for i := range listening + deaf {
		if err := h.join(s.listener.Addr().String(), g.Create.Game, i, i < listening); err != nil {
			return 0, 0, err
		}
	}
	kB = max(0, inUse()-before) / 1000 / float64(listening+deaf)
	if _, err := h.crowd.time(g.Events[1:], func(e *events.Event) (err error) {
		h.began = time.Now()
		seq, err = log.Append(s.ctx, seq, e)
		return err
	}); err != nil {
		return 0, 0, err
	}
	if err := h.stalled(s.listener, g); err != nil {
		return 0, 0, err
	}
	h.leave()
	var all []float64
	for _, t := range h.times {
		all = append(all, t[1:]...) // the first event is not counted, as in feed
	}
	return quantile(all, 0.99), kB, nil
}

// inUse is how many bytes the process has in use.
func inUse() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapInuse + m.StackInuse)
}

// listeners are readers of a game over HTTP.
type listeners struct {
	crowd *crowd
	conns []net.Conn
	deaf  []net.Conn  // of those, who reads nothing
	times [][]float64 // of each that listens: how long each event took, in ms
	began time.Time   // when the event that is under way was appended
}

// stalled checks that none of those who read nothing took the whole game: else
// nobody stalled.
func (h *listeners) stalled(n *narrow, g *prepared.Game) error {
	var whole int64
	for _, e := range g.Events[1:] {
		whole += int64(len(e.Raw))
	}
	for _, c := range h.deaf {
		s, ok := n.sent.Load(c.LocalAddr().String())
		if !ok || s.(*sent).bytes.Load() >= whole {
			return errAwake
		}
	}
	return nil
}

// errAwake: a reader that read nothing held nobody up.
var errAwake = errors.New("the readers did not stall")

// leave ends all of them.
func (h *listeners) leave() {
	h.crowd.stop(nil) // first: what their connections end with is no failure
	for _, c := range h.conns {
		_ = c.Close()
	}
	h.crowd.leave()
}

// join opens the feed of a game behind its first event, and reads it if it listens.
func (h *listeners) join(address string, game events.GameID, i int, listens bool) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	h.conns = append(h.conns, c)
	if !listens {
		if err := c.(*net.TCPConn).SetReadBuffer(smallBuffer); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(c, "GET /v1/games/%s/events?follow=1&after=1 HTTP/1.1\r\nHost: bench\r\nAccept: application/x-ndjson\r\n\r\n", game); err != nil {
		return fmt.Errorf("opening a feed: %w", err)
	}
	in := bufio.NewReaderSize(c, smallBuffer)
	status, err := in.ReadString('\n') // it has subscribed by then
	if err != nil || !strings.HasPrefix(status, "HTTP/1.1 200 ") {
		return fmt.Errorf("opening a feed: the server answers %q: %w", status, errors.Join(err, errRefused))
	}
	if !listens {
		h.deaf = append(h.deaf, c)
		return nil
	}
	h.crowd.join(func(ctx context.Context) (*events.Event, error) {
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return nil, errors.Join(ctx.Err(), err)
			}
			if bytes.HasPrefix(line, []byte(`{"v":`)) { // else the header, or the size of a chunk
				h.times[i] = append(h.times[i], time.Since(h.began).Seconds()*1000)
				return events.Decode(bytes.TrimSuffix(line, []byte("\n")))
			}
		}
	})
	return nil
}

var errRefused = errors.New("the feed was refused")

// served is a server over a log in memory.
type served struct {
	listener *narrow
	ctx      context.Context // ends with the views
	close    func() error
}

// serveLog serves a log as "plylog serve" does, over narrow connections.
func (l *lab) serveLog(ctx context.Context, log events.Log) (*served, error) {
	quiet := slog.New(slog.DiscardHandler)
	views, err := projections.New(projections.Config{Log: log, Logger: quiet})
	if err != nil {
		return nil, err
	}
	handler, err := play.NewHandler(play.Config{Log: log, Registry: l.games, Secret: secret, Logger: quiet})
	if err != nil {
		return nil, err
	}
	server, err := api.New(api.Config{Handler: handler, Registry: l.games, Log: log, Views: views, Secret: secret, Logger: quiet})
	if err != nil {
		return nil, err
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	listener := &narrow{Listener: tcp}
	web := server.HTTP(server.Public())
	running, stop := context.WithCancelCause(ctx)
	var work sync.WaitGroup
	work.Go(func() { stop(views.Run(running)) })
	work.Go(func() { _ = web.Serve(listener) }) // it ends by Close
	return &served{listener: listener, ctx: running, close: func() error {
		err := web.Close()
		stop(nil)
		work.Wait()
		return err
	}}, nil
}
