package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"pgregory.net/rapid"

	"plylog/api"
	"plylog/events"
)

// phone is a client's WebSocket.
type phone struct {
	t    testing.TB
	conn *websocket.Conn
	asks int
}

// ring opens a WebSocket, over a client of the caller's where there is one.
func (w *world) ring(t testing.TB, client *http.Client, headers ...header) *phone {
	t.Helper()
	url := "ws://x/v1/ws"
	if client == nil {
		url = "ws" + strings.TrimPrefix(w.public.URL, "http") + "/v1/ws"
	}
	h := make(http.Header)
	for _, one := range headers {
		name, value, _ := strings.Cut(string(one), ": ")
		h.Set(name, value)
	}
	conn, res, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPClient: client, HTTPHeader: h, Subprotocols: []string{"plylog.v1"}})
	if err != nil {
		t.Fatal(err, res)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &phone{t: t, conn: conn}
}

// said is one message of the server.
type said struct {
	line
	Re       int
	Status   int
	Replayed bool
	Body     json.RawMessage
	raw      string
}

func (p *phone) say(text string) {
	p.t.Helper()
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// hear reads the next message; the code of the closing frame behind the last, -1
// where the connection was cut.
func (p *phone) hear() (s said, code websocket.StatusCode) {
	p.t.Helper()
	kind, raw, err := p.conn.Read(p.t.Context())
	if err != nil {
		return s, websocket.CloseStatus(err)
	}
	if err := json.Unmarshal(raw, &s); err != nil || kind != websocket.MessageText {
		p.t.Fatalf("%v: %s", err, raw)
	}
	s.raw = string(raw)
	heldMessage(p.t, raw)
	if s.V > 0 {
		if s.Event, err = events.Decode(raw); err != nil {
			p.t.Fatal(err)
		}
	}
	return s, 0
}

// must reads the next message beside presence.
func (p *phone) must() said {
	p.t.Helper()
	for {
		s, code := p.hear()
		if code != 0 {
			p.t.Fatalf("closed with %d", code)
		}
		if s.Presence == nil {
			return s
		}
	}
}

// ask sends a message and returns the answer; what comes before is given to heard.
func (p *phone) ask(body string, heard ...func(said)) said {
	p.t.Helper()
	p.asks++
	p.say(fmt.Sprintf(`{"id":%d,%s}`, p.asks, body))
	for {
		s := p.must()
		if s.Status != 0 {
			if s.Re != p.asks {
				p.t.Fatalf("answered %d, asked %d: %s", s.Re, p.asks, s.raw)
			}
			return s
		}
		for _, f := range heard {
			f(s)
		}
	}
}

// want checks the status of an answer, and the type of a problem.
func (s said) want(t testing.TB, status int, slug ...string) said {
	t.Helper()
	if s.Status != status || len(slug) > 0 && !strings.Contains(string(s.Body), `"/problems/`+slug[0]+`"`) {
		t.Fatalf("want %d %v, got %s", status, slug, s.raw)
	}
	return s
}

func TestSocket(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":3}`)
	p := w.ring(t, nil)
	if got := p.ask(fmt.Sprintf(`"do":"follow","game":%q,"token":%q`, g.id, g.first)).want(t, 200); string(got.Body) != w.do("GET", g.path(), "").body {
		t.Errorf("the answer is %s", got.raw)
	}
	if s := p.must(); s.Event == nil || s.Event.N != 1 {
		t.Errorf("then comes %s", s.raw)
	}
	move := func(token, move, more string) said {
		return p.ask(fmt.Sprintf(`"do":"submit","game":%q,"token":%q,"body":{"type":"move","move":%q}%s`, g.id, token, move, more),
			func(s said) { t.Errorf("before the answer comes %s", s.raw) })
	}
	p.asks++
	p.say(fmt.Sprintf(`{"id":%d,"do":"submit","game":%q,"token":%q,"body":{"type":"move","move":"1"},"command":"5e1c5d8a-6d9c-4b8e-9d2f-0a3b5c7d9e1f"}`, p.asks, g.id, g.first))
	var answer, event said
	for answer.Status == 0 || event.Event == nil {
		if s := p.must(); s.Event != nil {
			event = s
		} else {
			answer = s
		}
	}
	if answer.Status != 201 || string(answer.Body) != event.raw {
		t.Errorf("answered %s, told %s", answer.raw, event.raw)
	}
	if again := move(g.first, "1", `,"command":"5e1c5d8a-6d9c-4b8e-9d2f-0a3b5c7d9e1f"`).want(t, 200); !again.Replayed || string(again.Body) != event.raw {
		t.Errorf("the same command again is answered %s", again.raw)
	}
	move(g.second, "9", "").want(t, 422, "illegal-move")
	move(g.second, "1", `,"ifMatch":1`).want(t, 412, "stale")
	move("plylog_seat_x", "1", "").want(t, 401, "token-missing")
	if s := p.ask(fmt.Sprintf(`"do":"state","game":%q,"body":{"at":1}`, g.id)).want(t, 200); !strings.Contains(string(s.Body), `"version":1`) {
		t.Errorf("the state is %s", s.raw)
	}
	p.ask(fmt.Sprintf(`"do":"choices","game":%q`, g.id)).want(t, 200)
	p.ask(fmt.Sprintf(`"do":"history","game":%q`, g.id)).want(t, 200)
	p.ask(`"do":"create","body":{"kind":"reversi"}`).want(t, 201)
	// The last move ends the game's part, not the connection.
	w.do("POST", g.path()+"/events", `{"type":"move","move":"2"}`, token(g.second)).want(t, 201)
	if s := p.must(); s.Event == nil || s.Event.N != 3 {
		t.Errorf("then comes %s", s.raw)
	}
	if s := p.must(); s.raw != `{"bye":{"game":"`+g.id+`","reason":"over","again":false}}` {
		t.Errorf("at the end comes %s", s.raw)
	}
	// What was followed and left is silent; what is followed again goes on where it was.
	g = w.newGame("nim")
	p.ask(fmt.Sprintf(`"do":"follow","game":%q,"after":"now"`, g.id)).want(t, 200)
	p.ask(fmt.Sprintf(`"do":"leave","game":%q`, g.id)).want(t, 200)
	g.move("first", "1").want(t, 201)
	p.ask(fmt.Sprintf(`"do":"follow","game":%q,"after":1`, g.id), func(s said) { t.Errorf("heard %s", s.raw) }).want(t, 200)
	if s := p.must(); s.Event == nil || s.Event.N != 2 {
		t.Errorf("then comes %s", s.raw)
	}
}

// Every message is answered, with a reason where it leads to nothing.
func TestSocketRefuses(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	private := w.newGame("nim", `"private":true`)
	p := w.ring(t, nil)
	before := w.lasts()
	for _, c := range []struct {
		message string
		status  int
		slug    string
	}{
		{``, 400, "bad-request"},
		{`[]`, 400, "bad-request"},
		{`{"id":7`, 400, "bad-request"},
		{`{"id":null,"do":"state"}`, 400, "bad-field"},
		{`{"id":{},"do":"state"}`, 400, "bad-field"},
		{`{"id":"` + strings.Repeat("x", 65) + `","do":"state"}`, 400, "bad-field"},
		{`{}`, 400, "bad-field"},
		{`{"do":"rebuild"}`, 400, "bad-field"},
		{`{"do":"state","do":"state"}`, 400, ""},
		{`{"do":"state","by":"p_x"}`, 400, "unknown-field"},
		{`{"do":"state"}`, 400, "bad-id"},
		{`{"do":"state","game":"*"}`, 400, "bad-id"},
		{`{"do":"state","game":7}`, 400, "bad-field"},
		{`{"do":"state","game":"` + g.id + `","body":{"at":0}}`, 400, "bad-parameter"},
		{`{"do":"follow","game":">"}`, 400, "bad-id"},
		{`{"do":"follow","game":"` + g.id + `","after":-1}`, 400, "bad-field"},
		{`{"do":"follow","game":"` + g.id + `","after":"1"}`, 400, "bad-field"},
		{`{"do":"follow","game":"` + g.id + `","after":2}`, 404, "no-such-version"},
		{`{"do":"follow","game":"` + g.id + `","token":"x"}`, 401, "token-missing"},
		{`{"do":"follow","game":"` + private.id + `"}`, 404, "no-such-game"},
		{`{"do":"follow","game":"` + private.id + `","token":"` + g.first + `"}`, 404, "no-such-game"},
		{`{"do":"follow","game":"0199f1c2-7d3a-7cc0-8f00-0123456789ab"}`, 404, "no-such-game"},
		{`{"do":"leave","game":"` + g.id + `"}`, 400, "bad-field"},
		{`{"do":"submit","game":"` + g.id + `","body":{"type":"move","move":"1"}}`, 401, "token-missing"},
		{`{"do":"submit","game":"` + g.id + `","token":"` + g.second + `","body":{"type":"move","move":"1"}}`, 422, "illegal-move"},
		{`{"do":"submit","game":"` + g.id + `","token":"` + g.first + `","body":{"type":"move","move":"1","by":"p_x"}}`, 400, "unknown-field"},
		{`{"do":"submit","game":"` + g.id + `","token":"` + g.first + `","ifMatch":"1","body":{"type":"move","move":"1"}}`, 400, "bad-field"},
		{`{"do":"submit","game":"` + g.id + `","token":"` + g.first + `","command":"x","body":{"type":"move","move":"1"}}`, 400, "bad-header"},
	} {
		p.say(c.message)
		s := p.must()
		if c.slug == "" {
			s.want(t, c.status)
		} else {
			s.want(t, c.status, c.slug)
		}
	}
	p.ask(`"do":"follow","game":"`+g.id+`","after":"now"`).want(t, 200)
	p.ask(`"do":"follow","game":"`+g.id+`"`).want(t, 400, "bad-field")
	for range 49 {
		p.ask(`"do":"follow","game":"` + w.newGame("nim").id + `","after":"now"`)
	}
	p.ask(`"do":"follow","game":"`+w.newGame("nim").id+`"`).want(t, 429, "too-many-feeds")
	after := w.lasts()
	if fmt.Sprint(before) == fmt.Sprint(after) {
		t.Error("the games of this test are nowhere")
	}
	if v := w.do("GET", g.path(), "").at(t, "version"); v != 1.0 {
		t.Errorf("version %v", v)
	}
}

// Before anything is upgraded it is refused what no page of this server sends.
func TestSocketHandshake(t *testing.T) {
	w := newWorld(t, memory())
	host := strings.TrimPrefix(w.public.URL, "http://")
	upgrade := []header{"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}
	proto := header("Sec-WebSocket-Protocol: plylog.v1")
	w.do("GET", "/v1/ws", "").want(t, 426, "upgrade-required")
	w.do("GET", "/v1/ws?token=x", "", append(upgrade, proto)...).want(t, 400, "token-in-url")
	w.do("GET", "/v1/ws", "", upgrade...).want(t, 400, "bad-header")
	w.do("GET", "/v1/ws", "", append(upgrade, "Sec-WebSocket-Protocol: chat")...).want(t, 400, "bad-header")
	for _, origin := range []string{
		"null", "https://evil.example", "http://" + host + ".evil.example", "http://evil" + host, "http://" + host + "1",
		"ftp://" + host, "http://" + host + "/", host, "", "http://", "http://bücher.example", "http://user@" + host,
	} {
		w.do("GET", "/v1/ws", "", append(upgrade, proto, header("Origin: "+origin))...).want(t, 403, "cross-origin")
	}
	for _, origin := range []string{"http://" + host, "https://" + host} {
		conn, _, err := websocket.Dial(t.Context(), "ws://"+host+"/v1/ws", &websocket.DialOptions{
			Subprotocols: []string{"plylog.v1"}, HTTPHeader: http.Header{"Origin": {origin}},
		})
		if err != nil {
			t.Errorf("%s: %v", origin, err)
			continue
		}
		_ = conn.Close(websocket.StatusNormalClosure, "")
	}
}

// Frames have a size, messages a pace, and who says nothing has no place.
func TestSocketLimits(t *testing.T) {
	w := newWorld(t, memory())
	end := func(p *phone) websocket.StatusCode {
		t.Helper()
		for {
			if _, code := p.hear(); code != 0 {
				return code
			}
		}
	}
	p := w.ring(t, nil)
	if err := p.conn.Write(t.Context(), websocket.MessageText, make([]byte, 16<<10+1)); err != nil {
		t.Fatal(err)
	}
	if code := end(p); code != websocket.StatusMessageTooBig {
		t.Errorf("a large message: %d", code)
	}
	p = w.ring(t, nil)
	if err := p.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"do":"state"}`)); err != nil {
		t.Fatal(err)
	}
	if code := end(p); code != websocket.StatusUnsupportedData {
		t.Errorf("a binary message: %d", code)
	}
	begun := time.Now()
	p = w.ring(t, nil)
	answered, code := 0, websocket.StatusCode(0)
	go func() {
		for p.conn.Write(t.Context(), websocket.MessageText, []byte(`{"do":"state"}`)) == nil {
		}
	}()
	for {
		if _, code = p.hear(); code != 0 {
			break
		}
		answered++
	}
	if most := 100 + 20*time.Since(begun).Seconds(); code != websocket.StatusPolicyViolation || answered < 100 || float64(answered) > most {
		t.Errorf("after %d answers to a flood: %d; at most %.0f were due", answered, code, most)
	}
}

// client makes an HTTP client whose connections go through the pipes.
func (p *pipes) client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		select {
		case p.conns <- server:
			return client, nil
		case <-p.done:
			return nil, net.ErrClosed
		}
	}}}
}

// closes awaits that a socket is closed within a time, of which the last quarter minute
// is the time between two pings.
func (p *phone) closes(t *testing.T, want websocket.StatusCode, within time.Duration) {
	t.Helper()
	start := time.Now()
	for {
		if _, code := p.hear(); code != 0 {
			if took := time.Since(start); code != want || took > within || took < within-16*time.Second {
				t.Errorf("closed with %d after %v, want %d after %v", code, took, want, within)
			}
			return
		}
	}
}

// Who has not spoken yet has as long as is said, also where that is long.
func TestSocketFirstWord(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		w.ring(t, p.client()).closes(t, websocket.StatusPolicyViolation, time.Minute)
	}, func(c *api.Config) { c.Limits.Header = time.Minute })
}

func TestSocketTime(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		w.ring(t, p.client()).closes(t, websocket.StatusPolicyViolation, 5*time.Second)
		ph := w.ring(t, p.client())
		ph.say(`{"do":"state"}`)
		ph.closes(t, websocket.StatusPolicyViolation, 2*time.Minute+15*time.Second)
		// Who follows a game may be silent as long as it goes on, and is asked whether
		// it is there.
		g := w.makeGame(t, `{"kind":"nim","opponent":"self","options":{"stones":1}}`)
		ph = w.ring(t, p.client())
		ph.ask(`"do":"follow","game":"`+g.id+`","after":"now"`).want(t, 200)
		heard := make(chan said)
		go func() { heard <- ph.must() }()
		<-time.After(3 * time.Hour)
		w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 201)
		if s := <-heard; s.Event == nil || s.Event.N != 2 {
			t.Errorf("after three hours comes %s", s.raw)
		}
		// Who is gone without a word is found out.
		g = w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
		ph = w.ring(t, p.client())
		ph.ask(`"do":"follow","game":"`+g.id+`","after":"now"`).want(t, 200)
		before := w.views.Feed.Readers()
		<-time.After(time.Minute) // nobody reads, so nobody answers pings
		synctest.Wait()
		if n := w.views.Feed.Readers(); before == 0 || n != before-1 {
			t.Errorf("%d readers of %d are left", n, before)
		}
	})
}

// Draining tells everybody to come back, whatever they follow.
func TestSocketDrain(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	idle, busy := w.ring(t, nil), w.ring(t, nil)
	idle.ask(`"do":"state","game":"`+g.id+`"`).want(t, 200)
	busy.ask(`"do":"follow","game":"`+g.id+`","after":"now"`).want(t, 200)
	drained := make(chan error)
	go func() { drained <- w.server.Drain(t.Context()) }()
	for _, p := range []*phone{idle, busy} {
		byes := 0
		for {
			s, code := p.hear()
			if code != 0 {
				if code != websocket.StatusServiceRestart || byes != 1 {
					t.Errorf("closed with %d after %d byes", code, byes)
				}
				break
			}
			if s.Bye != nil && s.Bye.Again && s.Bye.Reason == "stopping" {
				byes++
			}
		}
	}
	if err := <-drained; err != nil {
		t.Error(err)
	}
}

// However often it is cut off, a client that comes back with what it saw misses
// nothing and hears nothing twice.
func TestSocketResume(t *testing.T) {
	w := newWorld(t, memory())
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.IntRange(1, 12).Draw(rt, "moves")
		cuts := rapid.SliceOfN(rapid.IntRange(1, 6), 0, 5).Draw(rt, "cuts")
		g := w.newGame("nim", fmt.Sprintf(`"options":{"stones":%d}`, moves))
		played := w.beside(func() {
			for i := range moves {
				g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
			}
		})
		last, over := 0, false
		for try := 0; !over; try++ {
			w.goesOn()
			p := w.ring(t, nil)
			heard := func(s said) {
				if s.Event == nil {
					return
				}
				if s.Event.N != last+1 {
					rt.Fatalf("behind event %d comes %d", last, s.Event.N)
				}
				last, over = s.Event.N, s.Event.Over()
			}
			p.ask(fmt.Sprintf(`"do":"follow","game":%q,"after":%d`, g.id, last), heard).want(t, 200)
			for budget := 0; !over && (try >= len(cuts) || budget < cuts[try]); budget++ {
				heard(p.must())
			}
			_ = p.conn.CloseNow()
		}
		<-played
		if last != moves+1 {
			rt.Fatalf("saw %d events of %d", last, moves+1)
		}
	})
}

// Clients of many games do not hear of each other's, nor of tokens.
func TestSocketTellsNoSecrets(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) { c.Limits.Messages = 1000 })
	g, private := w.newGame("nim"), w.newGame("nim", `"private":true`)
	p := w.ring(t, nil)
	var all strings.Builder
	p.ask(`"do":"follow","game":"`+g.id+`"`, func(s said) { all.WriteString(s.raw) }).want(t, 200)
	private.move("first", "1").want(t, 201)
	g.move("first", "1").want(t, 201)
	for {
		s := p.must()
		all.WriteString(s.raw)
		if s.Event != nil && s.Event.N == 2 {
			break
		}
	}
	for _, secret := range []string{private.id, g.first, g.second, private.first, private.second} {
		if strings.Contains(all.String(), secret) {
			t.Errorf("told %s", secret)
		}
	}
	if !strings.Contains(all.String(), g.id) {
		t.Error("nothing was told")
	}
}
