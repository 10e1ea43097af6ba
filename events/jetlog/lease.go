package jetlog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// leaseBucket is where it is noted which node does what.
const leaseBucket = "PLYLOG_LEASES"

// leaseTerm is how long a node that says nothing keeps its leases.
const leaseTerm = 6 * time.Second

// Leases divides tasks that one node at a time should do among the nodes of a
// store. A node that was cut off may go on for a moment while another has begun:
// what is done must bear being done twice.
type Leases struct {
	nc     *nats.Conn
	kv     jetstream.KeyValue
	node   string
	term   time.Duration
	logger *slog.Logger
}

// note is what is kept of a task.
type note struct {
	Node string `json:"node"` // who does it; empty: nobody
	At   uint64 `json:"at"`   // how far it has come
}

// OpenLeases opens the leases of a store whose log is open already. term is how long
// a node that says nothing keeps what it holds, the same on all nodes; 0: 6 s.
func OpenLeases(ctx context.Context, connect Connect, term time.Duration, logger *slog.Logger) (*Leases, error) {
	l := &Leases{node: nuid.Next(), term: cmp.Or(term, leaseTerm), logger: logger}
	var err error
	if l.nc, err = connect("plylog-leases", persistent(logger, newAlarm())...); err != nil {
		return nil, err
	}
	if err = l.open(ctx); err != nil {
		l.nc.Close()
		return nil, fmt.Errorf("opening the leases: %w", err)
	}
	return l, nil
}

// open waits for a leader, which there is none of for a while where a server of the
// cluster was restarted just now.
func (l *Leases) open(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, openWait)
	defer cancel()
	for pause := startPause; ; pause = longer(pause) {
		try, cancelTry := context.WithTimeout(ctx, questionWait)
		l.kv, err = bucket(try, l.nc)
		cancelTry()
		if err == nil || !starting(err) || wait(ctx, pause) != nil {
			return err
		}
	}
}

// bucket finds the bucket or makes it, with as many copies as the log has.
func bucket(ctx context.Context, nc *nats.Conn) (jetstream.KeyValue, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	kv, err := js.KeyValue(ctx, leaseBucket)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return kv, err
	}
	log, err := js.Stream(ctx, StreamName(0))
	if err != nil {
		return nil, err
	}
	kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: leaseBucket, Description: "which node of plylog does what", Replicas: log.CachedInfo().Config.Replicas,
		Storage: jetstream.FileStorage, // how far a task has come outlives a restart of every server
	})
	if errors.Is(err, jetstream.ErrBucketExists) {
		return js.KeyValue(ctx, leaseBucket)
	}
	return kv, err
}

// ErrOther: the nodes of a store do not agree on what they must have in common.
var ErrOther = errors.New("another node has another one")

// Same holds a value that all nodes must have in common against what the first of
// them said. Errors wrap ErrOther.
func (l *Leases) Same(ctx context.Context, name, value string) error {
	key := "same." + name
	if _, err := l.kv.Create(ctx, key, []byte(value)); !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	e, err := l.kv.Get(ctx, key)
	if err == nil && string(e.Value()) != value {
		err = fmt.Errorf("%s: %w", name, ErrOther)
	}
	return err
}

// Close ends the connection. Nobody may hold a lease any more.
func (l *Leases) Close() { l.nc.Close() }

// Hold calls while whenever this node is the one to do a task, until ctx ends or
// while fails. since is how far the task has come, and reached notes how far it
// comes; where nobody has begun, it begins at start. The context of while ends
// when another node may have taken over.
func (l *Leases) Hold(ctx context.Context, task string, start uint64, while func(ctx context.Context, since uint64, reached func(uint64)) error) error {
	for {
		rev, since, err := l.acquire(ctx, task, start)
		if err != nil {
			return err
		}
		if err := l.keep(ctx, task, rev, since, while); err != nil {
			return err
		}
	}
}

// Reached returns how far a task has come, as whoever does it has noted last; 0 where
// nobody has begun.
func (l *Leases) Reached(ctx context.Context, task string) (uint64, error) {
	value, _, err := l.Agreed(ctx, task)
	if err != nil || value == nil {
		return 0, err
	}
	var n note
	if err := json.Unmarshal(value, &n); err != nil {
		return 0, fmt.Errorf("reading how far %s has come: %w", task, err)
	}
	return n.At, nil
}

// acquire waits until the task is this node's. Whether the holder is gone is told
// by its silence, on this node's clock: clocks of nodes are not compared.
func (l *Leases) acquire(ctx context.Context, task string, start uint64) (rev, since uint64, err error) {
	var seen uint64
	var from time.Time
	for ; ; err = wait(ctx, l.term/6) {
		if err != nil {
			return 0, 0, err
		}
		entry, err := l.kv.Get(ctx, task)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			if rev, err = l.kv.Create(ctx, task, l.mine(start)); err == nil {
				return rev, start, nil
			}
			continue
		case err != nil:
			if ctx.Err() == nil {
				l.logger.Debug("lease is not read", "task", task, "err", err)
			}
			continue
		}
		if entry.Revision() != seen {
			seen, from = entry.Revision(), time.Now()
		}
		n := note{At: start}
		if json.Unmarshal(entry.Value(), &n) == nil && n.Node != "" && n.Node != l.node && time.Since(from) < l.term {
			continue
		}
		if rev, err = l.kv.Update(ctx, task, l.mine(n.At), entry.Revision()); err == nil {
			return rev, n.At, nil
		}
	}
}

// keep does the task while the lease is renewed.
func (l *Leases) keep(ctx context.Context, task string, rev, since uint64, while func(context.Context, uint64, func(uint64)) error) error {
	var at atomic.Uint64
	at.Store(since)
	holding, lose := context.WithCancel(ctx)
	defer lose()
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		defer lose()
		good := time.Now() // the term counts from before the renewal was sent
		for wait(holding, l.term/6) == nil {
			sent := time.Now()
			next, err := l.renew(holding, task, l.mine(at.Load()), rev)
			switch {
			case err == nil:
				rev, good = next, sent
			case holding.Err() != nil:
				return
			case errors.Is(err, jetstream.ErrKeyRevisionMismatch) || time.Since(good) > l.term/2:
				l.logger.Warn("lease lost", "task", task, "err", err)
				return
			}
		}
	}()
	err := while(holding, since, at.Store)
	lost := holding.Err() != nil && ctx.Err() == nil
	lose()
	<-renewed
	if lost {
		return nil
	}
	// Others need not wait for the term to end. Where that fails they do.
	released, _ := json.Marshal(note{At: at.Load()}) // two plain fields
	_, _ = l.renew(context.WithoutCancel(ctx), task, released, rev)
	return err
}

func (l *Leases) renew(ctx context.Context, task string, value []byte, rev uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, l.term/3)
	defer cancel()
	return l.kv.Update(ctx, task, value, rev)
}

func (l *Leases) mine(at uint64) []byte {
	b, _ := json.Marshal(note{Node: l.node, At: at}) // two plain fields
	return b
}
