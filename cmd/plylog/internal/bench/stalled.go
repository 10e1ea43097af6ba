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
	"syscall"
	"time"

	"plylog/api"
	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// stalled measures how long an event takes to readers over HTTP while others of
// the same game read nothing, against the same readers without those; and what a
// reader costs in memory.
func (l *lab) stalled(ctx context.Context) error {
	g, err := l.gameOf(2 + 2*l.turns*l.told)
	if err != nil {
		return err
	}
	var beside, alone, kilobytes []float64
	for range l.runs {
		runtime.GC() // nobody pays for what others left behind
		took, kB, err := l.overHTTP(ctx, g)
		if err != nil {
			return err
		}
		alone = append(alone, quantile(took[0], 0.99))
		beside = append(beside, quantile(took[1], 0.99))
		kilobytes = append(kilobytes, kB)
	}
	l.add(Line{
		Bench: "feed", Unit: "ms", RawIs: "those readers alone", Target: ratioAtMost(1.5),
		What: fmt.Sprintf("99th percentile over HTTP to %d readers beside %d that read nothing", l.listening, l.deaf),
	}.measured(beside, alone))
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
// when the one before has come to all that listen. They go out by turns, some
// while those that listen are alone and as many while others are there that read
// nothing: what else the machine does meets both. It returns how long each event
// took to each of those that listen, without those and beside those, and the
// memory that a reader takes.
func (l *lab) overHTTP(ctx context.Context, g *prepared.Game) (took [2][]float64, kB float64, err error) {
	log := memlog.New(1)
	s, err := l.serveLog(ctx, log)
	if err != nil {
		return took, 0, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	seq, err := log.Append(ctx, 0, g.Events[0])
	if err != nil {
		return took, 0, err
	}
	before := inUse()
	h := &listeners{server: s, game: g, crowd: newCrowd(s.ctx, l.listening), times: make([][]float64, l.listening)}
	defer h.leave()
	if err := h.listen(l.listening); err != nil {
		return took, 0, err
	}
	h.told = 1
	tell := func(n int) error {
		_, err := h.crowd.time(g.Events[h.told:h.told+n], func(e *events.Event) (err error) {
			h.began = time.Now()
			seq, err = log.Append(s.ctx, seq, e)
			return err
		})
		h.told += n
		return err
	}
	if err := tell(1); err != nil { // which is not counted: by then every reader waits
		return took, 0, err
	}
	for turn := range 2 * l.turns {
		beside := (turn + 1) / 2 % 2 // without, with, with, without, without, …
		switch {
		case beside == 0:
			err = h.wake()
		case len(h.deaf) == 0:
			err = h.stall(l.deaf)
		}
		if err != nil {
			return took, 0, err
		}
		if beside == 1 && kB == 0 {
			kB = max(0, inUse()-before) / 1000 / float64(l.listening+l.deaf)
		}
		runtime.GC() // connecting left something behind, and some turns begin with it
		if err := tell(l.told); err != nil {
			return took, 0, err
		}
		if err := h.stalled(); err != nil {
			return took, 0, err
		}
		took[beside] = append(took[beside], h.since(l.told)...)
	}
	return took, kB, nil
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
	server *served
	game   *prepared.Game
	told   int // events that were sent
	crowd  *crowd
	conns  []net.Conn  // of those that listen
	deaf   []net.Conn  // of those that read nothing
	times  [][]float64 // of each that listens: how long each event took, in ms
	began  time.Time   // when the event that is under way was appended
}

// since returns how long each of the last events took to each that listens.
func (h *listeners) since(told int) []float64 {
	var all []float64
	for _, t := range h.times {
		all = append(all, t[len(t)-told:]...)
	}
	return all
}

// stalled checks that none of those who read nothing took all that was sent: else
// nobody stalled.
func (h *listeners) stalled() error {
	var whole int64
	for _, e := range h.game.Events[1:h.told] {
		whole += int64(len(e.Raw))
	}
	for _, c := range h.deaf {
		s, ok := h.server.listener.sent.Load(c.LocalAddr().String())
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
	for _, c := range append(h.conns, h.deaf...) {
		_ = c.Close()
	}
	h.crowd.leave()
}

// stall opens the feed so many times and reads nothing of it.
func (h *listeners) stall(n int) error {
	for range n {
		c, _, err := h.open(&net.Dialer{Control: narrowed})
		if err != nil {
			return err
		}
		h.deaf = append(h.deaf, c)
	}
	return nil
}

// wake ends those that read nothing, and waits until the server has noticed.
func (h *listeners) wake() error {
	for _, c := range h.deaf {
		_ = c.Close()
	}
	h.deaf = nil
	for h.server.readers() > len(h.conns) {
		if err := h.server.ctx.Err(); err != nil {
			return fmt.Errorf("waiting for readers to leave: %w", err)
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

// narrowed makes the system keep little of what a connection's reader does not take.
// It must come before connecting, which tells the server how much that is.
func narrowed(_, _ string, c syscall.RawConn) error {
	var err error
	return errors.Join(c.Control(func(fd uintptr) { err = setReadBuffer(fd, smallBuffer) }), err)
}

// open opens the feed behind the game's first event. The reader has subscribed then.
func (h *listeners) open(dialer *net.Dialer) (net.Conn, *bufio.Reader, error) {
	c, err := dialer.Dial("tcp", h.server.listener.Addr().String())
	if err != nil {
		return nil, nil, fmt.Errorf("connecting: %w", err)
	}
	in, err := h.ask(c)
	if err != nil {
		return nil, nil, errors.Join(err, c.Close())
	}
	return c, in, nil
}

func (h *listeners) ask(c net.Conn) (*bufio.Reader, error) {
	if _, err := fmt.Fprintf(c, "GET /v1/games/%s/events?follow=1&after=1 HTTP/1.1\r\nHost: bench\r\nAccept: application/x-ndjson\r\n\r\n", h.game.Create.Game); err != nil {
		return nil, fmt.Errorf("opening a feed: %w", err)
	}
	in := bufio.NewReaderSize(c, smallBuffer)
	status, err := in.ReadString('\n')
	if err != nil || !strings.HasPrefix(status, "HTTP/1.1 200 ") {
		return nil, fmt.Errorf("opening a feed: the server answers %q: %w", status, errors.Join(err, errRefused))
	}
	return in, nil
}

// listen opens the feed so many times and reads it.
func (h *listeners) listen(n int) error {
	for i := range n {
		c, in, err := h.open(&net.Dialer{})
		if err != nil {
			return err
		}
		h.conns = append(h.conns, c)
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
	}
	return nil
}

var errRefused = errors.New("the feed was refused")

// served is a server over a log in memory.
type served struct {
	listener *narrow
	ctx      context.Context // ends with the views
	readers  func() int      // of its feeds
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
	return &served{listener: listener, ctx: running, readers: views.Feed.Readers, close: func() error {
		err := web.Close()
		stop(nil)
		work.Wait()
		return err
	}}, nil
}
