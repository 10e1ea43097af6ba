package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// ErrAnswer is wrapped where an answer is none that this client reads.
var ErrAnswer = errors.New("unreadable answer")

// Conn is a connection to a server. For one goroutine.
type Conn struct {
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

// Dial connects to host:port.
func Dial(address string) (*Conn, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	return Over(c), nil
}

// Over speaks over a connection that stands.
func Over(c net.Conn) *Conn { return &Conn{conn: c, in: bufio.NewReaderSize(c, 4096)} }

// Close ends the connection.
func (c *Conn) Close() error { return c.conn.Close() }

// Do sends a request and waits for its answer. The body is good until the next
// call.
func (c *Conn) Do(request []byte) (status int, body []byte, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return 0, nil, fmt.Errorf("sending a request: %w", err)
	}
	status, length, err := c.head()
	if err == nil && length < 0 {
		err = fmt.Errorf("%w: status %d without Content-Length", ErrAnswer, status)
	}
	if err == nil {
		err = c.read(length)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("reading an answer: %w", err)
	}
	return status, c.body, nil
}

// read reads so many bytes into the body.
func (c *Conn) read(length int) error {
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	_, err := io.ReadFull(c.in, c.body)
	return err
}

var contentLength = []byte("content-length:")

// head reads the status line and the header; length is that of the body, below 0
// where the header does not say it.
func (c *Conn) head() (status, length int, err error) {
	line, err := c.line()
	if err != nil {
		return 0, 0, err
	}
	// HTTP/1.1 201 Created
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, 0, fmt.Errorf("%w: it begins with %.40q", ErrAnswer, line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, fmt.Errorf("%w: it begins with %.40q", ErrAnswer, line)
	}
	length = -1
	for {
		if line, err = c.line(); err != nil {
			return 0, 0, err
		}
		if len(line) == 0 {
			return status, length, nil
		}
		if n := len(contentLength); len(line) > n && bytes.EqualFold(line[:n], contentLength) {
			length, err = strconv.Atoi(string(bytes.TrimSpace(line[n:])))
			if err != nil || length < 0 {
				return 0, 0, fmt.Errorf("%w: %.40q", ErrAnswer, line)
			}
		}
	}
}

// line reads a line without its end.
func (c *Conn) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}
