package api_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"plylog/api"
)

// Over HTTP/2 a deadline ends an answer when it passes, also where nothing is being
// written: a feed that is silent for longer than a write may take goes on.
func TestSilentOverHTTP2(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Limits.Write, c.Limits.Heartbeat = 100*time.Millisecond, 300*time.Millisecond
	})
	srv := httptest.NewUnstartedServer(nil)
	srv.Config = w.server.HTTP(w.server.Public())
	srv.EnableHTTP2 = true
	srv.StartTLS()
	defer srv.Close()
	g := w.newGame("nim")
	for _, path := range []string{g.path() + "/events?follow=1", "/v1/feed?games=" + g.id} {
		for _, form := range []string{"text/event-stream", "application/x-ndjson"} {
			req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Accept", form)
			res, err := srv.Client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(res.Body)
			for beats := 0; beats < 2; {
				line, err := lines.ReadString('\n')
				if err != nil {
					t.Fatalf("%s of %s %s after %d heartbeats: %v", form, path, res.Proto, beats, err)
				}
				if line == "\n" && form != "text/event-stream" || line[0] == ':' {
					beats++
				}
			}
			res.Body.Close()
			if res.ProtoMajor != 2 {
				t.Errorf("it speaks %s", res.Proto)
			}
		}
	}
}
