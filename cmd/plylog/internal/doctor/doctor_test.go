package doctor_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plylog/api/people/provider"
	"plylog/api/post"
	"plylog/cmd/plylog/internal/certs/certstest"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/doctor"
)

// healthy is what a doctor is to look at where nothing is wrong, without a server.
func healthy(t *testing.T) doctor.Config {
	t.Helper()
	return doctor.Config{
		Data: filepath.Join(t.TempDir(), "data"), Embedded: true, Listen: "127.0.0.1:0", Admin: "127.0.0.1:1",
		Now: time.Now, HTTP: http.DefaultClient,
	}
}

// look returns what was found of one check.
func look(t *testing.T, cfg doctor.Config, check string) []doctor.Finding {
	t.Helper()
	var out []doctor.Finding
	for _, f := range doctor.Run(t.Context(), cfg) {
		if (f.Grade == doctor.Warn || f.Grade == doctor.Bad) != (f.Fix != "") {
			t.Errorf("%+v: a remedy is due where something is wrong, and only there", f)
		}
		if f.Says == "" || f.Check == "" {
			t.Errorf("%+v says nothing", f)
		}
		if f.Check == check {
			out = append(out, f)
		}
	}
	return out
}

// want fails unless one finding of a check has a grade and a text.
func want(t *testing.T, cfg doctor.Config, check string, grade doctor.Grade, says string) {
	t.Helper()
	found := look(t, cfg, check)
	for _, f := range found {
		if f.Grade == grade && strings.Contains(f.Says, says) {
			return
		}
	}
	t.Errorf("%s: %+v; want %s, %q", check, found, grade, says)
}

func TestServer(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		grade  doctor.Grade
		says   string
	}{
		{200, `{"status":"ready"}`, doctor.Good, "ready"},
		{503, `{"detail":"the disk is full"}`, doctor.Bad, "the disk is full"},
		{500, `not JSON`, doctor.Bad, "not ready (500)"},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		cfg := healthy(t)
		cfg.Admin = srv.Listener.Addr().String()
		want(t, cfg, "server", c.grade, c.says)
		srv.Close()
	}
}

// A clock that is wrong is found by what a server says of the time.
func TestClock(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	cfg := healthy(t)
	cfg.Admin = srv.Listener.Addr().String()
	cfg.Now = func() time.Time { return time.Now().Add(time.Hour) }
	want(t, cfg, "clock", doctor.Bad, "is 1h0m")
	cfg = healthy(t)
	cfg.Now = func() time.Time { return time.Unix(0, 0) }
	want(t, cfg, "clock", doctor.Bad, "1970-01-01")

	// Without a server that answers, by when one ran last.
	cfg = healthy(t)
	dir, err := datadir.Open(cfg.Data)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir.Pulse(ctx, time.Now, func(err error) { t.Error(err) })
	if err := dir.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.Now = func() time.Time { return time.Now().Add(-time.Hour) }
	want(t, cfg, "clock", doctor.Bad, "a server ran on this folder at")
}

