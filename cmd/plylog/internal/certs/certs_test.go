package certs_test

import (
	"bytes"
	"crypto/tls"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plylog/cmd/plylog/internal/certs"
	"plylog/cmd/plylog/internal/certs/certstest"
)

// issue makes a pair whose end tells its number too.
func issue(t *testing.T, number int64) (cert, key []byte) {
	t.Helper()
	return certstest.Issue(t, number, time.Date(2100, 1, int(number), 0, 0, 0, 0, time.UTC))
}

// desk is two files, a clock and what was logged.
type desk struct {
	cert, key string
	now       time.Time
	log       bytes.Buffer
}

func (d *desk) write(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	// Files written within one tick of the file system's clock must not look alike.
	d.now = d.now.Add(time.Minute)
	if err := os.Chtimes(name, d.now, d.now); err != nil {
		t.Fatal(err)
	}
}

func newDesk(t *testing.T) (*desk, *certs.Pair) {
	t.Helper()
	dir := t.TempDir()
	d := &desk{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem"), now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	cert, key := issue(t, 1)
	d.write(t, d.cert, cert)
	d.write(t, d.key, key)
	p, err := certs.Load(d.cert, d.key, func() time.Time { return d.now }, slog.New(slog.NewTextHandler(&d.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return d, p
}

// served is the number of the certificate that a client is shown.
func served(t *testing.T, p *certs.Pair) int64 {
	t.Helper()
	ours, theirs := net.Pipe()
	defer ours.Close()
	server := tls.Server(theirs, p.Config("h2", "http/1.1"))
	go func() { _ = server.Handshake() }() // the client's end says how it went
	client := tls.Client(ours, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err := client.Handshake(); err != nil {
		t.Fatal(err)
	}
	if got := client.ConnectionState().NegotiatedProtocol; got != "h2" {
		t.Errorf("speaks %q, want h2", got)
	}
	return client.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

func TestReplaced(t *testing.T) {
	d, p := newDesk(t)
	if got := served(t, p); got != 1 {
		t.Fatalf("serves %d", got)
	}
	cert, key := issue(t, 2)
	d.write(t, d.cert, cert) // of another key: not yet
	if got := served(t, p); got != 1 {
		t.Errorf("serves %d while the key is the old one", got)
	}
	if n := strings.Count(d.log.String(), "level=ERROR"); n != 1 {
		t.Errorf("%d lines about files that do not fit: %s", n, &d.log)
	}
	d.now = d.now.Add(time.Minute)
	served(t, p)
	if n := strings.Count(d.log.String(), "level=ERROR"); n != 1 {
		t.Errorf("the same trouble is said %d times", n)
	}
	d.write(t, d.key, key)
	if got := served(t, p); got != 2 {
		t.Errorf("serves %d, want the new one", got)
	}
	if want := time.Date(2100, 1, 2, 0, 0, 0, 0, time.UTC); !p.Expires().Equal(want) {
		t.Errorf("expires %v, want %v", p.Expires(), want)
	}
	if !strings.Contains(d.log.String(), "a new certificate is served") {
		t.Errorf("nothing is said: %s", &d.log)
	}
}

// One that has ended is served, since there is no better one, and the log says so.
func TestEnded(t *testing.T) {
	d, _ := newDesk(t)
	if d.log.Len() > 0 {
		t.Errorf("of a good one it says %s", &d.log)
	}
	d.now = time.Date(2100, 1, 2, 0, 0, 0, 0, time.UTC)
	if _, err := certs.Load(d.cert, d.key, func() time.Time { return d.now }, slog.New(slog.NewTextHandler(&d.log, nil))); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.log.String(), "level=ERROR msg=\"the certificate has ended") {
		t.Errorf("nothing is said of the end: %s", &d.log)
	}
}

// Whatever becomes of the files, the pair before is served, and the next good one.
func TestTrouble(t *testing.T) {
	for name, harm := range map[string]func(*testing.T, *desk){
		"empty":  func(t *testing.T, d *desk) { d.write(t, d.cert, nil) },
		"half":   func(t *testing.T, d *desk) { b, _ := os.ReadFile(d.cert); d.write(t, d.cert, b[:len(b)/2]) },
		"no key": func(t *testing.T, d *desk) { d.write(t, d.key, []byte("-----BEGIN PRIVATE KEY-----\n")) },
		"gone":   func(t *testing.T, d *desk) { _ = os.Remove(d.cert); d.now = d.now.Add(time.Minute) },
		"a folder": func(t *testing.T, d *desk) {
			_ = os.Remove(d.key)
			_ = os.Mkdir(d.key, 0o700)
			d.now = d.now.Add(time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, p := newDesk(t)
			harm(t, d)
			if got := served(t, p); got != 1 {
				t.Errorf("serves %d", got)
			}
			if _, err := certs.Load(d.cert, d.key, func() time.Time { return d.now }, slog.New(slog.DiscardHandler)); err == nil {
				t.Error("a server starts with these files")
			}
			_ = os.Remove(d.key)
			cert, key := issue(t, 3)
			d.write(t, d.cert, cert)
			d.write(t, d.key, key)
			if got := served(t, p); got != 3 {
				t.Errorf("serves %d after all is well again", got)
			}
		})
	}
}
