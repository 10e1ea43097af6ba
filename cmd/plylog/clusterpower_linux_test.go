//go:build torture

package main

import (
	"context"
	"errors"
	mathrand "math/rand/v2"
	"syscall"
	"testing"
	"time"

	"plylog/cmd/plylog/internal/volume"
)

// powered are NATS servers each of which has a disk of its own that can lose its power.
type powered struct {
	*machines
	disks []*volume.Volume
}

// newPowered starts three. It takes root and loop devices.
func newPowered(t *testing.T) *powered {
	t.Helper()
	p := new(powered)
	var places []place
	for range 3 {
		v, err := volume.New(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := v.Detach(context.Background()); err != nil {
				t.Error(err)
			}
		})
		at := here
		at.folder = v.Path("streams")
		p.disks, places = append(p.disks, v), append(places, at)
	}
	p.machines = newMachinesIn(t, places...)
	return p
}

// cut takes the power from servers at once: from the disks first, so that nothing more
// can be written through and told, then from the processes.
func (p *powered) cut(ctx context.Context, list ...int) {
	p.t.Helper()
	for _, i := range list {
		p.must(p.disks[i].ShutDown(ctx))
	}
	for _, i := range list {
		p.must(p.nats[i].end(syscall.SIGKILL))
	}
	for _, i := range list {
		p.must(p.disks[i].Detach(ctx))
	}
}

// back gives servers their power back.
func (p *powered) back(ctx context.Context, list ...int) {
	p.t.Helper()
	for _, i := range list {
		p.must(p.disks[i].Attach(ctx))
		p.must(p.nats[i].start())
	}
}

// outage is a way in which servers lose their power. order is of the three, by chance.
type outage struct {
	name string
	do   func(ctx context.Context, p *powered, c *contest, order []int)
}

var outages = []outage{
	{"all three lose their power at once", func(ctx context.Context, p *powered, _ *contest, order []int) {
		p.cut(ctx, order...)
		p.back(ctx, order...)
	}},
	{"two stand still while the third loses its power, and wake up before it is back", func(ctx context.Context, p *powered, c *contest, order []int) {
		p.standing(order[:2], func() { p.cut(ctx, order[2]) })
		c.await(ctx, some)
		p.back(ctx, order[2])
	}},
	{"two stand still while the third loses its power, and wake up when it is back", func(ctx context.Context, p *powered, _ *contest, order []int) {
		p.standing(order[:2], func() { p.cut(ctx, order[2]); p.back(ctx, order[2]) })
	}},
	{"one stands still while the others lose their power, and finds them back", func(ctx context.Context, p *powered, _ *contest, order []int) {
		p.standing(order[:1], func() { p.cut(ctx, order[1:]...); p.back(ctx, order[1:]...) })
	}},
	{"one loses its power, and the others when it is back but behind", func(ctx context.Context, p *powered, c *contest, order []int) {
		p.cut(ctx, order[0])
		c.await(ctx, some)
		p.back(ctx, order[0])
		p.cut(ctx, order[1:]...)
		p.back(ctx, order[1:]...)
	}},
}

// standing has servers stand still meanwhile.
func (p *powered) standing(list []int, meanwhile func()) {
	p.t.Helper()
	for _, i := range list {
		p.must(p.nats[i].pause())
	}
	meanwhile()
	for _, i := range list {
		p.must(p.nats[i].resume())
	}
}

// TestClusterPowerCut takes the power from NATS servers under load, from all three at
// once and by other schedules, the leader among them every other time: nothing that was
// acknowledged is lost, nothing is stored twice, and every game is linearizable.
func TestClusterPowerCut(t *testing.T) {
	seed := clusterSeed(t)
	dice := mathrand.New(mathrand.NewPCG(seed, 3))
	p := newPowered(t)
	p.join(2)
	c := newContest(t, p.nodes)
	before := p.setUp()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	going, finish := c.begin(ctx, 4, seed)
	c.await(going, some)
	for round := range 2 * len(outages) {
		o, order := outages[round%len(outages)], dice.Perm(3)
		if round >= len(outages) {
			leads := p.leads(0)
			for i, at := range order {
				if p.nats[at] == leads {
					order[i], order[2] = order[2], order[i]
				}
			}
		}
		t.Logf("round %d, servers %v: %s", round, order, o.name)
		o.do(going, p, c, order)
		p.whole()
		c.await(going, some)
	}
	finish()
	p.judge(ctx, c, before)
}

// TestClusterKilled kills one to three NATS servers at a time, fifty times, while games
// go on: afterwards every stream is there and set up as before, and nothing is lost.
func TestClusterKilled(t *testing.T) {
	seed := clusterSeed(t)
	dice := mathrand.New(mathrand.NewPCG(seed, 4))
	m := newMachines(t)
	m.join(2)
	c := newContest(t, m.nodes)
	before := m.setUp()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	going, finish := c.begin(ctx, 4, seed)
	c.await(going, some)
	from, gone := time.Now(), 0
	for round := range 50 {
		var err error
		order := dice.Perm(3)[:1+dice.IntN(3)]
		for _, i := range order {
			err = errors.Join(err, m.nats[i].end(syscall.SIGKILL))
		}
		for _, i := range order {
			err = errors.Join(err, m.nats[i].start())
		}
		m.must(err)
		gone += len(order)
		m.whole()
		if after := m.setUp(); after != before {
			t.Fatalf("round %d: the streams are set up otherwise than before:\n%s\n%s", round, before, after)
		}
	}
	t.Logf("%d servers were killed in %v", gone, time.Since(from).Round(time.Second))
	c.await(going, some)
	finish()
	c.check(ctx)
}
