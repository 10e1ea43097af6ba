package torture

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// network is a bad one, in front of a server: it delays answers, drops some and cuts
// connections, as it is told.
type network struct {
	listener net.Listener
	to       func() string // where the server is now

	mu    sync.Mutex
	rng   *rand.Rand
	bad   bool // answers are delayed and dropped
	open  map[net.Conn]bool
	work  sync.WaitGroup
	drops int
	cuts  int
}

func newNetwork(seed uint64, to func() string) (*network, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &network{listener: l, to: to, rng: rand.New(rand.NewPCG(seed, 7)), open: make(map[net.Conn]bool)}
	n.work.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			n.work.Go(func() { n.carry(in) })
		}
	})
	return n, nil
}

func (n *network) url() string { return "http://" + n.listener.Addr().String() }

// spoil makes the network bad, or good again.
func (n *network) spoil(bad bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.bad = bad
}

// cut ends all connections.
func (n *network) cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.open {
		_ = c.Close()
		n.cuts++
	}
}

func (n *network) carry(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", n.to())
	if err != nil {
		return
	}
	defer out.Close()
	n.mu.Lock()
	n.open[in], n.open[out] = true, true
	n.mu.Unlock()
	defer func() {
		n.mu.Lock()
		delete(n.open, in)
		delete(n.open, out)
		n.mu.Unlock()
	}()
	n.work.Go(func() {
		_, _ = io.Copy(out, in) // it ends with the connection
		_ = out.(*net.TCPConn).CloseWrite()
	})
	buf := make([]byte, 32<<10)
	for {
		read, err := out.Read(buf)
		if wait, drop := n.fate(); drop {
			return // the request was carried, its answer is not
		} else if wait > 0 {
			time.Sleep(wait)
		}
		if _, sent := in.Write(buf[:read]); err != nil || sent != nil {
			return
		}
	}
}

// fate is what becomes of a piece of an answer.
func (n *network) fate() (wait time.Duration, drop bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.bad {
		return 0, false
	}
	if n.rng.IntN(8) == 0 {
		n.drops++
		return 0, true
	}
	return time.Duration(n.rng.IntN(40)) * time.Millisecond, false
}

func (n *network) close() (drops, cuts int) {
	_ = n.listener.Close()
	n.mu.Lock()
	drops, cuts = n.drops, n.cuts
	n.mu.Unlock()
	n.cut()
	n.work.Wait()
	return drops, cuts
}
