package api_test

import (
	"bufio"
	"net/http"
	"testing"
	"time"

	"plylog/api"
)

// Over HTTP/2 a deadline ends an answer when it passes, also where nothing is being
// written: a feed that is silent for longer than a write may take goes on.
func TestSilentOverHTTP2(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		client := p.client()
		client.Transport.(*http.Transport).Protocols = unencryptedHTTP2()
		defer client.CloseIdleConnections()
		g := w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
		for _, path := range []string{g.path() + "/events?follow=1", "/v1/feed?games=" + g.id} {
			for _, form := range []string{"text/event-stream", "application/x-ndjson"} {
				req, err := http.NewRequestWithContext(t.Context(), "GET", "http://x"+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept", form)
				res, err := client.Do(req)
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
	}, func(c *api.Config) {
		c.Limits.Write, c.Limits.Heartbeat = time.Second, 3*time.Second
	})
}

// unencryptedHTTP2 is HTTP/2 alone, without TLS: over it a bubble has a clock of its own.
func unencryptedHTTP2() *http.Protocols {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	return p
}
