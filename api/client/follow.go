package client

import (
	"context"
	"iter"
	"strconv"

	"plylog/events"
)

// Follow yields the events of a game behind number after, in order, each once,
// as they happen. It ends when the game does, when the caller stops, or with an
// error: the context's, a *Problem that does not pass, a *GapError, or
// ErrUnreachable after Config.Tries attempts in a row that brought nothing. A
// connection that breaks or falls silent is opened again where it was.
func (c *Client) Follow(ctx context.Context, game events.GameID, after int) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		n := after // the last event yielded
		s := stream{
			what: "game " + game.String(), most: events.MostBytes,
			ask: func() request {
				q := numbers("follow", 1)
				q.Set("after", strconv.Itoa(n))
				return request{path: gamePath(game) + "/events", query: q}
			},
			line: func(s *stream, line []byte) (bool, error) {
				e, err := readNext(game, n, line)
				if err != nil {
					return false, err
				}
				n, s.news = e.N, true
				return !yield(e, nil) || e.Over(), nil
			},
		}
		if err := c.read(ctx, &s); err != nil {
			yield(nil, err)
		}
	}
}
