package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"plylog/events"
)

// stream is a feed as lines that is opened again where it was whenever its
// connection breaks or falls silent.
type stream struct {
	what string                                         // for errors: "game …"
	most int                                            // bytes of a line
	ask  func() request                                 // for all that was not read yet
	line func(*stream, []byte) (enough bool, err error) // reads what is no heartbeat

	came  bool // the last connection brought a line, if only a heartbeat
	news  bool // and one that moved things on: line says so
	ended bool // there is no more, or the caller has enough
}

// read reads a stream to its end, nil, or to an error that does not pass: the
// context's, of a line, a *Problem, or of the last of Config.Tries connections in
// a row that brought nothing. Pauses grow while there is no news: a server that
// greets everybody and hangs up is not asked over and over.
func (c *Client) read(ctx context.Context, s *stream) error {
	var last error
	for failed, quiet := 0, 0; failed < c.cfg.Tries; failed++ {
		if last != nil {
			if err := c.pause(ctx, quiet, last); err != nil {
				return err
			}
		}
		last = c.connection(ctx, s)
		switch {
		case s.ended:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("following %s: %w", s.what, context.Cause(ctx))
		case !passes(last):
			return last
		}
		if quiet++; s.news {
			quiet = 1
		}
		if s.came {
			failed = 0
		}
	}
	return last
}

// connection reads one connection to its end and says why it ended.
func (c *Client) connection(ctx context.Context, s *stream) error {
	s.came, s.news = false, false
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(c.cfg.Silence, func() { cancel(errSilent) })
	defer silence.Stop()
	q := s.ask()
	q.method = "GET"
	if q.header == nil {
		q.header = make(map[string]string, 1)
	}
	q.header["Accept"] = "application/x-ndjson"
	res, err := c.open(ctx, q)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNoContent {
		s.ended = true // all had ended, and all of it was seen
		return nil
	}
	in := bufio.NewReaderSize(res.Body, 4096)
	for {
		line, err := readLine(in, s.most)
		silence.Reset(c.cfg.Silence)
		if errors.Is(err, events.ErrTooLarge) {
			return fmt.Errorf("following %s: %w", s.what, err)
		}
		if err != nil {
			return fmt.Errorf("following %s: %w: %w", s.what, ErrUnreachable, errors.Join(err, context.Cause(ctx)))
		}
		s.came = true
		if len(line) == 0 {
			continue // a heartbeat
		}
		if s.ended, err = s.line(s, line); s.ended || err != nil {
			return err
		}
	}
}

var errSilent = errors.New("nothing came, not even a heartbeat")

// readLine returns the next line without its end, in memory of its own. A line
// that is cut off is no line. One that is too long wraps events.ErrTooLarge.
func readLine(in *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > most+1 {
			return nil, fmt.Errorf("a line of more than %d bytes: %w", most, events.ErrTooLarge)
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
