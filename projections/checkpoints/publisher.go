package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
	"plylog/events/merkle"
)

// Config is what a Publisher is made of. Log and Folder are needed.
type Config struct {
	Log    events.Log
	Folder *merkle.Folder   // where checkpoints are kept, and the key that signs
	Shared Shared           // what several nodes of one store have in common; nil: there is one
	Delay  time.Duration    // from an event to the checkpoint over it and what came meanwhile; 0: 500 ms
	Now    func() time.Time // nil: time.Now
	Logger *slog.Logger     // nil: slog.Default
	// Failed is told why a shard is signed no more, or why a checkpoint could not be
	// written. nil: nobody is.
	Failed func(reason string)
	// Checked is, for each shard, the tree over what its last checkpoint signed, where
	// those events have been held to it already: they are not hashed again, and must
	// only come. The trees are the Publisher's then. nil, here or for a shard: nothing
	// has been.
	Checked []*merkle.Tree
}

// The reasons that Failed is told.
const (
	ReasonRoot       = "root"       // the log is not the one that was signed
	ReasonUnreadable = "unreadable" // an event that the log cannot give out, or that is missing
	ReasonArchive    = "archive"    // the archive could not be written
)

// Publisher keeps the trees of all shards and publishes checkpoints over them. It is
// a projections.Tap: the Runner shows it every event. Safe for concurrent use.
type Publisher struct {
	cfg    Config
	shards []shard
	wake   chan struct{} // capacity 1: something is to be signed
	write  sync.Mutex    // held while the archive is written
	leads  atomic.Bool   // of several nodes this is the one that signs
}

// shard is the tree of one shard.
type shard struct {
	mu      sync.Mutex
	taken   int64             // how many events have come
	tree    merkle.Tree       // over those, and at first over those that were checked before
	want    merkle.Checkpoint // the last of the archive, until the tree has reached it
	err     error             // why nothing is signed any more
	since   time.Time         // when the first event came that is not signed; zero: none
	view    *merkle.View      // what is published; nil: nothing yet
	root    merkle.Hash       // over the view
	note    []byte
	changed chan struct{} // closed when something else is published
}

// DamagedError says that a log is not the one that was signed. It is an
// events.ErrDamaged.
type DamagedError struct {
	Shard  int
	Signed merkle.Checkpoint
	Size   int64       // what the log holds of it
	Root   merkle.Hash // over the signed events, if it holds them all
}

// Error implements error.
func (e *DamagedError) Error() string {
	if e.Size < e.Signed.Size {
		return fmt.Sprintf("%s: shard %02d ends at event %d, and a checkpoint was signed over %d: the last %d are missing",
			events.ErrDamaged, e.Shard, e.Size, e.Signed.Size, e.Signed.Size-e.Size)
	}
	return fmt.Sprintf("%s: the first %d events of shard %02d have root %s, and a checkpoint was signed with root %s",
		events.ErrDamaged, e.Signed.Size, e.Shard, e.Root, e.Signed.Root)
}

// Unwrap makes it an ErrDamaged.
func (e *DamagedError) Unwrap() error { return events.ErrDamaged }

// ErrStopped is wrapped where a shard is not signed any more: something in it
// cannot be read.
var ErrStopped = errors.New("the shard is not signed any more")

const defaultDelay = 500 * time.Millisecond

