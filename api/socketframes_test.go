package api_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"plylog/api"
)

// frame makes a WebSocket frame by hand (RFC 6455, section 5.2), masked with zeros.
func frame(first byte, length uint64, payload string) []byte {
	b := []byte{first, 0x80 | 127}
	b = binary.BigEndian.AppendUint64(b, length)
	b = append(b, 0, 0, 0, 0)
	return append(b, payload...)
}

// short is a frame of a few bytes.
func short(first byte, payload string) []byte {
	return append([]byte{first, 0x80 | byte(len(payload)), 0, 0, 0, 0}, payload...)
}

// upgraded opens a socket, to be written and read as bytes.
func upgraded(t *testing.T, host string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET /v1/ws HTTP/1.1\r\nHost: "+host+"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: plylog.v1\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	if err != nil || res.StatusCode != 101 {
		t.Fatal(err, res)
	}
	return conn, in
}

// What is no frame of a client ends the connection, with the code that says why
// where one is to be had, and costs nothing.
func TestSocketFrames(t *testing.T) {
	patient, hasty := newWorld(t, memory()), newWorld(t, memory(), func(c *api.Config) { c.Limits.Header = time.Second })
	const ask = `{"do":"state"}`
	for name, c := range map[string]struct {
		sent []byte
		code uint16 // 0: cut off without a word; 1008: by the time that it takes
	}{
		"a length beyond 63 bits":      {frame(0x81, 1<<63, ""), 0},
		"a length of 2^63-1":           {frame(0x81, 1<<63-1, "{"), 1008},
		"a reserved bit":               {short(0xc1, ask), 1002},
		"no mask":                      {append([]byte{0x81, byte(len(ask))}, ask...), 0},
		"an unknown opcode":            {short(0x83, ask), 1002},
		"a fragmented ping":            {short(0x09, "x"), 1002},
		"a long ping":                  {frame(0x89, 200, strings.Repeat("x", 200)), 1002},
		"a continuation of nothing":    {short(0x80, ask), 1002},
		"a text within a text":         {append(short(0x01, "{"), short(0x81, ask)...), 1002},
		"endless continuation":         {append(short(0x01, "{"), bytes.Repeat(short(0x00, strings.Repeat(" ", 100)), 1000)...), 1009},
		"many empty continuations too": {append(short(0x01, "{"), append(bytes.Repeat(short(0x00, ""), 1000), short(0x80, "}")...)...), 1}, // 1: it is answered
	} {
		w := patient
		if c.code == 1008 {
			w = hasty
		}
		conn, in := upgraded(t, strings.TrimPrefix(w.public.URL, "http://"))
		go func() { _, _ = conn.Write(c.sent) }() // it may be cut off in the middle
		var got uint16
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err == nil {
			switch head[0] {
			case 0x88:
				if _, err := io.ReadFull(in, head); err != nil {
					t.Error(err)
				}
				got = binary.BigEndian.Uint16(head)
			case 0x81:
				got = 1
			default:
				t.Errorf("%s: answered with a frame %x", name, head)
			}
		}
		if got != c.code {
			t.Errorf("%s: ended with %d, want %d", name, got, c.code)
		}
		conn.Close()
	}
}
