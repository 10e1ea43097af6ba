package torture

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/child"
	"plylog/events"
)

// Flat is what a server holds over rounds of the same work.
type Flat struct {
	Rounds     int       `json:"rounds"`
	Connected  int       `json:"connected"`  // feeds that were opened, and cut off without a word
	Heap       []float64 `json:"heap"`       // bytes before the first round and behind each, garbage collected
	Goroutines []float64 `json:"goroutines"` // before the first round and behind each

	Wrong []string `json:"wrong,omitempty"`
}

// The rounds of the work.
const (
	leastRounds = 9
	mostRounds  = 120
	connections = 120 // of a round
	questions   = 30  // of each kind, of a round
)

// restSoon is within what a server is at rest again when nobody asks it anything.
const restSoon = 10 * time.Second

// flat gives a server the same work over and over, and looks at what it holds in between:
// feeds that are opened and cut off, commands that are repeated, refused and carried out,
// questions about the past.
func flat(ctx context.Context, data string, long time.Duration) (*Flat, error) {
	c := &child.Server{Data: data}
	if err := c.Start(ctx); err != nil {
		return nil, err
	}
	defer c.Kill() //nolint:errcheck // at the latest here
	out := new(Flat)
	w, err := newWork(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := out.look(ctx, c); err != nil {
		return nil, err
	}
	for began := time.Now(); out.Rounds < leastRounds || out.Rounds < mostRounds && time.Since(began) < long; out.Rounds++ {
		if err := w.round(ctx); err != nil {
			return nil, err
		}
		if err := out.look(ctx, c); err != nil {
			return nil, err
		}
	}
	out.Connected = w.connected
	out.judge()
	if err := c.Stop(); err != nil {
		out.Wrong = append(out.Wrong, err.Error())
	}
	return out, nil
}

// look keeps what the server holds once it is at rest.
func (out *Flat) look(ctx context.Context, c *child.Server) error {
	if err := c.Collect(ctx); err != nil {
		return err
	}
	for began := time.Now(); ; {
		all, err := c.Gauges(ctx)
		if err != nil {
			return err
		}
		heap, routines := all["go_memstats_heap_alloc_bytes"], all["go_goroutines"]
		if heap == 0 || routines == 0 {
			return fmt.Errorf("the server at %s does not say what it holds", c.Admin)
		}
		rests := len(out.Goroutines) == 0 || routines <= out.Goroutines[0]+someRoutines
		if rests || time.Since(began) > restSoon || ctx.Err() != nil {
			out.Heap, out.Goroutines = append(out.Heap, heap), append(out.Goroutines, routines)
			return ctx.Err()
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// What may come and go: goroutines of the server's own that begin now and then, and
// memory that a store needs for the few games of each round.
const (
	someRoutines = 5
	someBytes    = 1 << 20
)

// judge says what grew.
func (out *Flat) judge() {
	if early, late, grew := grown(out.Heap, 1.05, someBytes); grew {
		out.Wrong = append(out.Wrong, fmt.Sprintf("over %d rounds of the same work the heap grew from %.0f to %.0f bytes", out.Rounds, early, late))
	}
	for i, n := range out.Goroutines {
		if n > out.Goroutines[0]+someRoutines {
			out.Wrong = append(out.Wrong, fmt.Sprintf("%v behind round %d there were %.0f goroutines, %.0f before the first", restSoon, i, n, out.Goroutines[0]))
			break
		}
	}
}

// grown holds the least of the last third of what was seen to the least of the third
// before: what warms up does so in the first, and what comes and goes is not in the least.
func grown(seen []float64, times, more float64) (early, late float64, grew bool) {
	third := len(seen) / 3
	if third == 0 {
		return 0, 0, false
	}
	early, late = slices.Min(seen[third:2*third]), slices.Min(seen[len(seen)-third:])
	return early, late, late > early*times+more
}

// work is what is done in a round.
type work struct {
	server    *child.Server
	client    *client.Client
	game      events.GameID
	first     client.Command
	token     string
	number    int
	connected int
}

// newWork makes the game that rounds are about.
func newWork(ctx context.Context, c *child.Server) (*work, error) {
	all, err := directly(c, 3)
	if err != nil {
		return nil, err
	}
	made, err := all.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		return nil, err
	}
	w := &work{server: c, client: all, game: made.Game.ID, token: made.Tokens.First}
	w.first = client.Command{Type: "move", Move: "d3", ID: events.DeriveID("the first move", w.game.String())}
	_, err = w.client.WithToken(w.token).Submit(ctx, w.game, w.first)
	return w, err
}

func (w *work) round(ctx context.Context) error {
	w.number++
	for i := range connections {
		if err := w.cutOff(ctx, i); err != nil {
			return err
		}
	}
	player := w.client.WithToken(w.token)
	for i := range questions {
		var no *client.Problem
		if _, err := player.Submit(ctx, w.game, w.first); err != nil {
			return fmt.Errorf("a command again: %w", err)
		}
		if _, err := player.Submit(ctx, w.game, client.Command{Type: "move", Move: "a1"}); !errors.As(err, &no) || no.Status != http.StatusUnprocessableEntity {
			return fmt.Errorf("a bad move is answered with %w", err)
		}
		if _, err := w.client.State(ctx, w.game, 1+i%2); err != nil {
			return fmt.Errorf("a question: %w", err)
		}
		if _, err := w.client.State(ctx, events.DeriveID("no game", fmt.Sprint(w.number, i)), 0); !errors.As(err, &no) || no.Status != http.StatusNotFound {
			return fmt.Errorf("a game that there is not: %w", err)
		}
	}
	_, err := w.client.Create(ctx, client.NewGame{Kind: "checkers", Opponent: "self"})
	return err
}

// cutOff opens a feed and cuts it off: before the answer, in its middle, or behind it.
func (w *work) cutOff(ctx context.Context, i int) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", w.server.Listen)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // it is cut off
	accept := []string{"text/event-stream", "application/x-ndjson"}[i%2]
	if _, err := fmt.Fprintf(conn, "GET /v1/games/%s/events?follow=1 HTTP/1.1\r\nHost: %s\r\nAccept: %s\r\n\r\n", w.game, w.server.Listen, accept); err != nil {
		return err
	}
	w.connected++
	in := bufio.NewReader(conn)
	for range i % 3 * 8 { // lines: of the headers, and behind them
		if _, err := in.ReadString('\n'); err != nil {
			return fmt.Errorf("a feed: %w", err)
		}
	}
	if i%5 == 0 {
		return conn.(*net.TCPConn).SetLinger(0) // no farewell
	}
	return nil
}
