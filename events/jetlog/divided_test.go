package jetlog_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// ways are between three servers of a cluster, one from each to each other, and can be
// cut: what is on them then stays there until they are mended, and nobody is told.
type ways struct {
	mu   sync.Mutex
	open *sync.Cond
	list map[[2]int]net.Listener
	off  map[int]bool // servers that are cut off
}

func newWays(t testing.TB) *ways {
	t.Helper()
	w := &ways{list: make(map[[2]int]net.Listener), off: make(map[int]bool)}
	w.open = sync.NewCond(&w.mu)
	for from := range 3 {
		for to := range 3 {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			w.list[[2]int{from, to}] = l
		}
	}
	return w
}

// way leads from one server to another, which listens at a port.
func (w *ways) way(from, to, port int) int {
	l := w.list[[2]int{from, to}]
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
			if err != nil {
				_ = in.Close() // it is not there yet
				continue
			}
			go w.carry(from, to, in, out)
			go w.carry(from, to, out, in)
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// carry copies one way while neither end is cut off.
func (w *ways) carry(from, to int, in, out net.Conn) {
	defer in.Close()
	defer out.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := in.Read(b)
		w.mu.Lock()
		for w.off[from] || w.off[to] {
			w.open.Wait()
		}
		w.mu.Unlock()
		if _, werr := out.Write(b[:n]); err != nil || werr != nil {
			return
		}
	}
}

// cut cuts a server off from the others, or puts it back.
func (w *ways) cut(server int, off bool) {
	w.mu.Lock()
	w.off[server] = off
	w.mu.Unlock()
	w.open.Broadcast()
}

// TestLeaderCutOff cuts the server that leads off from the other two, which choose
// another leader. The old one goes on thinking that it leads for a while and answers what
// it is asked, and must not be believed: what the new one stored since is never said not
// to be there, nor to be damaged.
//
// On a slow machine the old one may have noticed before the new one could store anything.
// Then nothing was tried, and it is tried again.
func TestLeaderCutOff(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	tried := false
	for try := 0; !tried && !t.Failed(); try++ {
		if try == 10 {
			t.Fatalf("%d times the old leader had heard that it leads no more before it was asked", try)
		}
		t.Run(strconv.Itoa(try), func(t *testing.T) { tried = cutLeaderOff(t) })
	}
}

// cutLeaderOff is one try; false: the old leader had noticed already.
func cutLeaderOff(t *testing.T) bool {
	w := newWays(t)
	c := startClusterOver(t, false, w.way)
	l := open(t, c.connect(), jetlog.Options{Shards: 1, Replicas: 3, AckWait: soon, AnswerWait: soon})
	known := logtest.NewGame(t)
	persist(t, l, known)
	old := c.leader(0)
	there := open(t, jetlog.To(c.servers[old].ClientURL(), nats.IgnoreDiscoveredServers()), jetlog.Options{AckWait: soon, AnswerWait: soon}) // it knows no other
	moved := make(chan string, 10)
	beside := new(jetlog.Beside)
	oldFirst := jetlog.To(c.servers[old].ClientURL()+","+c.servers[(old+1)%3].ClientURL(), nats.DontRandomize())
	aside, err := beside.Of(oldFirst)("aside", jetlog.Durable(slog.New(slog.DiscardHandler))...)
	if err != nil {
		t.Fatal(err)
	}
	defer aside.Close()
	goes := open(t, oldFirst, jetlog.Options{AckWait: soon, AnswerWait: soon, Beside: beside, Observe: jetlog.Observer{Moved: func(server string) { moved <- server }}})
	rest := open(t, jetlog.To(c.servers[(old+1)%3].ClientURL()+","+c.servers[(old+2)%3].ClientURL()), jetlog.Options{AckWait: soon, AnswerWait: soon})
	w.cut(old, true)
	defer w.cut(old, false) // or the servers do not end
	made := logtest.NewGame(t)
	persist(t, rest, made)
	persist(t, rest, known)
	if !c.leads(old, 0) {
		return false
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var asking sync.WaitGroup
	for what, ask := range map[string]func() error{
		"there is no such game":       func() error { return drain(there.Read(ctx, made.ID, 0)) },
		"the game ends sooner":        func() error { return drain(there.Read(ctx, known.ID, 0)) },
		"the game has not gone on":    func() error { return drain(there.Read(ctx, known.ID, 1)) },
		"the shard ends sooner":       func() error { return drain(there.Scan(ctx, 0, 0)) },
		"it is the last of the shard": func() error { _, err := there.Last(ctx, 0); return err },
		"all is well":                 func() error { return there.Health(ctx) },
	} {
		asking.Go(func() {
			if err := ask(); err == nil {
				t.Errorf("a leader that was cut off was believed: %s", what)
			} else if errors.Is(err, events.ErrDamaged) {
				t.Errorf("a leader that was cut off was believed: %v", err)
			}
		})
	}
	asking.Wait()
	name := c.servers[old].Name()
	for i := range jetlog.Connections + 1 {
		if server := <-moved; server != name {
			t.Errorf("connection %d left %s, and %s is cut off", i, server, name)
		}
	}
	persist(t, goes, made)
	persist(t, goes, logtest.NewGame(t))
	if at := aside.ConnectedServerName(); at == name {
		t.Errorf("a connection beside the log is still to %s", at)
	}
	w.cut(old, false)
	for _, g := range []*logtest.Game{made, known} {
		n := 0
		for _, err := range there.Read(t.Context(), g.ID, 0) {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != g.N {
			t.Errorf("when it is back, a game has %d events, want %d", n, g.N)
		}
	}
	return true
}

// drain reads to the end, and returns why it ended.
func drain(list iter.Seq2[*events.Event, error]) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
