package api

import (
	"context"
	"net/http"
	"sync"
)

// feeds counts the open feeds and keeps their number within limits.
type feeds struct {
	gate gate
	most int
	each [2]int        // of one session, and of one address without any; 0: no bound
	done chan struct{} // closed when no more are let in
	once sync.Once

	mu   sync.Mutex
	open int
	by   [2]map[string]int
}

// What a feed is counted by.
const (
	bySession = iota
	byAddress
)

func (f *feeds) init(l Limits) {
	f.most, f.each, f.done = l.Feeds, [2]int{l.FeedsPerSession, l.FeedsPerAddress}, make(chan struct{})
	f.by = [2]map[string]int{make(map[string]int), make(map[string]int)}
}

// openFeed counts a feed of a client until the returned function is called, or
// refuses it, as it refuses pages from elsewhere. session is what the client has proved itself by for this feed; empty:
// nothing, so that a token which proves nothing gets nobody around the bound.
func (s *Server) openFeed(w http.ResponseWriter, r *http.Request, session string) (leave func(), err error) {
	if err := s.ownPage(r, false); err != nil {
		return nil, err
	}
	t := s.newTally()
	defer t.write(w.Header())
	if err := s.spend(&t, quotaFeed, session, r); err != nil {
		return nil, err
	}
	if session != "" {
		return s.readers.enter(bySession, session)
	}
	addr, _ := s.clientOf(r) // empty for this machine
	return s.readers.enter(byAddress, addr)
}

// enter counts a feed of who has that name; empty: of nobody in particular.
func (f *feeds) enter(kind int, name string) (leave func(), err error) {
	if !f.gate.enter() {
		return nil, refuse(stopping, "")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	bounded := f.each[kind] > 0 && name != ""
	switch {
	case f.open >= f.most:
		f.gate.leave()
		return nil, refuse(busy, "")
	case bounded && f.by[kind][name] >= f.each[kind]:
		f.gate.leave()
		return nil, refuse(tooManyFeeds, "")
	}
	f.open++
	if bounded {
		f.by[kind][name]++
	}
	return func() { f.leave(kind, name, bounded) }, nil
}

func (f *feeds) leave(kind int, name string, bounded bool) {
	f.mu.Lock()
	f.open--
	if bounded {
		if f.by[kind][name]--; f.by[kind][name] == 0 {
			delete(f.by[kind], name)
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
