package wire_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/bench/wire"
)

// served has a server upgrade a connection and send frames, and returns what the client
// makes of them and what it sent.
func served(t *testing.T, handshake, frames string) (s *wire.Socket, sent *bufio.Reader, err error) {
	t.Helper()
	client, server := net.Pipe()
	t.Cleanup(func() {
		client.Close()
		server.Close()
	})
	in := bufio.NewReader(server)
	go func() {
		if _, err := http.ReadRequest(in); err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(server, handshake)
		_, _ = io.WriteString(server, frames)
	}()
	s, err = wire.Upgrade(client, "x", "/v1/ws", "plylog.v1")
	return s, in, err
}

const upgraded = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// TestReceive reads frames of every length, and none that is not a whole message.
func TestReceive(t *testing.T) {
	long, longer := strings.Repeat("x", 126), strings.Repeat("y", 1<<16)
	for _, test := range []struct{ name, frames, want string }{
		{"short", "\x81\x02hi", "hi"},
		{"empty", "\x81\x00", ""},
		{"long", "\x81\x7e\x00\x7e" + long, long},
		{"longer", "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00" + longer, longer},
		{"behind a pong", "\x8a\x01p\x81\x02hi", "hi"},
	} {
		s, _, err := served(t, upgraded, test.frames)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Receive(); err != nil || string(got) != test.want {
			t.Errorf("%s: %d bytes (%v)", test.name, len(got), err)
		}
	}
	for _, frames := range []string{"\x01\x02hi", "\x82\x02hi", "\x88\x02\x03\xe8", "\x81\x82\x00\x00\x00\x00hi", "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"} {
		s, _, err := served(t, upgraded, frames)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Receive(); !errors.Is(err, wire.ErrAnswer) {
			t.Errorf("%q is read as %q (%v)", frames, got, err)
		}
	}
	if _, _, err := served(t, "HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n", ""); !errors.Is(err, wire.ErrAnswer) {
		t.Errorf("refused: %v", err)
	}
}

// TestSend: what is sent is a masked frame, and a ping is answered by what it says.
func TestSend(t *testing.T) {
	s, sent, err := served(t, upgraded, "\x89\x02ab\x81\x00")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 125, 126, 1<<16 - 1, 1 << 16} {
		text := bytes.Repeat([]byte("z"), n)
		done := make(chan error, 1)
		go func() { done <- s.Send(wire.Message(text)) }()
		head := map[bool]string{true: "\x81" + string([]byte{0x80 | byte(min(n, 126))}), false: "\x81\xff\x00\x00\x00\x00\x00\x01\x00\x00"}[n < 1<<16]
		if 126 <= n && n < 1<<16 {
			head += string([]byte{byte(n >> 8), byte(n)})
		}
		want := head + "\x00\x00\x00\x00" + string(text)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(sent, got); err != nil || string(got) != want {
			t.Errorf("%d bytes are sent as %.20q… (%v)", n, got, err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	read := make(chan error, 1)
	go func() { _, err := s.Receive(); read <- err }()
	pong := make([]byte, 8)
	if _, err := io.ReadFull(sent, pong); err != nil || string(pong) != "\x8a\x82\x00\x00\x00\x00ab" {
		t.Errorf("a ping is answered by %q (%v)", pong, err)
	}
	if err := <-read; err != nil {
		t.Error(err)
	}
}
