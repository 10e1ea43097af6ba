package api

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// feeds counts the open feeds and keeps their number within limits.
type feeds struct {
	gate gate
	most int
	each int           // per client address; 0: no bound
	done chan struct{} // closed when no more are let in
	once sync.Once

	mu     sync.Mutex
	open   int
	byAddr map[string]int
}

func (f *feeds) init(l Limits) {
	f.most, f.each, f.byAddr, f.done = l.Feeds, l.FeedsPerAddress, make(map[string]int), make(chan struct{})
}

// enter counts a feed of a client until the returned function is called, or
// refuses it.
func (f *feeds) enter(r *http.Request) (leave func(), err error) {
	if !f.gate.enter() {
		return nil, refuse(stopping, "")
	}
	addr, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		addr = r.RemoteAddr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.open >= f.most:
		f.gate.leave()
		return nil, refuse(busy, "")
	case f.each > 0 && f.byAddr[addr] >= f.each:
		f.gate.leave()
		return nil, refuse(tooManyFeeds, "")
	}
	f.open++
	if f.each > 0 {
		f.byAddr[addr]++
	}
	return func() { f.leave(addr) }, nil
}

func (f *feeds) leave(addr string) {
	f.mu.Lock()
	f.open--
	if f.each > 0 {
		if f.byAddr[addr]--; f.byAddr[addr] == 0 {
			delete(f.byAddr, addr)
		}
	}
	f.mu.Unlock()
	f.gate.leave()
}

// close lets no more feeds in.
func (f *feeds) close() {
	f.gate.close()
	f.once.Do(func() { close(f.done) })
}

// stopping is closed when feeds that no game ends have to end.
func (f *feeds) stopping() <-chan struct{} { return f.done }

// wait waits until the open feeds have ended.
func (f *feeds) wait(ctx context.Context) error { return f.gate.wait(ctx) }
