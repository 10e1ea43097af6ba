package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"

	"plylog/events/jetlog"
)

// The words that visitors of these tests choose; the service answers below them.
const (
	wordA = "AnnAnnAnnAnnAnnAnnAnnA"
	wordB = "BobBobBobBobBobBobBobB"
)

// port is the line by which a server says where NATS clients connect.
var port = regexp.MustCompile(`(?m)^plylog: NATS clients: (\S+)$`)

// natsURL is where the NATS clients of a server connect.
func (s *server) natsURL(t testing.TB) string {
	t.Helper()
	m := port.FindStringSubmatch(s.talk.String())
	if m == nil {
		t.Fatalf("the server does not say where NATS clients connect\n%s", s.talk)
	}
	return m[1]
}

// visitor is a NATS client from outside.
type visitor struct {
	*natsgo.Conn
	t      testing.TB
	denied chan error // what the server did not allow
}

// visit connects as the public user with a word of one's own.
func visit(t testing.TB, url, word string, options ...natsgo.Option) *visitor {
	t.Helper()
	return visitAs(t, url, "public", word, word, options...)
}

func visitAs(t testing.TB, url, user, password, word string, options ...natsgo.Option) *visitor {
	t.Helper()
	v := &visitor{t: t, denied: make(chan error, 64)}
	nc, err := natsgo.Connect(url, append([]natsgo.Option{
		natsgo.Timeout(patience), natsgo.UserInfo(user, password), natsgo.CustomInboxPrefix("_INBOX." + word),
		natsgo.ErrorHandler(func(_ *natsgo.Conn, _ *natsgo.Subscription, err error) { v.denied <- err }),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	v.Conn = nc
	return v
}

// request makes a request to the service. Headers are "Name: value".
func request(operation, body string, headers []string) *natsgo.Msg {
	m := &natsgo.Msg{Subject: "plylog.v1." + operation, Data: []byte(body), Header: natsgo.Header{}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		m.Header.Add(name, value)
	}
	return m
}

// insist sends a request again while nobody answers: who was asked may have died.
func (v *visitor) insist(operation, body string, headers ...string) {
	v.t.Helper()
	for start := time.Now(); ; {
		m, err := v.RequestMsg(request(operation, body, headers), time.Second)
		switch {
		case err == nil && m.Header.Get("Nats-Service-Error-Code") == "":
			return
		case time.Since(start) > patience:
			v.t.Fatalf("%s %s: %v, %v", operation, body, m, err)
		}
	}
}

// ask sends a request to the service and returns its answer with its status, which
// is 200 for whatever is no refusal.
func (v *visitor) ask(operation, body string, headers ...string) (m *natsgo.Msg, status int) {
	v.t.Helper()
	m, err := v.RequestMsg(request(operation, body, headers), patience)
	if err != nil {
		v.t.Fatalf("%s %s: %v", operation, body, err)
	}
	code := m.Header.Get("Nats-Service-Error-Code")
	if code == "" {
		return m, http.StatusOK
	}
	if status, err = strconv.Atoi(code); err != nil {
		v.t.Fatal(err)
	}
	var p struct {
		Type   string
		Status int
	}
	if err := json.Unmarshal(m.Data, &p); err != nil || p.Status != status || !strings.HasPrefix(p.Type, "/problems/") || m.Header.Get("Nats-Service-Error") == "" {
		v.t.Errorf("%s: refused with %v %s", operation, m.Header, m.Data)
	}
	return m, status
}

// must is ask for what is not refused.
func (v *visitor) must(operation, body string, headers ...string) *natsgo.Msg {
	v.t.Helper()
	m, status := v.ask(operation, body, headers...)
	if status != http.StatusOK {
		v.t.Fatalf("%s %s: %d %s", operation, body, status, m.Data)
	}
	return m
}

// forbidden checks that the server does not allow what do does.
func (v *visitor) forbidden(what string, do func() error) {
	v.t.Helper()
	if err := do(); err != nil {
		v.t.Fatalf("%s: %v", what, err)
	}
	if err := <-v.denied; !errors.Is(err, natsgo.ErrPermissionViolation) {
		v.t.Errorf("%s: %v", what, err)
	}
}

// table is a game whose two seats are ours.
type table struct {
	id    string
	first string // headers with the tokens of the seats
	other string
}

// sitDown creates a game over NATS.
func (v *visitor) sitDown(more string) table {
	v.t.Helper()
	m := v.must("create", `{"kind":"reversi","opponent":"self"`+more+`}`)
	var made struct {
		Game   struct{ ID string }
		Tokens struct{ First, Second string }
	}
	if err := json.Unmarshal(m.Data, &made); err != nil || made.Tokens.Second == "" {
		v.t.Fatalf("%v: %s", err, m.Data)
	}
	return table{made.Game.ID, "Authorization: Bearer " + made.Tokens.First, "Authorization: Bearer " + made.Tokens.Second}
}

// version reads what version a game is at.
func version(t testing.TB, srv *server, game string) int {
	t.Helper()
	var st struct{ Version int }
	if err := json.Unmarshal([]byte(get(t, srv.url()+"/v1/games/"+game)), &st); err != nil {
		t.Fatal(err)
	}
	return st.Version
}

// metric reads a metric, all its labels together.
func metric(t testing.TB, srv *server, name string) (sum float64) {
	t.Helper()
	for line := range strings.SplitSeq(get(t, srv.adminURL()+"/metrics"), "\n") {
		rest, ok := strings.CutPrefix(line, name)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		n, err := strconv.ParseFloat(rest[strings.LastIndexByte(rest, ' ')+1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}

func get(t testing.TB, url string) string {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// stopAndCount ends a server and counts what its store holds: events of games, and
// nothing that came there by another way.
func stopAndCount(t *testing.T, srv *server) (events int) {
	t.Helper()
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: srv.data + "/log"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for shard := range l.Shards() {
		for _, err := range l.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Errorf("the log holds something else: %v", err)
			}
			events++
		}
	}
	return events
}

// raw sends bytes to a NATS port and returns what comes until the server hangs up or
// has said what is waited for.
func raw(t testing.TB, conn io.ReadWriter, bytes, until string) string {
	t.Helper()
	if _, err := io.WriteString(conn, bytes); err != nil {
		return fmt.Sprint(err)
	}
	var said strings.Builder
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		said.WriteString(line)
		if err != nil || until != "" && strings.Contains(line, until) {
			return said.String()
		}
	}
}
