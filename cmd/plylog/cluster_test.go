package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/cmd/plylog/internal/child"
	"plylog/events/jetlog"
	"plylog/events/ports/portstest"
)

// natsFolder is a variable that says where a NATS server keeps its streams, which the
// configuration that is handed out says as well.
const natsFolder = "NATS_FOLDER"

// natsServer is the program nats-server, of the module that the log is built with.
func natsServer() {
	set := flag.NewFlagSet("nats-server", flag.ExitOnError)
	o, err := nats.ConfigureOptions(set, os.Args[1:], nats.PrintServerAndExit, set.Usage, nats.PrintTLSHelpAndDie)
	if err != nil {
		nats.PrintAndDie(err.Error())
	}
	o.StoreDir = os.Getenv(natsFolder)
	s, err := nats.NewServer(o)
	if err != nil {
		nats.PrintAndDie(err.Error())
	}
	s.ConfigureLogger()
	if err := nats.Run(s); err != nil {
		nats.PrintAndDie(err.Error())
	}
	s.WaitForShutdown()
}

// secrets of the users of the configuration that is handed out.
var natsUsers = []string{"PLYLOG_LOG", "PLYLOG_SERVICE", "PLYLOG_FEED", "PLYLOG_SYSTEM", "ALICE"}

// natsProcess is a NATS server in a process of its own.
type natsProcess struct {
	name    string
	address string // host:port for clients
	args    []string
	env     []string
	log     string // file of what it says
	cmd     *exec.Cmd
	done    chan error
}

// machines is a cluster as it is run: three NATS servers and two nodes of plylog,
// each a process, with the configuration that is handed out.
type machines struct {
	t     *testing.T
	nats  []*natsProcess
	nodes []*server
	flags []string // of the nodes
}

// place is where a NATS server runs.
type place struct {
	within  []string // what runs a program there; none: this machine
	clients string   // the address for clients
	routes  string   // and for the other servers
	folder  string   // for its streams; none: a temporary one
}

// newMachines starts the NATS servers, all here.
func newMachines(t *testing.T) *machines {
	t.Helper()
	return newMachinesIn(t, here, here, here)
}

// here is a place on this machine.
var here = place{clients: "127.0.0.1", routes: "127.0.0.1"}

// newMachinesIn starts a NATS server in each place.
func newMachinesIn(t *testing.T, places ...place) *machines {
	t.Helper()
	m := &machines{t: t}
	n := len(places)
	ports := portstest.Keep(t, 2*n)
	var routes, urls []string
	for i, at := range places {
		routes = append(routes, "nats://"+at.routes+":"+strconv.Itoa(ports[n+i]))
		urls = append(urls, at.clients+":"+strconv.Itoa(ports[i]))
	}
	for i, at := range places {
		dir := t.TempDir() // of the log, at least
		folder := cmp.Or(at.folder, dir)
		name := "n" + strconv.Itoa(i+1)
		p := &natsProcess{name: name, address: urls[i], log: filepath.Join(dir, "log")}
		p.args = append(at.within[:len(at.within):len(at.within)], "nats-server",
			"-c", filepath.Join(moduleRoot(t), "deploy", "nats", "cluster.conf"), "-n", name, "-a", at.clients,
			"-p", strconv.Itoa(ports[i]), "--cluster", routes[i], "--routes", strings.Join(routes, ","), "-l", p.log)
		p.env = append(os.Environ(), "NATS_NAME="+p.name, natsFolder+"="+folder)
		for _, who := range natsUsers {
			p.env = append(p.env, who+"_PASSWORD="+strings.ToLower(who)+"-secret")
		}
		m.nats = append(m.nats, p)
		t.Cleanup(p.clean)
	}
	for _, p := range m.nats {
		if err := p.start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range m.nats {
		m.reach(p)
	}
	m.flags = append(flagsFor(t, strings.Join(urls, ",nats://")), "--games", "200", "--rate-session", "0", "--rate-create", "0", "--rate-move", "0", "--rate-feed", "0")
	return m
}

// commandLine is what a node says of a command; the games tell the same.
var commandLine = regexp.MustCompile(`(?m)^.* msg=command .*\n`)

// join starts nodes of plylog that share the secret of the first.
func (m *machines) join(n int) {
	m.t.Helper()
	env := append(os.Environ(), "HOME="+m.t.TempDir())
	for range n {
		s := newServer(m.t.TempDir(), env)
		m.t.Cleanup(func() {
			s.clean()
			if m.t.Failed() {
				for life, talk := range s.told {
					m.t.Logf("node at %s, life %d, but for commands:\n%s", s.listen, life+1, commandLine.ReplaceAllString(talk.String(), ""))
				}
			}
		})
		if len(m.nodes) > 0 {
			for _, name := range []string{"secret"} {
				b, err := os.ReadFile(filepath.Join(m.nodes[0].data, name))
				if err == nil {
					err = os.WriteFile(filepath.Join(s.data, name), b, 0o600)
				}
				if err != nil {
					m.t.Fatal(err)
				}
			}
		}
		if err := s.start(m.flags...); err != nil {
			m.t.Fatal(err)
		}
		m.nodes = append(m.nodes, s)
	}
}

func (p *natsProcess) start() error {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Env = p.env
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.done = cmd, make(chan error, 1)
	go func() { p.done <- cmd.Wait() }()
	return nil
}

// end sends a signal that ends it, and waits for its end.
func (p *natsProcess) end(with os.Signal) error {
	if err := p.cmd.Process.Signal(with); err != nil {
		return err
	}
	select {
	case <-p.done:
		p.done <- nil // for whoever asks again
		return nil
	case <-time.After(patience):
		return fmt.Errorf("NATS server %s did not end", p.name)
	}
}

func (p *natsProcess) pause() error  { return child.Halt(p.cmd.Process) }
func (p *natsProcess) resume() error { return child.Resume(p.cmd.Process) }

func (p *natsProcess) clean() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill() // it may have ended long ago
	<-p.done
}

