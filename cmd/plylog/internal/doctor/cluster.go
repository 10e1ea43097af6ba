package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/mod/semver"

	"plylog/events/jetlog"
)

// ClusterConfig says how to reach the NATS servers that keep a log.
type ClusterConfig struct {
	Connect jetlog.Connect
	// System connects as a user of the system account, who alone is told how the
	// servers are set up. nil: nobody can be asked.
	System jetlog.Connect
	// Patience is how long the servers may take to answer, all in all. 0: 10 s.
	Patience time.Duration
}

// Cluster looks at the NATS servers that keep a log: how many there are, how many
// copies they keep, whether a copy is behind, and whether they write before they
// answer. What is Bad can lose what was acknowledged. What could not be found out is a
// Warn that says so.
func Cluster(ctx context.Context, cfg ClusterConfig) []Finding {
	cfg.Patience = cmp.Or(cfg.Patience, patience)
	ctx, cancel := context.WithTimeout(ctx, cfg.Patience)
	defer cancel()
	c := &cluster{cfg: cfg}
	c.look(ctx)
	c.durable(ctx)
	return c.found
}

// cluster gathers findings.
type cluster struct {
	cfg     ClusterConfig
	found   []Finding
	servers int // that make up the cluster, as far as is known
}

func (c *cluster) add(f ...Finding) { c.found = append(c.found, f...) }

// look asks as the user of the log.
func (c *cluster) look(ctx context.Context) {
	nc, err := c.cfg.Connect("plylog-doctor")
	if err != nil {
		c.add(bad("nats", err.Error(), "see that the servers run, that this machine reaches them, and that the user, the credentials and the certificates are theirs"))
		return
	}
	defer nc.Close()
	c.server(nc)
	js, err := jetstream.New(nc)
	if err != nil {
		c.add(bad("nats", err.Error(), "turn JetStream on: a jetstream block in the configuration of every server"))
		return
	}
	c.account(ctx, js)
	c.streams(ctx, js, nc.ConnectedClusterName() != "")
}

// server judges the server that was reached.
func (c *cluster) server(nc *natsgo.Conn) {
	says := fmt.Sprintf("%s, version %s", nc.ConnectedUrlRedacted(), nc.ConnectedServerVersion())
	if name := nc.ConnectedClusterName(); name != "" {
		c.servers = len(nc.Servers())
		says += fmt.Sprintf(", in the cluster %s; %d servers are known", name, c.servers)
	}
	version, tried := "v"+nc.ConnectedServerVersion(), "v"+nats.VERSION
	_, err := nc.TLSConnectionState()
	switch {
	case semver.Compare(version, tried) < 0:
		c.add(warn("nats", says+"; older than what this program is tried with ("+nats.VERSION+")", "update the NATS servers, one after the other"))
	case semver.Major(version) != semver.Major(tried):
		c.add(warn("nats", says+"; another major version than what this program is tried with ("+nats.VERSION+")", "run the NATS version that this program is tried with"))
	case err != nil && !local(nc.ConnectedUrlRedacted()):
		c.add(warn("nats", says+"; the connection is not encrypted", "give the servers certificates (tls block), and name them as tls://HOST:4222"))
	default:
		c.add(good("nats", "%s", says))
	}
}

