//go:build torture

package main

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// fabric is a network for clients and one for NATS servers among themselves, with a
// host in a namespace of its own for each server, all on this machine. It takes root
// and the program ip.
type fabric struct {
	t     *testing.T
	hosts int
}

// The names of the networks, of their ends here, and what their addresses begin with.
const (
	clientsNet, clientsEnd, clientsAddr = "plylog-c", "plylog-c%d", "10.213.1."
	routesNet, routesEnd, routesAddr    = "plylog-r", "plylog-r%d", "10.213.2."
	hostName                            = "plylog-%d"
)

func newFabric(t *testing.T, hosts int) *fabric {
	t.Helper()
	n := &fabric{t: t, hosts: hosts}
	n.remove() // what a run left behind that was killed
	t.Cleanup(n.remove)
	for _, net := range []string{clientsNet, routesNet} {
		n.ip("link add %s type bridge", net)
		n.ip("link set %s up", net)
	}
	n.ip("addr add %s254/24 dev %s", clientsAddr, clientsNet)
	for i := range hosts {
		host := fmt.Sprintf(hostName, i)
		n.ip("netns add %s", host)
		n.ip("-n %s link set lo up", host)
		for dev, net := range map[string][3]string{"eth0": {clientsNet, clientsEnd, clientsAddr}, "eth1": {routesNet, routesEnd, routesAddr}} {
			end := fmt.Sprintf(net[1], i)
			n.ip("link add %s type veth peer name %s netns %s", end, dev, host)
			n.ip("link set %s master %s up", end, net[0])
			n.ip("-n %s addr add %s%d/24 dev %s", host, net[2], i+1, dev)
			n.ip("-n %s link set %s up", host, dev)
		}
	}
	return n
}

// places are the hosts, for NATS servers.
func (n *fabric) places() (list []place) {
	for i := range n.hosts {
		list = append(list, place{
			within:  []string{"ip", "netns", "exec", fmt.Sprintf(hostName, i)},
			clients: fmt.Sprint(clientsAddr, i+1), routes: fmt.Sprint(routesAddr, i+1),
		})
	}
	return list
}

// cut takes a host from a network, without a word to anybody; join puts it back.
func (n *fabric) cut(end string, host int)  { n.ip("link set %s down", fmt.Sprintf(end, host)) }
func (n *fabric) join(end string, host int) { n.ip("link set %s up", fmt.Sprintf(end, host)) }

func (n *fabric) ip(format string, args ...any) {
	n.t.Helper()
	if err := ip(format, args...); err != nil {
		n.t.Fatal(err)
	}
}

func ip(format string, args ...any) error {
	words := strings.Fields(fmt.Sprintf(format, args...))
	if out, err := exec.Command("ip", words...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s (which takes root): %w: %s", strings.Join(words, " "), err, out)
	}
	return nil
}

// remove removes what there is of it.
func (n *fabric) remove() {
	for i := range n.hosts {
		_ = ip("link del "+clientsEnd, i) // each may be missing
		_ = ip("link del "+routesEnd, i)
		_ = ip("netns del "+hostName, i)
	}
	_ = ip("link del %s", clientsNet)
	_ = ip("link del %s", routesNet)
}

// TestClusterDivided plays on while the network between real hosts is divided: one NATS
// server is cut off from the other two, from the nodes, or from both, the one that leads
// among them. A server that has lost the others goes on talking to nodes, and may not be
// believed; the majority goes on.
func TestClusterDivided(t *testing.T) {
	seed := clusterSeed(t)
	dice := mathrand.New(mathrand.NewPCG(seed, 2))
	net := newFabric(t, 3)
	m := newMachinesIn(t, net.places()...)
	m.join(2)
	c := newContest(t, m.nodes)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	going, finish := c.begin(ctx, 4, seed)
	c.await(going, some)
	for round := range 9 {
		host := dice.IntN(3)
		if round < 3 {
			for i, p := range m.nats {
				if p == m.leads(0) {
					host = i
				}
			}
		}
		ends := [][]string{{routesEnd}, {clientsEnd}, {routesEnd, clientsEnd}}[round%3]
		from := time.Now()
		t.Logf("round %d: %s is cut off: %s", round, m.nats[host].name, ends)
		for _, end := range ends {
			net.cut(end, host)
		}
		c.await(going, some)
		t.Logf("  %v without an acknowledged move in shard 0 at most", c.gap(from, 0).Round(time.Millisecond))
		for _, end := range ends {
			net.join(end, host)
		}
		m.whole()
		c.await(going, some)
	}
	finish()
	c.check(ctx)
	for i, s := range m.nodes {
		if r, err := rebuild(ctx, s); err != nil || r.Equal != r.Games || r.Wrong != 0 {
			t.Errorf("rebuild at node %d: %+v, %v", i, r, err)
		}
		m.must(s.stop())
	}
}