// as connects to the NATS servers, or to one of them.
func (m *machines) as(user, password string, only ...*natsProcess) *natsgo.Conn {
	m.t.Helper()
	if len(only) == 0 {
		only = m.nats
	}
	var urls []string
	for _, p := range only {
		urls = append(urls, "nats://"+p.address)
	}
	up := make(chan struct{})
	nc, err := natsgo.Connect(strings.Join(urls, ","), natsgo.UserInfo(user, password), natsgo.RetryOnFailedConnect(true), natsgo.MaxReconnects(-1),
		natsgo.Timeout(patience), natsgo.ReconnectWait(20*time.Millisecond), natsgo.PingInterval(2*time.Second), natsgo.ConnectHandler(func(*natsgo.Conn) { close(up) }))
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(nc.Close)
	select {
	case <-up:
	case <-time.After(patience):
		m.t.Fatal("no NATS server is reached")
	}
	return nc
}

// reach waits until a NATS server takes connections.
func (m *machines) reach(p *natsProcess) {
	m.t.Helper()
	m.as("log", "plylog_log-secret", p).Close()
}

// whole waits until every copy of every stream is there and complete.
func (m *machines) whole() {
	m.t.Helper()
	nc := m.as("log", "plylog_log-secret")
	defer nc.Close()
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(patience))
	if err != nil {
		m.t.Fatal(err)
	}
	lacking := "it was not asked"
	for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(100 * time.Millisecond) {
		if lacking = incomplete(m.t, js); lacking == "" {
			return
		}
	}
	m.t.Fatalf("the store is not whole again: %s", lacking)
}

// incomplete says what is lacking from a store.
func incomplete(t *testing.T, js jetstream.JetStream) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	list := js.ListStreams(ctx)
	n := 0
	for s := range list.Info() {
		n++
		if s.Cluster == nil || s.Cluster.Leader == "" || len(s.Cluster.Replicas) != s.Config.Replicas-1 {
			return s.Config.Name + " has no leader, or lacks copies"
		}
		for _, r := range s.Cluster.Replicas {
			if !r.Current || r.Offline {
				return s.Config.Name + " on " + r.Name
			}
		}
	}
	names := 0
	for range js.StreamNames(ctx).Name() {
		names++
	}
	if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return err.Error()
	}
	if n == 0 || n != names {
		return fmt.Sprintf("of %d streams %d have a leader", names, n)
	}
	return ""
}

// leads is the NATS server that leads the stream of a shard.
func (m *machines) leads(shard int) *natsProcess {
	m.t.Helper()
	nc := m.as("log", "plylog_log-secret")
	defer nc.Close()
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(patience))
	if err != nil {
		m.t.Fatal(err)
	}
	s, err := js.Stream(m.t.Context(), jetlog.StreamName(shard))
	if err != nil {
		m.t.Fatal(err)
	}
	for _, p := range m.nats {
		if c := s.CachedInfo().Cluster; c != nil && p.name == c.Leader {
			return p
		}
	}
	m.t.Fatal(errors.New("no server leads the stream"))
	return nil
}

// setUp is how the streams are set up, as the NATS servers tell it.
func (m *machines) setUp() string {
	m.t.Helper()
	nc := m.as("log", "plylog_log-secret")
	defer nc.Close()
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(patience))
	if err != nil {
		m.t.Fatal(err)
	}
	list, err := jetlog.Look(m.t.Context(), js)
	if err != nil {
		m.t.Fatal(err)
	}
	var all []jetstream.StreamConfig
	for _, s := range list {
		all = append(all, s.Info.Config)
	}
	b, err := json.Marshal(all)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(b)
}
