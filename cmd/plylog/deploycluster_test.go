package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	nats "github.com/nats-io/nats-server/v2/server"
)

// TestDeployedCluster serves clients of three NATS servers that are set up as they are
// handed out, and goes on without one of them.
func TestDeployedCluster(t *testing.T) {
	for _, who := range []string{"PLYLOG_LOG", "PLYLOG_SERVICE", "PLYLOG_FEED", "PLYLOG_SYSTEM", "ALICE"} {
		t.Setenv(who+"_PASSWORD", strings.ToLower(who)+"-secret")
	}
	t.Setenv("NATS_NAME", "n2")
	services := fields[composeFile](t, "compose.yml").Services
	servers := clusterOf(t, 3, func() *nats.Options {
		o, err := nats.ProcessConfigFile(filepath.Join(moduleRoot(t), "deploy", "nats", "cluster.conf"))
		if err != nil {
			t.Fatal(err)
		}
		if !o.SyncAlways || o.ServerName != "n2" || o.StoreDir != "/var/lib/nats" || o.Cluster.Name != "plylog" || len(o.Routes) != 3 {
			t.Errorf("it is %s in %s, writes always: %v; its cluster is %s of %v", o.ServerName, o.StoreDir, o.SyncAlways, o.Cluster.Name, o.Routes)
		}
		for _, r := range o.Routes {
			if s, ok := services[r.Hostname()]; !ok || s.Environment["NATS_NAME"] != r.Hostname() || r.Port() != "6222" || o.Cluster.Port != 6222 {
				t.Errorf("the route to %s leads to none of the servers", r)
			}
		}
		o.NoLog = true
		return o
	})
	host := strings.TrimPrefix(servers[0].ClientURL(), "nats://")
	srv := startServer(t, flagsFor(t, host)...)
	alice := visitAs(t, "nats://"+host, "alice", "alice-secret", "alice")
	game := alice.sitDown("")
	servers[2].Shutdown()
	servers[2].WaitForShutdown()
	alice.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first)
	alice.forbidden("publish to the log", func() error { return alice.Publish("plylog.game.0."+game.id, nil) })
	if n := version(t, srv, game.id); n != 2 {
		t.Errorf("the game is at version %d", n)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// composeFile is what tests read of a compose file. What else it has is not theirs.
type composeFile struct {
	Services map[string]struct {
		Image             string
		Command, Ports    []string
		DependsOn         []string `yaml:"depends_on"`
		Networks, Volumes []string
		Environment       map[string]string
		Build             struct{ Context, Dockerfile string }
		Restart           string
		ReadOnly          bool     `yaml:"read_only"`
		CapDrop           []string `yaml:"cap_drop"`
		SecurityOpt       []string `yaml:"security_opt"`
		StopGracePeriod   string   `yaml:"stop_grace_period"`
	}
	Name              string
	Networks, Volumes map[string]any
	Nats              any `yaml:"x-nats"`
	NatsEnvironment   any `yaml:"x-nats-environment"`
}

// TestCompose holds the compose file to what it is made of: services, networks,
// volumes and files that it names are there, and those of its programs that are ours
// understand their settings and listen where others look for them.
func TestCompose(t *testing.T) {
	c := fields[composeFile](t, "compose.yml")
	root := moduleRoot(t)
	for name, s := range c.Services {
		for _, other := range s.DependsOn {
			if _, ok := c.Services[other]; !ok {
				t.Errorf("%s waits for %s, which is no service", name, other)
			}
		}
		for _, net := range s.Networks {
			if _, ok := c.Networks[net]; !ok {
				t.Errorf("%s is on %s, which is no network", name, net)
			}
		}
		for _, v := range s.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if _, ok := c.Volumes[from]; !ok && (!strings.HasPrefix(from, "./") || !exists(t, filepath.Join(root, "deploy", from))) {
				t.Errorf("%s has %s of what is not there", name, v)
			}
		}
		for _, p := range s.Ports {
			if !strings.HasPrefix(p, "127.0.0.1:") {
				t.Errorf("%s is reached from everywhere: %s", name, p)
			}
		}
		if len(s.Networks) == 0 {
			t.Errorf("%s is on every network", name)
		}
		if (s.Image == "") == (s.Build.Dockerfile == "") || s.Build.Dockerfile != "" && !exists(t, filepath.Join(root, s.Build.Dockerfile)) {
			t.Errorf("%s is made of %q, %q", name, s.Image, s.Build.Dockerfile)
		}
		if name[0] == 'n' && !strings.HasPrefix(s.Image, "nats:"+needed(t, "github.com/nats-io/nats-server/v2")+"-") {
			t.Errorf("%s is %s, and the program is tried with %s", name, s.Image, needed(t, "github.com/nats-io/nats-server/v2"))
		}
	}
	image := dockerfile(t)
	plylog := c.Services["plylog"]
	got := settled(t, "compose.yml", image.command, image.env, plylog.Environment)
	for _, setting := range []string{"nats", "nats-service", "nats-feed", "nats-system"} {
		for url := range strings.SplitSeq(got[setting], ",") {
			_, at, _ := strings.Cut(url, "@")
			host, port, _ := strings.Cut(at, ":")
			if !slices.Contains(plylog.DependsOn, host) || port != "4222" {
				t.Errorf("%s leads to %s, where no NATS server is", setting, at)
			}
		}
	}
	if p := "127.0.0.1:8080" + got["listen"]; !slices.Equal(plylog.Ports, []string{p}) {
		t.Errorf("it listens on %s and the ports are %q", got["listen"], plylog.Ports)
	}
	if targets := string(read(t, "prometheus", "prometheus.yml")); !strings.Contains(targets, `["plylog`+got["admin-listen"]+`"]`) {
		t.Errorf("its admin side is %s and Prometheus looks elsewhere", got["admin-listen"])
	}
	if source := string(read(t, "grafana", "provisioning", "datasources", "prometheus.yml")); !strings.Contains(source, "url: http://prometheus:9090\n") {
		t.Error("Grafana looks for Prometheus elsewhere")
	}
}
