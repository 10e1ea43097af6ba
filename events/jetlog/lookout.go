package jetlog

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events/jetlog/majority"
)

// A server that has lost the others keeps its clients: their connections are well, and
// nothing that they ask can be answered. So whoever has a log on several servers looks
// whether the leaders of its streams answer over each of its connections, and goes to
// another server where they do not.

const (
	// lookEvery is how often each connection is looked at, by a question about one of the
	// streams in turn.
	lookEvery = time.Second
	// cutOffAfter is how long no stream may be led, as it is seen over a connection,
	// until that is moved. One is often elected sooner.
	cutOffAfter = 5 * time.Second
	// lackingAfter is the same of a single stream while others are led: an election may
	// take as long as eleven seconds, and another server would not help.
	lackingAfter = 15 * time.Second
	// mostMoves bounds how often the time until the next move is doubled: where no server
	// has a majority every server is as good as the other.
	mostMoves = 5
)

// lookout looks after the connections of a log.
type lookout struct {
	log   *Log
	turn  int // which shard's turn it is to be asked about
	views []*view
	moved map[*nats.Conn]time.Time // when those beside were
}

// view is how the store looks over one connection.
type view struct {
	nc     *nats.Conn
	none   time.Time   // since when no stream was led; zero: one was
	lacks  []time.Time // since when each was not
	moves  int         // since a stream was led long enough after one
	next   time.Time   // when it may be moved again
	silent []string    // servers that a leader has not heard of for long
}

func newLookout(l *Log) *lookout {
	o := &lookout{log: l, moved: make(map[*nats.Conn]time.Time)}
	for _, nc := range append([]*nats.Conn{l.writer}, connectionsOf(l.readers)...) {
		o.views = append(o.views, &view{nc: nc, lacks: make([]time.Time, len(l.shards))})
	}
	return o
}

func connectionsOf(askers []*asker) (list []*nats.Conn) {
	for _, a := range askers {
		list = append(list, a.nc)
	}
	return list
}

// run looks until the log is closed.
func (o *lookout) run() {
	for wait(o.log.life, lookEvery) == nil {
		var all sync.WaitGroup
		for _, v := range o.views {
			all.Go(func() { o.look(v) })
		}
		all.Wait()
		o.turn = (o.turn + 1) % len(o.log.shards)
		o.act(time.Now())
	}
}

// look asks over a connection about the stream whose turn it is.
func (o *lookout) look(v *view) {
	if !v.nc.IsConnected() {
		// The connection is being mended already.
		v.none, v.silent = time.Time{}, nil
		clear(v.lacks)
		return
	}
	begun := time.Now()
	info, err := o.ask(v.nc, o.log.shards[o.turn].stream)
	if err != nil {
		for _, at := range []*time.Time{&v.none, &v.lacks[o.turn]} {
			if at.IsZero() {
				*at = begun
			}
		}
		return
	}
	v.none, v.lacks[o.turn], v.silent = time.Time{}, time.Time{}, nil
	if begun.After(v.next) {
		v.moves = 0
	}
	if info.Cluster == nil {
		return
	}
	for _, r := range info.Cluster.Replicas {
		if r.Active > majority.Lately+cutOffAfter {
			v.silent = append(v.silent, r.Name)
		}
	}
}

// ask asks about a stream over any connection.
func (o *lookout) ask(nc *nats.Conn, stream string) (streamInfo, error) {
	ctx, cancel := context.WithTimeout(o.log.life, 2*lookEvery)
	defer cancel()
	return led(ctx, nc, stream)
}

// act moves the connections whose server is cut off.
func (o *lookout) act(now time.Time) {
	cut := make(map[string]bool)
	for _, v := range o.views {
		server := v.nc.ConnectedServerName()
		if v.cutOff(now) {
			cut[server] = true
			if !now.Before(v.next) {
				v.moving(now)
				o.move(v.nc, server)
			}
		}
		for _, name := range v.silent {
			cut[name] = true
		}
	}
	was := o.moved
	o.moved = make(map[*nats.Conn]time.Time)
	for _, nc := range o.log.options.Beside.open() {
		o.moved[nc] = was[nc]
		if server := nc.ConnectedServerName(); cut[server] && now.Sub(was[nc]) >= lackingAfter {
			o.moved[nc] = now
			o.move(nc, server)
		}
	}
}

// cutOff reports whether another server may be better.
func (v *view) cutOff(now time.Time) bool {
	return over(v.none, now, cutOffAfter) || slices.ContainsFunc(v.lacks, func(since time.Time) bool { return over(since, now, lackingAfter) })
}

// over reports whether something lasts for so long that began at since, if it did.
func over(since, now time.Time, long time.Duration) bool {
	return !since.IsZero() && now.Sub(since) >= long
}

// moving notes a move. The next comes later and later, unless all was well after the last.
func (v *view) moving(now time.Time) {
	v.next = now.Add(cutOffAfter << min(v.moves, mostMoves))
	v.moves++
	v.none = time.Time{}
	clear(v.lacks)
}

// move has a connection go to another of the servers that it knows, if there is one.
func (o *lookout) move(nc *nats.Conn, server string) {
	if len(nc.Servers()) < 2 || !nc.IsConnected() {
		return
	}
	o.log.options.Logger.Warn("the leaders of the log do not answer through this NATS server; going to another", "connection", nc.Opts.Name, "server", server)
	if err := nc.ForceReconnect(); err != nil {
		return // it was closed
	}
	if see := o.log.options.Observe.Moved; see != nil {
		see(server)
	}
}
