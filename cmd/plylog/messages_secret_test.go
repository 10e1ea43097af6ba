package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	natsgo "github.com/nats-io/nats.go"

	"plylog/cmd/plylog/internal/certs/certstest"
)

// TestSecretsAreNotTold starts servers with secrets in the environment and in a
// file, has one refused and one used, and looks for them in everything that a server
// shows and writes.
func TestSecretsAreNotTold(t *testing.T) {
	const hidden = "rosebud-7f3a"
	users := filepath.Join(t.TempDir(), "users")
	if err := os.WriteFile(users, []byte("ann "+hidden+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	host := deployed(t)
	inFile := startServer(t, "--nats-listen", "127.0.0.1:0", "--nats-users", users)
	ann := visitAs(t, inFile.natsURL(t), "ann", hidden, "ann")
	ann.sitDown("")
	if nc, err := natsgo.Connect(inFile.natsURL(t), natsgo.UserInfo("bob", hidden)); err == nil {
		nc.Close()
		t.Error("bob is let in with the password of ann")
	}
	const inLog = "plylog_log-secret"
	inVariable := newServer(t.TempDir(), append(os.Environ(), "PLYLOG_NATS=nats://log:"+inLog+"@"+host))
	t.Cleanup(inVariable.clean)
	if err := inVariable.start("--log-level", "debug"); err != nil {
		t.Fatal(err)
	}
	for srv, secret := range map[*server]string{inFile: hidden, inVariable: inLog} {
		for _, base := range []string{srv.url(), srv.adminURL()} {
			for _, path := range []string{"/metrics", "/debug/vars", "/debug/pprof/cmdline", "/debug/pprof/", "/healthz", "/varz", "/connz?auth=1", "/subsz?subs=1",
				"/jsz", "/livez", "/readyz", "/version", "/docs", "/openapi.yaml", "/v1/kinds", "/v1/games", "/.env"} {
				if body := get(t, base+path); strings.Contains(body, secret) {
					t.Errorf("%s tells a secret", path)
				}
			}
		}
		if err := srv.stop(); err != nil {
			t.Error(err)
		}
		if strings.Contains(srv.talk.String(), secret) {
			t.Errorf("what the server writes tells a secret:\n%s", srv.talk)
		}
	}
}

// TestEncrypted serves NATS clients over TLS and nobody without it.
func TestEncrypted(t *testing.T) {
	cert, key := certstest.Files(t, t.TempDir())
	srv := startServer(t, "--nats-listen", "127.0.0.1:0", "--nats-tls-cert", cert, "--nats-tls-key", key)
	if !strings.HasPrefix(srv.natsURL(t), "tls://") {
		t.Errorf("clients are told %s", srv.natsURL(t))
	}
	v := visit(t, srv.natsURL(t), wordA, natsgo.RootCAs(cert))
	v.sitDown("")
	if v.ConnectedUrl() == "" || !v.TLSRequired() {
		t.Error("it is not encrypted")
	}
	if nc, err := natsgo.Connect(srv.natsURL(t), natsgo.UserInfo("public", wordA)); err == nil {
		nc.Close()
		t.Error("a certificate of nobody's is taken")
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(srv.natsURL(t), "tls://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if said := raw(t, conn, "CONNECT {\"user\":\"public\",\"pass\":\""+wordA+"\"}\r\nPING\r\n", "PONG"); strings.Contains(said, "PONG") {
		t.Errorf("in the open it is answered %q", said)
	}
	if n := stopAndCount(t, srv); n != 1 {
		t.Errorf("the store holds %d events, want 1", n)
	}
}
