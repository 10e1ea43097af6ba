package outage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"plylog/events"
	"plylog/events/play"
)

const (
	// answerWait bounds one question to a leader, and mostAsked how many may wait for
	// their answers: whoever is asked as it ends answers nothing, and the next does.
	answerWait = 5 * time.Second
	mostAsked  = 20
	// steadyAnswer is how soon a leader answers where nobody waits for it.
	steadyAnswer = 500 * time.Millisecond
	// knownWait is how long a command waits until an outage is known.
	knownWait = 8 * time.Second
	knownLook = 50 * time.Millisecond
)

// errAway: the leader of a shard does not answer, or has not for long.
var errAway = fmt.Errorf("%w: nobody leads the shard, or nobody knows for how long nobody has", events.ErrAway)

// Config is what a Watch looks at. All of it is needed.
type Config struct {
	Shards int
	Shard  func(events.GameID) int
	// Leads asks whether an event of a shard would be stored now.
	Leads func(ctx context.Context, shard int) error
	// Tell tells all other nodes something; what they tell is for Watch.Hear.
	Tell func([]byte) error
	// Found is told of every outage once it is known. It is called from Run, must return
	// soon, and is not told of the same time twice. given is to be called, once, when
	// every game whose time runs was given it back, or nobody will do so any more.
	Found  func(shard int, o play.Outage, given func())
	Logger *slog.Logger
}

// Watch knows the outages of a store. It is a play.Outages.
type Watch struct {
	cfg  Config
	wake chan struct{} // there is something to tell, or to settle

	mu   sync.Mutex
	view *view
	ask  bool // the others are to be asked
}

var _ play.Outages = (*Watch)(nil)

// New makes a Watch that has seen nothing yet.
func New(cfg Config) *Watch {
	return &Watch{cfg: cfg, wake: make(chan struct{}, 1), view: newView(rand.Text(), cfg.Shards)}
}

// Begin is called once, before Run and Serve. Since a moment nobody is known to have
// served; zero where that is not known.
func (w *Watch) Begin(since time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if !since.IsZero() { // by the clock that it was told by, and from then on by this one
		since = now.Add(-now.Round(0).Sub(since))
	}
	w.view.begin(since, now)
	w.ask = true
}

// Serve says that from now on this node takes commands. Until then nobody could move by
// it, whoever answered.
func (w *Watch) Serve() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.view.serves = time.Now()
	w.hurry()
}

// Answered notes that an event of a shard was stored.
func (w *Watch) Answered(shard int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.view.serves.IsZero() {
		return
	}
	if w.view.shards[shard].answered(time.Now()) {
		w.ask = true
		w.hurry()
	}
}

// failed notes that a question was not answered well.
func (w *Watch) failed(shard int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.view.shards[shard].shaken(time.Now().Add(rough))
}

func (w *Watch) hurry() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Hear takes in what another node told.
func (w *Watch) Hear(what []byte) {
	r, err := parse(what, w.cfg.Shards)
	if err != nil {
		w.cfg.Logger.Warn("another node is not understood", "err", err)
		return
	}
	w.mu.Lock()
	w.view.hear(r, time.Now())
	w.mu.Unlock()
	if r.Ask {
		w.tell(false, false)
	}
	w.hurry()
}

func (w *Watch) tell(ask, gone bool) {
	w.mu.Lock()
	said := w.view.report(time.Now(), ask, gone).bytes()
	w.mu.Unlock()
	if err := w.cfg.Tell(said); err != nil {
		w.cfg.Logger.Debug("other nodes are not told", "err", err)
	}
}

// Run looks until ctx ends, and tells the others then.
func (w *Watch) Run(ctx context.Context) {
	var work sync.WaitGroup
	for shard := range w.cfg.Shards {
		work.Go(func() { w.look(ctx, shard) })
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	soon := time.NewTicker(lookSoon)
	defer soon.Stop()
	for told := false; ctx.Err() == nil; {
		w.settle()
		w.mu.Lock()
		ask := w.ask
		w.ask = false
		w.mu.Unlock()
		if ask || !told {
			w.tell(ask, false)
			told = true
		}
		select {
		case <-w.wake:
		case <-soon.C:
		case <-tick.C:
			told = false
		case <-ctx.Done():
		}
	}
	work.Wait()
	w.tell(false, true)
}

// look asks the leader of a shard again and again.
func (w *Watch) look(ctx context.Context, shard int) {
	var asked sync.WaitGroup
	defer asked.Wait()
	waiting := make(chan struct{}, mostAsked)
	tick := time.NewTicker(lookSoon)
	defer tick.Stop()
	var last time.Time
	for ctx.Err() == nil {
		if now := time.Now(); w.lacks(shard, now) || now.Sub(last) >= lookEvery {
			select {
			case waiting <- struct{}{}:
				last = now
				asked.Go(func() { w.question(ctx, shard, answerWait); <-waiting })
			default:
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// question asks the leader of a shard once.
func (w *Watch) question(ctx context.Context, shard int, within time.Duration) error {
	asking, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := w.cfg.Leads(asking, shard); err != nil {
		if ctx.Err() == nil { // nobody has left
			w.failed(shard)
		}
		return err
	}
	w.Answered(shard)
	return nil
}

// lacks reports whether an answer is overdue.
func (w *Watch) lacks(shard int, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return now.Sub(w.view.shards[shard].good) > lookEvery+lookSoon
}

// settle decides what can be, and says what was found.
func (w *Watch) settle() {
	w.mu.Lock()
	found := w.view.settle(time.Now())
	w.mu.Unlock()
	for shard, list := range found {
		for _, o := range list {
			w.cfg.Found(shard, given(o.span), func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				o.owed = false
			})
		}
	}
}

// Lately implements play.Outages.
func (w *Watch) Lately(ctx context.Context, game events.GameID) (list []play.Outage, err error) {
	shard := w.cfg.Shard(game)
	list, known := w.known(shard)
	if known {
		return list, nil
	}
	ctx, cancel := context.WithTimeout(ctx, knownWait)
	defer cancel()
	tick := time.NewTicker(knownLook)
	defer tick.Stop()
	for !known {
		select {
		case <-tick.C:
			list, known = w.known(shard)
		case <-ctx.Done():
			return nil, errors.Join(errAway, ctx.Err())
		}
	}
	return list, nil
}

// known returns the outages of a shard, the oldest first, if all are known that were.
func (w *Watch) known(shard int) (list []play.Outage, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &w.view.shards[shard]
	if !s.known(time.Now()) {
		return nil, false
	}
	for _, o := range s.outages {
		list = append(list, given(o.span))
	}
	return list, true
}

// Steady implements play.Outages.
func (w *Watch) Steady(ctx context.Context, game events.GameID) error {
	shard := w.cfg.Shard(game)
	calm := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		now := time.Now()
		s := &w.view.shards[shard]
		return s.known(now) && now.After(s.steady)
	}
	if !calm() {
		return errAway
	}
	if err := w.question(ctx, shard, steadyAnswer); err != nil {
		return err
	}
	if !calm() { // the answer has ended a silence
		return errAway
	}
	return nil
}

// Whole is until when nobody lacks any time: the leaders of all shards had answered, and
// what they took from anybody before was given back. Zero where one was not asked yet.
func (w *Watch) Whole() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.view.whole()
}
