package client

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"

	"plylog/events"
)

// Matter is something that concerns a player.
type Matter struct {
	Game     events.GameID `json:"game"`
	Kind     string        `json:"kind"`
	Version  int           `json:"version"`            // of the game, when it came about
	Seat     events.Seat   `json:"seat,omitzero"`      // the player's
	What     string        `json:"what"`               // "turn", "offer", "answer", "joined", "over" …
	Deadline *time.Time    `json:"deadline,omitempty"` // when the player's clock runs out, if it runs
}

// Matters is what a player is told at once.
type Matters struct {
	// Standing: this is how things stand, in place of all that was told before. It
	// is what the feed begins with, and again whenever the connection was made anew.
	Standing bool
	List     []Matter
}

// FollowMine yields what concerns the players whose seats the tokens prove, in the
// games named and in all their others: whose turn it is, offers, answers, ends. It
// does not end by itself; the error is as in Follow.
func (c *Client) FollowMine(ctx context.Context, games []events.GameID, tokens []string) iter.Seq2[Matters, error] {
	return func(yield func(Matters, error) bool) {
		words := make([]string, len(games))
		for i, g := range games {
			words[i] = g.String()
		}
		s := stream{
			what: "what concerns the players", most: mostLine,
			ask: func() request {
				q := request{path: "/v1/me/feed", query: url.Values{"games": {strings.Join(words, ",")}}}
				if len(tokens) > 0 {
					q.header = map[string]string{seatsHeader: strings.Join(tokens, ", ")}
				}
				return q
			},
			line: func(s *stream, line []byte) (bool, error) {
				var r struct {
					State  *struct{ Matters []Matter }
					Matter *Matter
				}
				if err := json.Unmarshal(line, &r); err != nil {
					return false, fmt.Errorf("reading a line of the feed of what concerns the players: %w", err)
				}
				switch {
				case r.State != nil:
					return !yield(Matters{Standing: true, List: r.State.Matters}, nil), nil
				case r.Matter != nil:
					s.news = true
					return !yield(Matters{List: []Matter{*r.Matter}}, nil), nil
				default:
					return false, nil // a farewell: the connection is made anew
				}
			},
		}
		if err := c.read(ctx, &s); err != nil {
			yield(Matters{}, err)
		}
	}
}
