package wire_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/bench/wire"
)

// TestAgainstNetHTTP sends requests that net/http understands as they were meant,
// on one connection.
func TestAgainstNetHTTP(t *testing.T) {
	var peers []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peers = append(peers, r.RemoteAddr)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, "%s %s %s %s %s", r.Method, r.URL, r.Header.Get("Idempotency-Key"), r.Header.Get("Content-Type"), body)
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	c, err := wire.Dial(host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, test := range []struct{ method, body, want string }{
		{"POST", `{"a":1}`, `POST /x 7 application/json {"a":1}`},
		{"GET", "", "GET /x 7  "},
	} {
		status, body, err := c.Do(wire.Request(test.method, host, "/x", test.body, wire.Header{Name: "Idempotency-Key", Value: "7"}))
		if err != nil || status != 201 || string(body) != test.want {
			t.Errorf("%s: %d %q (%v), want %q", test.method, status, body, err, test.want)
		}
	}
	if len(peers) != 2 || peers[0] != peers[1] {
		t.Errorf("requests came from %v: not one connection", peers)
	}
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		answer string
		status int // 0: an error
		body   string
	}{
		{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"},
		{"HTTP/1.1 422 No\r\nX: content-length: 9\r\ncontent-length:3 \r\n\r\nbad", 422, "bad"},
		{"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", 204, ""},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", 0, ""},
		{"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", 0, ""},
		{"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi", 0, ""},
		{"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", 0, ""},
		{"HTTP/1.1 abc\r\nContent-Length: 2\r\n\r\nhi", 0, ""},
		{"SSH-2.0-x\r\n", 0, ""},
		{"", 0, ""},
	} {
		status, body, err := ask(t, test.answer)
		if test.status == 0 {
			if err == nil || !errors.Is(err, wire.ErrAnswer) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%q is read as %d %q (%v)", test.answer, status, body, err)
			}
			continue
		}
		if err != nil || status != test.status || string(body) != test.body {
			t.Errorf("%q is read as %d %q (%v)", test.answer, status, body, err)
		}
	}
}

// ask has a server give one answer, whatever it is asked.
func ask(t *testing.T, answer string) (int, []byte, error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		request := make([]byte, 1024)
		if _, err := c.Read(request); err == nil {
			_, _ = io.WriteString(c, answer)
		}
	}()
	c, err := wire.Dial(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.Do(wire.Request("GET", "x", "/", ""))
}
