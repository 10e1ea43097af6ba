package wire

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
)

// Socket is a client's end of a WebSocket (RFC 6455). For one goroutine.
type Socket struct{ conn *Conn }

// What frames begin with: the last one of a message, and what it is (section 5.2).
const (
	frameEnd  = 0x80
	frameText = 0x1
	framePing = 0x9
	framePong = 0xa
)

// mostMessage bounds a message that is read, in bytes.
const mostMessage = 1 << 20

// Upgrade makes a WebSocket of a connection to host. What the server makes of the key
// is not looked at: that it speaks WebSocket is known.
func Upgrade(c net.Conn, host, path, subprotocol string) (*Socket, error) {
	s := &Socket{conn: Over(c)}
	_, err := c.Write(Request("GET", host, path, "", Header{"Connection", "Upgrade"}, Header{"Upgrade", "websocket"},
		Header{"Sec-WebSocket-Version", "13"}, Header{"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}, Header{"Sec-WebSocket-Protocol", subprotocol}))
	if err != nil {
		return nil, fmt.Errorf("asking for a WebSocket: %w", err)
	}
	status, _, err := s.conn.head()
	if err == nil && status != http.StatusSwitchingProtocols {
		err = fmt.Errorf("%w: status %d", ErrAnswer, status)
	}
	if err != nil {
		return nil, fmt.Errorf("asking for a WebSocket: %w", err)
	}
	return s, nil
}

// Message is a message of text as a client sends it. Its mask is of zeros, so that it
// can be written beforehand; the server unmasks it all the same.
func Message(text []byte) []byte { return frame(frameText, text) }

func frame(what byte, text []byte) []byte {
	const masked = 0x80
	b := append(make([]byte, 0, len(text)+14), frameEnd|what)
	switch n := len(text); {
	case n < 126:
		b = append(b, masked|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, masked|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, masked|127), uint64(n))
	}
	b = append(b, 0, 0, 0, 0)
	return append(b, text...)
}

// Send sends a message.
func (s *Socket) Send(message []byte) error {
	if _, err := s.conn.conn.Write(message); err != nil {
		return fmt.Errorf("sending a message: %w", err)
	}
	return nil
}

// Receive waits for a message of text, which is good until the next call. Pings are
// answered meanwhile. What comes in parts, or is something else, is refused.
func (s *Socket) Receive() ([]byte, error) {
	for {
		what, err := s.frame()
		switch {
		case err != nil:
			return nil, fmt.Errorf("reading a message: %w", err)
		case what == frameEnd|frameText:
			return s.conn.body, nil
		case what == frameEnd|framePing:
			if err := s.Send(frame(framePong, s.conn.body)); err != nil {
				return nil, err
			}
		case what == frameEnd|framePong:
		default:
			return nil, fmt.Errorf("%w: a frame begins with %#x", ErrAnswer, what)
		}
	}
}

// frame reads a frame into the body, and returns what it begins with.
func (s *Socket) frame() (what byte, err error) {
	if err := s.conn.read(2); err != nil {
		return 0, err
	}
	what = s.conn.body[0]
	length := uint64(s.conn.body[1])
	switch length {
	case 126:
		if err := s.conn.read(2); err != nil {
			return 0, err
		}
		length = uint64(binary.BigEndian.Uint16(s.conn.body))
	case 127:
		if err := s.conn.read(8); err != nil {
			return 0, err
		}
		length = binary.BigEndian.Uint64(s.conn.body)
	default:
		if length > 127 {
			return 0, fmt.Errorf("%w: a server masks nothing", ErrAnswer)
		}
	}
	if length > mostMessage {
		return 0, fmt.Errorf("%w: a frame of %d bytes", ErrAnswer, length)
	}
	return what, s.conn.read(int(length))
}
