package main

import (
	"io"
	"net"
	"strconv"
	"sync"
	"testing"

	"plylog/events/ports/portstest"
)

// line is a network between a browser and a server that can be cut.
type line struct {
	address string
	server  string

	mu       sync.Mutex
	listener net.Listener
	open     map[net.Conn]bool
	going    sync.WaitGroup
}

// newLine joins a new address to a server.
func newLine(t *testing.T, server string) *line {
	t.Helper()
	l := &line{address: net.JoinHostPort("127.0.0.1", strconv.Itoa(portstest.Keep(t, 1)[0])), server: server, open: map[net.Conn]bool{}}
	if err := l.join(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.cut()
		l.going.Wait()
	})
	return l
}

func (l *line) url() string { return "http://" + l.address }

// join lets connections through, again at the same address.
func (l *line) join() error {
	in, err := net.Listen("tcp", l.address)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.address, l.listener = in.Addr().String(), in
	l.mu.Unlock()
	l.going.Go(func() {
		for {
			c, err := in.Accept()
			if err != nil {
				return // it was cut
			}
			l.going.Go(func() { l.carry(c) })
		}
	})
	return nil
}

// cut ends all connections; new ones are refused.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.listener.Close() // it may be cut already
	for c := range l.open {
		_ = c.Close() // its other end sees it
	}
}

func (l *line) carry(c net.Conn) {
	defer l.hold(c)()
	s, err := net.Dial("tcp", l.server)
	if err != nil {
		return // the server is down: so is the line
	}
	defer l.hold(s)()
	back := make(chan struct{})
	go func() {
		defer close(back)
		_, _ = io.Copy(c, s) // ends with either connection
		_ = c.Close()        // so that the other way ends as well
	}()
	_, _ = io.Copy(s, c)
	_ = s.Close()
	<-back
}

// hold keeps a connection among those that a cut ends; the function lets it go.
func (l *line) hold(c net.Conn) func() {
	l.mu.Lock()
	l.open[c] = true
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		delete(l.open, c)
		l.mu.Unlock()
		_ = c.Close()
	}
}
