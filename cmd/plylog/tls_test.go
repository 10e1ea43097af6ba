package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"plylog/cmd/plylog/internal/certs/certstest"
)

// TestOverTLS plays a game against a bot over TLS, watches it, and replaces the
// certificate meanwhile: the feed goes on, new connections are shown the new one.
func TestOverTLS(t *testing.T) {
	cert, key := certstest.Files(t, t.TempDir())
	srv := startServer(t, "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(srv.url(), "https://") {
		t.Fatalf("the server says that it is at %s", srv.url())
	}
	http1, err := http.Get("http://" + srv.listen + "/livez")
	if err == nil {
		http1.Body.Close()
		if http1.StatusCode != http.StatusBadRequest {
			t.Errorf("in the open it answers %s", http1.Status)
		}
	}
	client := trusting(t, cert)
	res, err := client.Post(srv.url()+"/v1/games", "application/json", strings.NewReader(`{"kind":"reversi","opponent":"bot:level1","seat":"second"}`))
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ Game struct{ ID string } }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || res.ProtoMajor != 2 {
		t.Fatalf("%s %s: %v", res.Proto, res.Status, err)
	}
	res.Body.Close()
	req, err := http.NewRequest("GET", srv.url()+"/v1/games/"+made.Game.ID+"/events?after=1&follow=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	feed, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Body.Close()
	// The bot moves first: it comes in although the certificate is not for it.
	lines := bufio.NewScanner(feed.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), `"type":"moved"`) {
	}
	if lines.Err() != nil || lines.Text() == "" {
		t.Fatalf("the bot did not move: %v", lines.Err())
	}

	newCert, newKey := certstest.Issue(t, 2, time.Now().Add(24*time.Hour))
	for name, b := range map[string][]byte{cert: newCert, key: newKey} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	deadline := time.Now().Add(patience)
	for number(t, srv.listen) != 2 {
		if time.Now().After(deadline) {
			t.Fatalf("the new certificate is not served\n%s", srv.talk)
		}
		<-time.After(200 * time.Millisecond)
	}
	if metrics := get(t, srv.adminURL()+"/metrics"); !strings.Contains(metrics, "plylog_certificate_expires_timestamp_seconds") {
		t.Error("the metrics do not say when the certificate ends")
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
	// It was silent for longer than a write may take, and is there still.
	for lines.Scan() && lines.Text() != "event: bye" {
	}
	if lines.Err() != nil || lines.Text() != "event: bye" {
		t.Errorf("the feed was cut: %q, %v", lines.Text(), lines.Err())
	}
}

// A server does not start with files that are no pair, and says why.
func TestNoPair(t *testing.T) {
	cert, _ := certstest.Files(t, t.TempDir())
	_, key := certstest.Files(t, t.TempDir())
	srv := newServer(t.TempDir(), os.Environ())
	t.Cleanup(srv.clean)
	err := srv.start("--tls-cert", cert, "--tls-key", key)
	if err == nil || !strings.Contains(fmt.Sprint(err), "private key does not match") {
		t.Errorf("%v", err)
	}
}

// trusting is a client that takes a certificate, over HTTP/2.
func trusting(t *testing.T, file string) *http.Client {
	t.Helper()
	pem, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
}

// number is the serial number of the certificate that a server shows.
func number(t *testing.T, addr string) int64 {
	t.Helper()
	conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}
