package api_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plylog/api"
)

// pipes is a listener whose connections live in memory, so that a server can be
// tested in a bubble whose clock is the test's.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.done); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// dial opens a connection and sends a request over it.
func (p *pipes) dial(t *testing.T, target string, headers ...header) (net.Conn, *bufio.Reader) {
	t.Helper()
	client, server := net.Pipe()
	p.conns <- server
	var lines strings.Builder
	for _, h := range headers {
		lines.WriteString(string(h) + "\r\n")
	}
	if _, err := fmt.Fprintf(client, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", target, lines.String()); err != nil {
		t.Fatal(err)
	}
	return client, bufio.NewReader(client)
}

// inBubble runs a test against a server in a bubble of its own time.
func inBubble(t *testing.T, test func(t *testing.T, w *world, p *pipes), config ...func(*api.Config)) {
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory(), config...)
		<-w.views.Ready()
		p := newPipes()
		srv := w.server.HTTP(held(t, w.server.Public()))
		srv.Protocols = unencryptedHTTP2()
		srv.Protocols.SetHTTP1(true)
		served := make(chan error, 1)
		go func() { served <- srv.Serve(p) }()
		test(t, w, p)
		if err := srv.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
		<-served
		w.stop()
	})
}

// makeGame creates a game without a connection.
func (w *world) makeGame(t *testing.T, body string) *game {
	t.Helper()
	a := w.direct("POST", "/v1/games", body).want(t, 201)
	g := &game{w: w, id: a.at(t, "game", "id").(string)}
	g.first, _ = a.at(t, "tokens", "first").(string)
	g.second, _ = a.at(t, "tokens", "second").(string)
	return g
}

// A quiet feed says every fifteen seconds that it is there, for as long as it is
// quiet: no timeout of the server ends it.
func TestHeartbeats(t *testing.T) {
	for _, c := range []struct {
		accept header
		beat   string
	}{{acceptSSE, ":"}, {acceptNDJSON, ""}} {
		t.Run(string(c.accept), func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world, p *pipes) {
				g := w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
				conn, in := p.dial(t, g.path()+"/events?follow=1", c.accept)
				defer conn.Close()
				res, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				body := bufio.NewReader(res.Body)
				s := &source{t: t, in: body, json: c.accept == acceptNDJSON}
				start := time.Now()
				for s.must().id != "1" && !s.json { // the state, and event 1
				}
				for i := 1; i <= 500; i++ { // two hours
					if r := s.must(); !r.comment || r.data != "" || r.id != "" {
						t.Fatalf("%d. record %+v", i, r)
					}
					if got, want := time.Since(start), time.Duration(i)*15*time.Second; got != want {
						t.Fatalf("heartbeat %d after %v, want %v", i, got, want)
					}
				}
				// An event in between comes at once and puts the next heartbeat off.
				synctest.Wait()
				start = time.Now()
				w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 201)
				if r := s.must(); r.number(t) != 2 || time.Since(start) != 0 {
					t.Errorf("after %v comes %+v", time.Since(start), r)
				}
			})
		})
	}
}

// A reader that never reads is cut after the time that a write may take; the game
// and its other readers go on meanwhile.
func TestReaderThatNeverReads(t *testing.T) {
	var watch observer
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		g := w.makeGame(t, `{"kind":"nim","opponent":"self","options":{"stones":500}}`)
		deaf, _ := p.dial(t, g.path()+"/events", acceptSSE)
		defer deaf.Close()
		good, in := p.dial(t, g.path()+"/events?follow=1", acceptNDJSON)
		defer good.Close()
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &source{t: t, in: bufio.NewReader(res.Body), json: true}
		if s.must().number(t) != 1 {
			t.Fatal("no first event")
		}
		start := time.Now()
		for i := range 300 {
			w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.token([]string{"first", "second"}[i%2]))).want(t, 201)
			if n := s.must().number(t); n != i+2 {
				t.Fatalf("event %d", n)
			}
		}
		if took := time.Since(start); took > 9*time.Second {
			t.Errorf("the others waited %v", took)
		}
		<-time.After(11 * time.Second) // of the bubble's time
		synctest.Wait()
		if n := watch.cuts.Load(); n != 1 {
			t.Errorf("%d readers were cut", n)
		}
		if n := watch.readers.Load(); n != 1 {
			t.Errorf("%d readers are left", n)
		}
	}, func(c *api.Config) { c.Observer = &watch })
	if n := watch.readers.Load(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

// A client that sends its request byte by byte does not hold a connection.
func TestSlowRequest(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		client, server := net.Pipe()
		p.conns <- server
		start := time.Now()
		if _, err := client.Write([]byte("POST /v1/games HTTP/1.1\r\nHost: x\r\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := client.Read(make([]byte, 1)); err == nil {
			t.Error("the server answered half a header")
		}
		if took := time.Since(start); took > 6*time.Second {
			t.Errorf("it was held for %v", took)
		}
		client.Close()
	})
}

// Nor does one whose body never comes to its end: it is refused when its time is up.
func TestSlowBody(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		client, server := net.Pipe()
		p.conns <- server
		start := time.Now()
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			for i := 0; ; i++ {
				text := "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
				if i > 0 {
					text = " "
				}
				if _, err := client.Write([]byte(text)); err != nil {
					return
				}
				<-time.After(time.Second)
			}
		}()
		in := bufio.NewReader(client)
		a := readAnswer(t, in, "POST")
		if a.status/100 != 4 {
			t.Errorf("half a body: %d %s", a.status, a.body)
		}
		if _, err := in.ReadByte(); err == nil {
			t.Error("the connection goes on")
		}
		if took := time.Since(start); took > 17*time.Second {
			t.Errorf("it was held for %v", took)
		}
		client.Close()
		<-sent
	})
}

// A client that takes nothing of an answer is cut, and one that asks again and again
// without reading is, too; feeds live on.
func TestAnswerThatNobodyReads(t *testing.T) {
	for name, ask := range map[string]string{
		"large": "GET /assets/js/app.js HTTP/1.1\r\nHost: x\r\n\r\n",
		"small": strings.Repeat("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", 100),
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world, p *pipes) {
				client, server := net.Pipe()
				p.conns <- server
				start := time.Now()
				sent := make(chan struct{})
				go func() {
					defer close(sent)
					_, _ = client.Write([]byte(ask))
				}()
				<-time.After(2*time.Minute + time.Second)
				synctest.Wait()
				if _, err := io.Copy(io.Discard, client); err != nil {
					t.Error(err)
				}
				if took := time.Since(start); took > 2*time.Minute+time.Second {
					t.Errorf("it was held for %v", took)
				}
				client.Close()
				<-sent
			})
		})
	}
}