// local reports whether an address never leaves the machine.
func local(at string) bool {
	u, err := url.Parse(at)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// account judges what room is left.
func (c *cluster) account(ctx context.Context, js jetstream.JetStream) {
	a, err := js.AccountInfo(ctx)
	switch {
	case err != nil:
		c.add(bad("nats-account", err.Error(), "see that JetStream is on for the account of this user, and that the cluster has a leader (nats server report jetstream)"))
	case a.Limits.MaxStore > 0 && a.Store > uint64(a.Limits.MaxStore)/10*9:
		c.add(warn("nats-account", fmt.Sprintf("%d of %d MiB are used", a.Store>>20, a.Limits.MaxStore>>20), "raise the limit of the account, or give the servers larger disks: a full store takes no moves"))
	default:
		c.add(good("nats-account", "%d streams, %d MiB", a.Streams, a.Store>>20))
	}
}

// OneCopy is the finding of a store that is kept once where it could be kept often.
func OneCopy() Finding {
	return bad("nats-copies", "the store is kept once: its server's disk is all there is of it",
		"make the store with three copies (--replicas 3, which is the default on a cluster); one that is made already: nats stream update STREAM --replicas 3, for each of its streams")
}

// Loses tells of a Bad finding whether it is one by which a cluster loses what it has
// acknowledged. Otherwise it does not answer as it should.
func (f Finding) Loses() bool {
	return f.Grade == Bad && (f.Check == "nats-sync" || f.Check == "nats-copies")
}

// streams judges how the store is kept.
func (c *cluster) streams(ctx context.Context, js jetstream.JetStream, clustered bool) {
	list, err := jetlog.Look(ctx, js)
	if err != nil {
		c.add(bad("nats-store", err.Error(), "see which streams have no leader (nats stream report), and bring their servers back"))
		return
	}
	if len(list) == 0 {
		c.add(note("nats-store", "there is none yet"))
		return
	}
	var events uint64
	fewest, behind, drift := list[0].Info.Config.Replicas, []string(nil), []string(nil)
	for _, s := range list {
		events += s.Info.State.Msgs
		fewest = min(fewest, s.Info.Config.Replicas)
		if len(s.Drift) > 0 {
			drift = append(drift, s.Info.Config.Name+": "+strings.Join(s.Drift, ", "))
		}
		if s.Info.Cluster == nil {
			continue
		}
		for _, r := range s.Info.Cluster.Replicas {
			if r.Offline || !r.Current {
				behind = append(behind, s.Info.Config.Name+" on "+r.Name)
			}
		}
	}
	if len(drift) > 0 {
		c.add(bad("nats-store", strings.Join(drift, "; "), "put the streams back as they were made (nats stream edit): the log does not start on others"))
	} else {
		c.add(good("nats-store", "%d shards, %d events", len(list), events))
	}
	switch {
	case fewest >= 3:
		c.add(good("nats-copies", "%d of every event", fewest))
	case clustered:
		c.add(OneCopy())
	default:
		c.add(warn("nats-copies", "one server keeps the only copy", "that is as safe as its disk; for more, run three servers (deploy/nats/cluster.conf)"))
	}
	if len(behind) > 0 {
		c.add(warn("nats-behind", "copies that are not there or not complete: "+strings.Join(behind, ", "), "bring those servers back before another one is stopped"))
	}
}

const unasked = "whether the servers write before they answer could not be asked"

const syncAlways = "sync_interval: always in the jetstream block of every server, and restart them one after the other"

// durable asks as a user of the system account how the servers write.
func (c *cluster) durable(ctx context.Context) {
	if c.cfg.System == nil {
		c.add(warn("nats-sync", unasked+": that takes a user of the system account",
			"name one with --nats-system and --nats-login system=FILE (deploy/nats/plylog.conf has one), and see that it says "+syncAlways))
		return
	}
	nc, err := c.cfg.System("plylog-doctor")
	if err != nil {
		c.add(warn("nats-sync", fmt.Sprintf("%s: %v", unasked, err), "see that the user of nats-system is one of the system account"))
		return
	}
	defer nc.Close()
	list, err := c.ask(ctx, nc)
	if err != nil || len(list) == 0 {
		c.add(warn("nats-sync", fmt.Sprintf("%s: %d servers answered, %v", unasked, len(list), err), "see that the user of nats-system is one of the system account, and may ask $SYS.REQ.SERVER.PING.JSZ"))
		return
	}
	var lossy, names []string
	for _, s := range list {
		names = append(names, s.Server.Name)
		if !s.Data.Config.SyncAlways {
			lossy = append(lossy, fmt.Sprintf("%s (every %v)", s.Server.Name, s.Data.Config.SyncInterval))
		}
		if m := s.Data.Meta; m != nil {
			c.servers = max(c.servers, m.Size)
		}
	}
	switch {
	case len(lossy) > 0:
		c.add(bad("nats-sync", "servers that acknowledge what is not on disk yet, so that a power cut takes it: "+strings.Join(lossy, ", "), syncAlways))
	case len(list) < c.servers:
		c.add(warn("nats-sync", fmt.Sprintf("%s write before they answer; the other %d servers did not say", strings.Join(names, ", "), c.servers-len(list)), "see why those servers are away, and ask again"))
	default:
		c.add(good("nats-sync", "%s write before they answer", strings.Join(names, ", ")))
	}
}

// setUp is how a server answers: the part of nats.ServerAPIJszResponse that is read.
type setUp struct {
	Server struct {
		Name string `json:"name"`
	} `json:"server"`
	Data struct {
		Disabled bool `json:"disabled"`
		Config   struct {
			SyncAlways   bool          `json:"sync_always"`
			SyncInterval time.Duration `json:"sync_interval"`
		} `json:"config"`
		Meta *struct {
			Size int `json:"cluster_size"`
		} `json:"meta_cluster"`
	} `json:"data"`
}

// ask asks every server that the system account reaches. They may take a tenth of the
// patience to answer after the first one did.
func (c *cluster) ask(ctx context.Context, nc *natsgo.Conn) (list []setUp, err error) {
	inbox := nc.NewInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	if err := nc.PublishRequest("$SYS.REQ.SERVER.PING.JSZ", inbox, nil); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Patience/2)
	defer cancel()
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && len(list) > 0:
			return list, nil
		case err != nil:
			return list, err
		}
		var s setUp
		if err := json.Unmarshal(m.Data, &s); err != nil {
			return list, fmt.Errorf("a server's answer: %w", err)
		}
		if len(list) == 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, c.cfg.Patience/10)
			defer stop()
		}
		if !s.Data.Disabled {
			list = append(list, s)
		}
		if s.Data.Meta != nil && len(list) >= s.Data.Meta.Size {
			return list, nil
		}
	}
}
