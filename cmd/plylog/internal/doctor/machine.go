package doctor

import (
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"plylog/cmd/plylog/internal/datadir"
)

const (
	mostAway  = 2 * time.Second // that a server's clock may be from ours; a date has whole seconds
	leastOpen = 4096            // open files: a connection each, and those of the store
)

// clock looks at whether times can be trusted: deadlines are times of the server.
func (d *doctor) clock() {
	const fix = "let the machine's clock be kept by NTP (chrony, systemd-timesyncd): players are flagged by it"
	if d.away.Abs() > mostAway {
		d.add(bad("clock", fmt.Sprintf("the server's clock is %v away from this machine's", d.away.Round(time.Second)), fix))
		return
	}
	now := d.cfg.Now()
	if now.Year() < 2026 {
		d.add(bad("clock", "it says that it is "+now.UTC().Format(time.DateOnly), fix))
		return
	}
	if ran, err := datadir.LastAlive(d.cfg.Data); err == nil && ran.Sub(now) > mostAway {
		d.add(bad("clock", fmt.Sprintf("a server ran on this folder at %s, and this machine says that it is %s", ran.UTC().Format(time.RFC3339), now.UTC().Format(time.RFC3339)), fix))
		return
	}
	switch yes, known := synchronised(); {
	case !known:
		d.add(note("clock", "whether it is kept by NTP could not be found out"))
	case !yes:
		d.add(warn("clock", "the kernel says that nobody keeps it", fix))
	default:
		d.add(good("clock", "kept by NTP"))
	}
}

// machine looks at what the system allows.
func (d *doctor) machine() {
	switch n, known := openFiles(); {
	case !known:
		d.add(note("files", "how many may be open could not be found out"))
	case n < leastOpen:
		d.add(warn("files", fmt.Sprintf("%d may be open: each player and watcher takes one", n), "raise the limit (LimitNOFILE= of the unit, ulimit -n) to 65536"))
	default:
		d.add(good("files", "%d may be open", n))
	}
}

// addresses looks at whether a server could listen where it is set to.
func (d *doctor) addresses() {
	for _, a := range []struct{ check, addr string }{{"listen", d.cfg.Listen}, {"admin-listen", d.cfg.Admin}} {
		if d.running {
			break // it does
		}
		l, err := net.Listen("tcp", a.addr)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			d.add(bad(a.check, a.addr+" is taken by another program", "end that program, or choose another address with --"+a.check))
		case errors.Is(err, syscall.EACCES):
			d.add(bad(a.check, a.addr+" is a port for which this user has no right", "choose a port from 1024 on, or give the unit CAP_NET_BIND_SERVICE"))
		case err != nil:
			d.add(bad(a.check, err.Error(), "choose an address of this machine with --"+a.check))
		default:
			_ = l.Close() // nothing was served
			d.add(good(a.check, "%s is free", a.addr))
		}
	}
	host, _, err := net.SplitHostPort(d.cfg.Admin)
	if ip := net.ParseIP(host); err == nil && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		d.add(warn("admin-listen", d.cfg.Admin+" can be reached from elsewhere, and asks for no credential", "let only Prometheus and operators reach it, or set it to localhost"))
	}
}
