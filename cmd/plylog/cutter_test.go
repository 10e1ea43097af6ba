package main

import (
	"io"
	"math"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// cutter is a bad network in front of a server: it cuts every connection once so
// many bytes of answers have passed, each after a number of its own.
type cutter struct {
	listener net.Listener
	to       string // the server, which comes back at the same address
	cuts     atomic.Int64

	mu   sync.Mutex
	rng  *rand.Rand
	most int
	open map[net.Conn]bool
	work sync.WaitGroup
}

// newCutter cuts after fewer than most bytes, until the test has ended; 0: it does not
// cut yet.
func newCutter(t *testing.T, srv *server, most int) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{listener: l, to: srv.listen, rng: rand.New(rand.NewPCG(1, uint64(most))), most: most, open: make(map[net.Conn]bool)}
	c.work.Go(c.accept)
	t.Cleanup(c.close)
	return c
}

func (c *cutter) url() string { return "http://" + c.listener.Addr().String() }

func (c *cutter) accept() {
	for {
		in, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.work.Go(func() { c.carry(in) })
	}
}

// carry carries one connection. A server that is not there is a connection that ends.
func (c *cutter) carry(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer out.Close()
	c.mu.Lock()
	limit := int64(math.MaxInt64)
	if c.most > 0 {
		limit = c.rng.Int64N(int64(c.most))
	}
	c.open[in], c.open[out] = true, true
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.open, in)
		delete(c.open, out)
		c.mu.Unlock()
	}()
	c.work.Go(func() {
		_, _ = io.Copy(out, in) // it ends with the connection
		_ = out.(*net.TCPConn).CloseWrite()
	})
	if n, _ := io.CopyN(in, out, limit); n == limit {
		c.cuts.Add(1)
	}
}

// cutWithin changes after how many bytes connections are cut that are opened from now
// on; 0: they are not.
func (c *cutter) cutWithin(most int) {
	c.mu.Lock()
	c.most = most
	c.mu.Unlock()
}

// cutAll cuts all connections that are open.
func (c *cutter) cutAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.open {
		_ = conn.Close()
	}
}

// close ends all connections and waits for their ends.
func (c *cutter) close() {
	_ = c.listener.Close()
	c.cutAll()
	c.work.Wait()
}
