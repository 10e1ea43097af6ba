package jetlog

import "sync"

// tail is what this process knows of the end of a shard, and how followers hear
// that there may be more.
type tail struct {
	mu     sync.Mutex
	end    uint64 // an event at this position has been acknowledged to us
	recent recent
	news   *alarm
}

func (t *tail) init() { t.news = newAlarm() }

// reached notes that the store has acknowledged an event at a position.
func (t *tail) reached(seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seq > t.end {
		t.end = seq
		t.news.ring()
	}
}

// acknowledged notes an event that the store has acknowledged. Followers hear of it
// when its position is reached.
func (t *tail) acknowledged(seq uint64, raw []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.recent.keep(seq, raw)
}

// behind returns the events behind a position up to another, as far as they are at
// hand.
func (t *tail) behind(at, upTo uint64) [][]byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.recent.behind(at, upTo)
}

// rumour wakes followers because another node says that there is more. What it
// says is not believed: they look for themselves.
func (t *tail) rumour() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.news.ring()
}

// now returns where the shard is known to end at least, and a channel that is
// closed when there is news after this.
func (t *tail) now() (end uint64, news <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end, t.news.next()
}
