package projections

import (
	"sync"
	"sync/atomic"

	"plylog/events"
)

// topic is one game with readers. What was published last stands in a window
// that all its readers share; each reader keeps only the number of the event it
// saw last. Publishing makes one new window, whatever the number of readers, and
// wakes those that wait.
type topic struct {
	window  atomic.Pointer[window]
	readers atomic.Int32 // attached, waiting or not
	buffer  int
	mu      sync.Mutex // held to replace the window
}

// window is what a topic shows between two events. Only waiting changes.
type window struct {
	base    int             // number of events[0], or of the event that follows if there is none
	events  []*events.Event // consecutive
	end     Reason          // not empty: nothing follows
	wake    chan struct{}   // closed when another window takes this one's place
	waiting atomic.Int32    // readers that have seen all of it and wait
}

// next is the number of the event that will be published next.
func (w *window) next() int { return w.base + len(w.events) }

// newTopic makes the topic of a game as the ledger knows it.
func newTopic(at standing, buffer int) *topic {
	t := &topic{buffer: buffer}
	w := &window{base: at.n + 1, wake: make(chan struct{})}
	switch {
	case at.broken != nil:
		w.end = Damaged
	case at.over:
		w.end = Over
	}
	t.window.Store(w)
	return t
}

// publish shows an event to all readers. One that the topic began behind is
// passed over: its readers find it in the log.
func (t *topic) publish(e *events.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.window.Load()
	if w.end != "" || e.N != w.next() {
		return
	}
	recent := w.events
	switch {
	case w.waiting.Load() >= t.readers.Load():
		// Everybody has seen everything: let the past go. Should the count have
		// changed meanwhile, a reader finds what it misses in the log.
		recent = nil
	case len(recent) >= t.buffer:
		recent = recent[1:]
	}
	// The backing array is shared with older windows, which end before it grows.
	recent = append(recent, e)
	next := &window{base: e.N - len(recent) + 1, events: recent}
	if e.Over() {
		next.end = Over
	}
	t.replace(w, next)
}

// finish ends the topic: readers get what the window holds and then the reason.
func (t *topic) finish(why Reason) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w := t.window.Load(); w.end == "" {
		t.replace(w, &window{base: w.base, events: w.events, end: why})
	}
}

func (t *topic) replace(old, next *window) {
	next.wake = make(chan struct{})
	t.window.Store(next)
	if t.readers.Load() > wokenInline {
		go close(old.wake)
	} else {
		close(old.wake)
	}
}

// wokenInline is how many readers the Runner wakes by itself. Waking takes about
// a microsecond each; more of them are not to hold up the other games of the
// shard, so that somebody else does it.
const wokenInline = 32
