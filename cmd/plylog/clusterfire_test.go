package main

import (
	"context"
	"errors"
	mathrand "math/rand/v2"
	"syscall"
	"testing"
	"time"

	"plylog/cmd/plylog/internal/child"
)

// fault is something that happens to machines under load.
type fault struct {
	name string
	do   func(ctx context.Context, m *machines, c *contest, dice *mathrand.Rand)
}

// some is how many moves are awaited while something is away: enough to be sure
// that everybody goes on without it.
const some = 12

// faults are those of the short form, in its order. Each leaves everything running.
var faults = []fault{
	{"the NATS server that leads is killed", func(ctx context.Context, m *machines, c *contest, _ *mathrand.Rand) {
		from, p := time.Now(), m.leads(0)
		m.must(p.end(syscall.SIGKILL))
		c.await(ctx, some)
		m.t.Logf("without the leader (kill -9): %v without an acknowledged move in its shard", c.gap(from, 0).Round(time.Millisecond))
		m.must(p.start())
		m.whole()
		c.awaitGiven(ctx, 0)
	}},
	{"a node is killed", func(ctx context.Context, m *machines, c *contest, dice *mathrand.Rand) {
		n := dice.IntN(len(m.nodes))
		s := m.nodes[n]
		c.silence(n)
		m.must(s.kill())
		c.await(ctx, some)
		m.must(s.start(m.flags...))
	}},
	{"a node stands still and wakes up", func(ctx context.Context, m *machines, c *contest, dice *mathrand.Rand) {
		n := dice.IntN(len(m.nodes))
		p := m.nodes[n].cmd.Process
		c.silence(n)
		m.must(child.Halt(p))
		c.await(ctx, some)
		m.must(child.Resume(p))
	}},
	{"a NATS server stands still and wakes up", func(ctx context.Context, m *machines, c *contest, dice *mathrand.Rand) {
		p := m.nats[dice.IntN(len(m.nats))]
		m.must(p.pause())
		c.await(ctx, some)
		m.must(p.resume())
		m.whole()
	}},
	{"all five are restarted, one after the other", func(ctx context.Context, m *machines, c *contest, _ *mathrand.Rand) {
		from := time.Now()
		for _, p := range m.nats {
			m.must(p.end(syscall.SIGTERM))
			c.await(ctx, some/3)
			m.must(p.start())
			m.whole()
		}
		for _, s := range m.nodes {
			m.must(s.stop())
			c.await(ctx, some/3)
			m.must(s.start(m.flags...))
		}
		m.t.Logf("a rolling restart: %v without an acknowledged move at most", c.gap(from, 0).Round(time.Millisecond))
	}},
}

// more are faults of the long form besides.
var more = []fault{
	{"every NATS server is killed", func(ctx context.Context, m *machines, c *contest, _ *mathrand.Rand) {
		for _, p := range m.nats {
			m.must(p.end(syscall.SIGKILL))
		}
		for _, p := range m.nats {
			m.must(p.start())
		}
		m.whole()
	}},
	{"two NATS servers stand still while the third is killed", func(ctx context.Context, m *machines, c *contest, dice *mathrand.Rand) {
		order := dice.Perm(len(m.nats))
		m.must(errors.Join(m.nats[order[0]].pause(), m.nats[order[1]].pause(), m.nats[order[2]].end(syscall.SIGKILL)))
		m.must(errors.Join(m.nats[order[0]].resume(), m.nats[order[1]].resume(), m.nats[order[2]].start()))
		m.whole()
	}},
	{"both nodes are killed", func(ctx context.Context, m *machines, c *contest, _ *mathrand.Rand) {
		c.silence(0)
		c.silence(1)
		m.must(errors.Join(m.nodes[0].kill(), m.nodes[1].kill(), m.nodes[0].start(m.flags...), m.nodes[1].start(m.flags...)))
	}},
}

func (m *machines) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// TestClusterUnderFire plays games through two nodes on three NATS servers at once
// while things are killed, stand still and are restarted, and then asks: is every
// acknowledged move there, once, where it was told to be; is every game linearizable;
// did every reader at either node see 1, 2, 3 …; does a rebuild find every game equal; is
// the time in which nobody could move, and no other, given back where clocks ran?
//
// Membership is not changed meanwhile: peer-remove is for a cluster that is whole.
func TestClusterUnderFire(t *testing.T) {
	seed := clusterSeed(t)
	dice := mathrand.New(mathrand.NewPCG(seed, 1))
	m := newMachines(t)
	m.join(2)
	c := newContest(t, m.nodes)
	before := m.setUp()
	ctx, cancel := context.WithTimeout(t.Context(), patience*time.Duration(4+clusterRounds))
	defer cancel()
	c.leave(ctx)
	going, finish := c.begin(ctx, 4, seed)
	c.await(going, some)
	for _, f := range faults {
		t.Log(f.name)
		f.do(going, m, c, dice)
		c.await(going, some)
	}
	every := append(faults[:len(faults):len(faults)], more...)
	for round := range clusterRounds {
		f := every[dice.IntN(len(every))]
		t.Logf("round %d: %s", round, f.name)
		f.do(going, m, c, dice)
		c.await(going, some)
	}
	finish()
	c.checkClocks(ctx)
	m.judge(ctx, c, before)
}