func TestFolder(t *testing.T) {
	cfg := healthy(t)
	want(t, cfg, "folder", doctor.Note, "not there yet")
	dir, err := datadir.Open(cfg.Data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Secret(); err != nil {
		t.Fatal(err)
	}
	want(t, cfg, "folder", doctor.Good, cfg.Data)
	want(t, cfg, "secret", doctor.Good, "owner only")
	want(t, cfg, "store", doctor.Note, "in use")
	want(t, cfg, "server", doctor.Warn, "none answers at 127.0.0.1:1")
	open := cfg
	open.Admin = "0.0.0.0:1"
	want(t, open, "admin-listen", doctor.Warn, "reached from elsewhere")
	if err := dir.Close(); err != nil {
		t.Fatal(err)
	}
	want(t, cfg, "store", doctor.Note, "none yet")
	lost := healthy(t)
	if err := os.MkdirAll(datadir.LogIn(lost.Data), 0o700); err != nil {
		t.Fatal(err)
	}
	want(t, lost, "secret", doctor.Bad, "it is gone")
	if err := os.WriteFile(filepath.Join(cfg.Data, datadir.SecretFile), []byte("a word"), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, cfg, "secret", doctor.Bad, "not 64 hexadecimal digits")
	if err := os.Chmod(cfg.Data, 0o755); err != nil {
		t.Fatal(err)
	}
	want(t, cfg, "folder", doctor.Warn, "others can look into")
	left, err := filepath.Glob(filepath.Join(cfg.Data, ".plylog-doctor-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

func TestAddresses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cfg := healthy(t)
	cfg.Listen = l.Addr().String()
	want(t, cfg, "listen", doctor.Bad, "taken by another program")
	cfg.Listen = "192.0.2.1:80"
	want(t, cfg, "listen", doctor.Bad, "192.0.2.1:80")
	cfg.Admin = "0.0.0.0:0"
	want(t, cfg, "admin-listen", doctor.Warn, "reached from elsewhere")
}

func TestCertificate(t *testing.T) {
	cert, key := certstest.Files(t, t.TempDir())
	_, other := certstest.Files(t, t.TempDir())
	cfg := healthy(t)
	cfg.CertFile, cfg.KeyFile = cert, key
	want(t, cfg, "certificate", doctor.Warn, "ends on") // in an hour
	cfg.Now = func() time.Time { return time.Now().Add(48 * time.Hour) }
	want(t, cfg, "certificate", doctor.Bad, "has ended on")
	cfg.Now = func() time.Time { return time.Now().Add(-48 * time.Hour) }
	want(t, cfg, "certificate", doctor.Bad, "not good before")
	cfg.KeyFile = other
	want(t, cfg, "certificate", doctor.Bad, "does not match")
	lasting, secret := certstest.Issue(t, 1, time.Now().Add(90*24*time.Hour))
	if err := os.WriteFile(cert, lasting, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.KeyFile, cfg.Now = key, time.Now
	want(t, cfg, "certificate", doctor.Good, "localhost, 127.0.0.1")
}

func TestMail(t *testing.T) {
	cfg := healthy(t)
	want(t, cfg, "mail", doctor.Note, "none is sent")
	way, err := post.ParseWay("dir:" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cfg.Mail = &post.Config{Way: way}
	want(t, cfg, "mail", doctor.Good, "dir:")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	if way, err = post.ParseWay("smtp://" + nobody + "?tls=none"); err != nil {
		t.Fatal(err)
	}
	cfg.Mail = &post.Config{Way: way}
	want(t, cfg, "mail", doctor.Bad, nobody)
}

func TestProviders(t *testing.T) {
	issuer := ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/.well-known/openid-configuration" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":"%[1]s/a","token_endpoint":"%[1]s/t","jwks_uri":"%[1]s/k"}`, issuer)
	}))
	defer srv.Close()
	cfg := healthy(t)
	cfg.HTTP = srv.Client()
	cfg.Providers = []provider.Setting{{Name: "example", Issuer: srv.URL}}
	issuer = srv.URL
	want(t, cfg, "provider", doctor.Good, "example answers")
	issuer = "https://other.example"
	want(t, cfg, "provider", doctor.Bad, "other.example")
	cfg.Providers[0].Issuer = srv.URL + "/nothing"
	want(t, cfg, "provider", doctor.Bad, "404")
	srv.Close()
	want(t, cfg, "provider", doctor.Bad, "connection refused")
}

// The servers of a cluster are looked at instead of the folder's disk.
func TestCluster(t *testing.T) {
	cfg := healthy(t)
	cfg.Embedded = false
	cfg.Cluster = func(context.Context) []doctor.Finding {
		return []doctor.Finding{{Check: "cluster", Grade: doctor.Bad, Says: "one server is left of three", Fix: "start the others"}}
	}
	want(t, cfg, "cluster", doctor.Bad, "one server is left")
	if found := look(t, cfg, "disk"); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	if doctor.Worst(doctor.Run(t.Context(), cfg)) != doctor.Bad {
		t.Error("the worst of it is not bad")
	}
}