// New makes a Publisher that no event has come to yet.
func New(cfg Config) *Publisher {
	if cfg.Delay <= 0 {
		cfg.Delay = defaultDelay
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Failed == nil {
		cfg.Failed = func(string) {}
	}
	p := &Publisher{cfg: cfg, shards: make([]shard, cfg.Log.Shards()), wake: make(chan struct{}, 1)}
	for i := range p.shards {
		p.shards[i].changed = make(chan struct{})
		if last, ok := cfg.Folder.Summary.Last[p.Origin(i)]; ok {
			p.shards[i].want = *last.Checkpoint
		}
		if i < len(cfg.Checked) {
			p.shards[i].believe(cfg.Checked[i])
		}
	}
	return p
}

// believe takes over the tree of events that were checked, if it is the one that was
// signed.
func (s *shard) believe(t *merkle.Tree) {
	if t != nil && t.Size() == s.want.Size && t.Root() == s.want.Root {
		s.tree = *t
	}
}

// Shards is the number of shards.
func (p *Publisher) Shards() int { return len(p.shards) }

// Key is the public key of the store, good for all its shards.
func (p *Publisher) Key() merkle.PublicKey { return p.cfg.Folder.Key.Public() }

// Rotations are the signed notes by which the store's key came to be the one it is.
func (p *Publisher) Rotations() [][]byte { return p.cfg.Folder.Summary.Rotations }

// Origin names the tree of a shard.
func (p *Publisher) Origin(i int) string { return merkle.Origin(p.Key().Name(), i) }

// Take adds an event to its shard's tree.
func (p *Publisher) Take(i int, e *events.Event) {
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	if int64(e.Seq) != s.taken+1 {
		p.stop(i, ReasonUnreadable, fmt.Errorf("%w: position %d follows %d", events.ErrDamaged, e.Seq, s.taken))
		return
	}
	s.taken++
	if s.taken <= s.tree.Size() {
		return // it was checked before
	}
	s.tree.Add(e.Raw)
	switch {
	case s.taken < s.want.Size:
		return
	case s.taken == s.want.Size:
		if root := s.tree.Root(); root != s.want.Root {
			p.stop(i, ReasonRoot, &DamagedError{Shard: i, Signed: s.want, Size: s.taken, Root: root})
		}
		return
	}
	if s.since.IsZero() {
		s.since = p.cfg.Now()
		p.wakeUp()
	}
}

func (p *Publisher) wakeUp() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Unreadable ends the signing of a shard: nobody can tell what its tree is.
func (p *Publisher) Unreadable(i int, why *events.DamagedEvent) {
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		p.stop(i, ReasonUnreadable, why)
	}
}

// stop notes why a shard, which is locked, is signed no more.
func (p *Publisher) stop(i int, reason string, why error) {
	s := &p.shards[i]
	s.err, s.since = why, time.Time{}
	close(s.changed)
	p.cfg.Logger.Error("checkpoints stop: the log is not what it was", "shard", i, "err", why)
	p.cfg.Failed(reason)
}

// Start holds the trees, which have caught up with the log, to the archive, and
// publishes the first checkpoints: where there are several nodes, those that they
// have agreed on. An error that wraps events.ErrDamaged says that the log must not be
// served.
func (p *Publisher) Start(ctx context.Context) error {
	for i := range p.shards {
		if err := p.check(i); err != nil {
			return err
		}
	}
	return p.publish(ctx, first)
}

func (p *Publisher) check(i int) error {
	s := &p.shards[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("shard %d: %w", i, s.err)
	}
	if s.taken < s.want.Size {
		return &DamagedError{Shard: i, Signed: s.want, Size: s.taken}
	}
	if _, known := p.archived(i); !known && s.taken > 0 && p.cfg.Shared == nil {
		// A store that is older than its checkpoints has none yet, and what lost them
		// looks the same.
		p.cfg.Logger.Warn("nothing was ever signed of events that are there: if there were checkpoints, they are lost, and the events are held against nothing; put back a copy of "+merkle.ArchiveFile+" before anything is played",
			"shard", i, "events", s.taken)
	}
	return nil
}

