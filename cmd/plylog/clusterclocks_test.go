//go:build torture

package main

import (
	"context"
	"errors"
	mathrand "math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
)

// timedFault is something that happens to machines under games with clocks.
type timedFault struct {
	name string
	// do does it and returns when everything runs again, and in which time nobody could
	// move, zero where somebody could.
	do    func(m *machines, h *hall) away
	spare bool // whoever has little time then is given it back
}

// hall is many games with clocks that are played through every node.
type hall struct {
	t       *testing.T
	rules   engines.Engine
	clients []*client.Client
	games   []*timed

	mu    sync.Mutex
	moves []exchange
}

// exchange is a move that was answered.
type exchange struct {
	shard       int
	sent, acked time.Time
}

const (
	hallPlayers = 8
	// hallSlack is what a player may be charged beside what they took: who is told to come
	// again comes a little later, and an outage is noticed a little later than it begins.
	hallSlack = 3 * time.Second
)

// play makes two moves in every game, and calls half when half of that is done.
func (h *hall) play(ctx context.Context, seed uint64, half func()) {
	begun := make(chan struct{}, len(h.games))
	var work sync.WaitGroup
	for p := range hallPlayers {
		work.Go(func() {
			own := mathrand.New(mathrand.NewPCG(seed, uint64(p)))
			for i := p; i < len(h.games); i += hallPlayers {
				for range 2 {
					h.move(ctx, h.games[i], own)
				}
				begun <- struct{}{}
			}
		})
	}
	for range len(h.games) / 2 {
		<-begun
	}
	half()
	work.Wait()
}

// move makes a move through either node: where that one is away, through the other.
func (h *hall) move(ctx context.Context, g *timed, dice *mathrand.Rand) {
	sent, turn := time.Now(), g.turn
	if err := g.move(ctx, h.clients[dice.IntN(len(h.clients))], h.rules, dice); err != nil {
		h.t.Errorf("game %s at version %d: %v", g.id, g.version, err)
		return
	}
	if turn.Plays() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.moves = append(h.moves, exchange{events.ShardOf(g.id, clusterShards), sent, time.Now()})
	}
}

// first is when a move of a shard was answered first after a moment.
func (h *hall) first(ctx context.Context, shard int, after time.Time) time.Time {
	for ; ; <-time.After(10 * time.Millisecond) {
		h.mu.Lock()
		for _, x := range h.moves {
			if x.shard == shard && x.acked.After(after) {
				h.mu.Unlock()
				return x.acked
			}
		}
		h.mu.Unlock()
		if ctx.Err() != nil {
			h.t.Fatal("no move is answered any more")
		}
	}
}

func killLeader(shard int) func(*machines, *hall) away {
	return func(m *machines, h *hall) away {
		p := m.leads(shard)
		from := time.Now()
		m.must(p.end(syscall.SIGKILL))
		o := away{from: from, to: h.first(m.t.Context(), shard, from.Add(time.Second)), unseen: hallSlack, shards: []int{shard}}
		m.must(p.start())
		m.whole()
		return o
	}
}

// nodesAway ends all nodes, waits, and starts them again, all at once: each player has a
// node of their own.
func nodesAway(end func(*server) error, unseen time.Duration) func(*machines, *hall) away {
	return func(m *machines, _ *hall) away {
		for _, s := range m.nodes {
			m.must(end(s))
		}
		from := time.Now()
		<-time.After(4 * time.Second)
		o := away{from: from, to: time.Now(), unseen: unseen}
		failed := make([]error, len(m.nodes))
		var work sync.WaitGroup
		for i, s := range m.nodes {
			work.Go(func() { failed[i] = s.start(m.flags...) })
		}
		work.Wait()
		m.must(errors.Join(failed...))
		return o
	}
}

var timedFaults = []timedFault{
	{"the NATS server that leads shard 0 is killed", killLeader(0), true},
	{"both nodes are stopped", nodesAway((*server).stop, 1500*time.Millisecond), true},
	{"all five are restarted, one after the other", func(m *machines, _ *hall) away {
		for _, p := range m.nats {
			m.must(p.end(syscall.SIGTERM))
			m.must(p.start())
			m.whole()
		}
		for _, s := range m.nodes {
			m.must(s.stop())
			m.must(s.start(m.flags...))
		}
		return away{}
	}, false},
	{"both nodes are killed", nodesAway((*server).kill, 2500*time.Millisecond), true},
	{"every NATS server is killed", func(m *machines, _ *hall) away {
		var all []error
		for _, p := range m.nats {
			all = append(all, p.end(syscall.SIGKILL))
		}
		from := time.Now()
		<-time.After(4 * time.Second)
		o := away{from: from, to: time.Now(), unseen: 1500 * time.Millisecond}
		for _, p := range m.nats {
			all = append(all, p.start())
		}
		m.must(errors.Join(all...))
		m.whole()
		return o
	}, true},
	{"the NATS server that leads shard 1 is killed", killLeader(1), true},
}

