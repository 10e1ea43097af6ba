package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"time"

	"plylog/events"
)

// Follow yields the events of a game behind number after, in order, each once,
// as they happen. It ends when the game does, when the caller stops, or with an
// error: the context's, a *Problem that does not pass, a *GapError, or
// ErrUnreachable after Config.Tries attempts in a row that brought nothing. A
// connection that breaks or falls silent is opened again where it was.
func (c *Client) Follow(ctx context.Context, game events.GameID, after int) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		f := follower{client: c, game: game, n: after, yield: yield}
		for try := 0; ; try++ {
			if try >= c.cfg.Tries {
				yield(nil, f.last)
				return
			}
			if try > 0 {
				if err := c.pause(ctx, try, f.last); err != nil {
					yield(nil, err)
					return
				}
			}
			before := f.n
			err := f.run(ctx)
			switch {
			case f.done:
				return
			case ctx.Err() != nil:
				yield(nil, fmt.Errorf("following game %s: %w", game, context.Cause(ctx)))
				return
			case !passes(err):
				yield(nil, err)
				return
			}
			f.last = err
			if f.n > before {
				try = 0 // it brought something: the next pause is short again
			}
		}
	}
}

// follower is one Follow under way.
type follower struct {
	client *Client
	game   events.GameID
	n      int // the last event yielded
	yield  func(*events.Event, error) bool
	done   bool  // the game is over, or the caller has stopped
	last   error // why the last connection ended
}

// run reads one connection to its end and says why it ended.
func (f *follower) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(f.client.cfg.Silence, func() { cancel(errSilent) })
	defer silence.Stop()
	q := numbers("follow", 1)
	q.Set("after", strconv.Itoa(f.n))
	res, err := f.client.open(ctx, request{
		method: "GET", path: gamePath(f.game) + "/events", query: q,
		header: map[string]string{"Accept": "application/x-ndjson"},
	})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNoContent {
		f.done = true // the game was over, and all of it seen
		return nil
	}
	in := bufio.NewReaderSize(res.Body, 4096)
	for {
		line, err := readLine(in)
		silence.Reset(f.client.cfg.Silence)
		if err != nil {
			return fmt.Errorf("following game %s at event %d: %w: %w", f.game, f.n, ErrUnreachable, errors.Join(err, context.Cause(ctx)))
		}
		if len(line) == 0 {
			continue // a heartbeat
		}
		e, err := readNext(f.game, f.n, line)
		if err != nil {
			return err
		}
		f.n = e.N
		if f.done = !f.yield(e, nil) || e.Over(); f.done {
			return nil
		}
	}
}

var errSilent = errors.New("nothing came, not even a heartbeat")

// readLine returns the next line without its end, in memory of its own. A line
// that is cut off is no line.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > events.MostBytes+1 {
			return nil, fmt.Errorf("a line longer than %d bytes", events.MostBytes)
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