// Run publishes checkpoints until ctx ends, and then returns nil.
func (p *Publisher) Run(ctx context.Context) error {
	var leading sync.WaitGroup
	defer leading.Wait()
	if p.cfg.Shared != nil {
		leading.Go(func() { p.lead(ctx) })
	}
	timer := time.NewTimer(p.cfg.Delay)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.wake:
		}
		timer.Reset(p.delay())
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		switch err := p.publish(ctx, usual); {
		case err != nil && ctx.Err() != nil:
		case errors.Is(err, ErrApart):
			p.cfg.Logger.Warn("no checkpoint could be agreed on; it is tried again", "err", err)
			p.wakeUp()
		case err != nil:
			p.cfg.Logger.Error("no checkpoint could be published; it is tried again", "err", err)
			p.cfg.Failed(ReasonArchive)
			p.wakeUp()
		case p.cfg.Shared != nil && p.Age() > 0: // another node has not signed it yet
			p.wakeUp()
		}
	}
}

// Publish publishes checkpoints over everything that the trees hold.
func (p *Publisher) Publish(ctx context.Context) error { return p.publish(ctx, last) }

// occasion is why checkpoints are published.
type occasion int

const (
	usual occasion = iota // something was stored
	first                 // the start: every shard gets one
	last                  // somebody asks for it
)

// ready is a checkpoint on its way.
type ready struct {
	shard int
	view  *merkle.View
	root  merkle.Hash
	note  []byte
}

// publish signs every tree that has grown (at first: every tree), writes the
// checkpoints and then shows them.
func (p *Publisher) publish(ctx context.Context, why occasion) error {
	p.write.Lock()
	defer p.write.Unlock()
	var list []ready
	var notes [][]byte
	for i := range p.shards {
		r, isNew, err := p.next(ctx, i, why)
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		list = append(list, *r)
		if isNew {
			notes = append(notes, r.note)
		}
	}
	if len(notes) > 0 {
		if err := p.cfg.Folder.Archive.Append(notes...); err != nil {
			return err
		}
	}
	for _, r := range list {
		p.show(r)
	}
	return nil
}

// next makes the next checkpoint of a shard; nil where there is nothing new. It is not
// new where the archive has it already.
func (p *Publisher) next(ctx context.Context, i int, why occasion) (r *ready, isNew bool, err error) {
	s := &p.shards[i]
	s.mu.Lock()
	if s.err != nil || why != first && s.since.IsZero() {
		s.mu.Unlock()
		return nil, false, nil
	}
	r = &ready{shard: i, view: s.tree.View(p.leaves(i)), root: s.tree.Root()}
	s.mu.Unlock()
	if p.cfg.Shared != nil {
		return p.agree(ctx, r, why)
	}
	c := p.checkpoint(r)
	if last, known := p.archived(i); known && *last.Checkpoint == c {
		r.note = last.Note
		return r, false, nil
	}
	r.note, err = p.cfg.Folder.Key.Sign(c)
	return r, true, err
}

// checkpoint is what is to be signed.
func (p *Publisher) checkpoint(r *ready) merkle.Checkpoint {
	return merkle.Checkpoint{Origin: p.Origin(r.shard), Size: r.view.Size(), Root: r.root}
}

// archived is the newest checkpoint of the archive as it was opened.
func (p *Publisher) archived(i int) (merkle.Record, bool) {
	last, known := p.cfg.Folder.Summary.Last[p.Origin(i)]
	return last, known
}

// show publishes a checkpoint that is on disk.
func (p *Publisher) show(r ready) {
	s := &p.shards[r.shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.view, s.root, s.note, s.since = r.view, r.root, r.note, time.Time{}
	close(s.changed)
	s.changed = make(chan struct{})
	if s.tree.Size() > r.view.Size() { // events came while it was written
		s.since = p.cfg.Now()
		p.wakeUp()
	}
}

// Age is how long the oldest event that is under no published checkpoint has waited
// for one; 0 where there is none.
func (p *Publisher) Age() time.Duration {
	var most time.Duration
	for i := range p.shards {
		s := &p.shards[i]
		s.mu.Lock()
		if !s.since.IsZero() {
			most = max(most, p.cfg.Now().Sub(s.since))
		}
		s.mu.Unlock()
	}
	return most
}