// TestClusterClocks plays 200 games with clocks through two nodes on three NATS servers
// while they are killed, stopped and restarted. Every move that was answered is in the
// log, once, as it was answered. Nobody is charged more for a move than passed between the
// move before and the sending of theirs, and nobody for a time in which nobody could
// move, but for hallSlack. Who has five seconds, and sends a move as the outage begins,
// has not lost. No time was given back in which a move was sent and answered in the same
// shard.
func TestClusterClocks(t *testing.T) {
	dice := mathrand.New(mathrand.NewPCG(clusterSeed(t), 7))
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	m := newMachines(t)
	m.flags = append(m.flags, "--games", "1000")
	m.join(2)
	h := &hall{t: t, clients: []*client.Client{connect(t, m.nodes[0]), connect(t, m.nodes[1])}}
	h.rules, _ = reg.Newest("reversi")
	for range 200 {
		g, err := newTimed(t.Context(), h.clients[0], time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		h.games = append(h.games, g)
	}
	var outages []away
	var short []*timed
	for _, f := range timedFaults {
		t.Log(f.name)
		h.play(t.Context(), dice.Uint64(), func() {
			var waiting sync.WaitGroup
			for range 10 {
				if !f.spare {
					break
				}
				g, err := newTimed(t.Context(), h.clients[0], 5*time.Second)
				if err != nil {
					t.Fatal(err)
				}
				short = append(short, g)
				own := mathrand.New(mathrand.NewPCG(dice.Uint64(), 1))
				waiting.Go(func() {
					<-time.After(time.Second) // the outage has begun
					h.move(t.Context(), g, own)
				})
			}
			o := f.do(m, h)
			waiting.Wait()
			if !o.from.IsZero() {
				outages = append(outages, o)
				t.Logf("nobody could move for %v", o.to.Sub(o.from).Round(time.Millisecond))
			}
		})
	}
	spared, given := 0, 0
	for _, g := range h.games {
		spared += g.check(t, h.clients[0], outages)
	}
	for _, g := range append(short, h.games...) {
		given += h.checkGame(g)
	}
	t.Logf("%d moves were answered; %d turns were spared an outage, %d times time was given back", len(h.moves), spared, given)
	if spared < len(h.games)*len(outages)/8 {
		t.Errorf("only %d turns went over an outage", spared)
	}
	for _, s := range m.nodes {
		m.must(s.stop())
	}
}

// checkGame holds what a game's players were charged against when they sent their moves,
// and what was given back against when moves were answered. It returns how often time was
// given back.
func (h *hall) checkGame(g *timed) (given int) {
	h.t.Helper()
	page, err := h.clients[0].Events(h.t.Context(), g.id, 0, 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	before := page.Events[0]
	for _, e := range page.Events[1:] {
		if r, ok := e.Data.(*events.Resumed); ok {
			given++
			for _, x := range h.moves {
				if x.shard == events.ShardOf(g.id, clusterShards) && x.sent.After(r.Stopped.Add(hallSlack)) && x.acked.Before(r.Started) {
					h.t.Errorf("game %s, event %d: gives back %v to %v, and a move was sent at %v and answered at %v", g.id, e.N, r.Stopped, r.Started, x.sent, x.acked)
				}
			}
		}
		if e.Type != events.TypeMoved {
			continue
		}
		seat := before.After.Turn
		took, paid := max(g.sent[e.Command].Sub(before.Time), 0), left(before, seat)-left(e, seat)
		if paid > took+hallSlack {
			h.t.Errorf("game %s, event %d: %s paid %v for %v", g.id, e.N, seat, paid, took)
			for _, e := range page.Events[max(e.N-4, 0):e.N] {
				h.t.Logf("%d %s at %v, sent %v, %+v", e.N, e.Type, e.Time, g.sent[e.Command], e.After.Clock)
			}
		}
		before = e
	}
	return given
}
