package table

import (
	"context"
	"errors"
	"fmt"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
	"plylog/events"
)

// table is a game with the seats of it that are played from here.
type table struct {
	console *console.Console
	games   *engines.Registry
	api     *client.Client // without a token
	server  string         // where it is; empty: in memory
	keep    func(events.GameID, map[engines.Seat]string) error

	game   events.GameID
	tokens map[engines.Seat]string // of our seats

	lines <-chan typed
	line  *typed // the one that waits until the game does

	state    *client.State // as it was last asked for
	known    int           // the newest event that we know of
	shown    int           // the newest event that was told
	drawn    int           // the version that was shown
	board    string        // the board line that was drawn last
	again    bool          // the prompt is to be shown again
	prompted bool          // it was, and nobody has answered
	told     bool          // how moves are written was said
}

// take takes seats of a game, and keeps their tokens where the game outlives us.
func (t *table) take(game events.GameID, tokens map[engines.Seat]string) error {
	t.game, t.tokens = game, tokens
	if t.keep == nil {
		return nil
	}
	if err := t.keep(game, tokens); err != nil {
		return fmt.Errorf("the game %s waits for you: %w", game, err)
	}
	return nil
}

// errLeave ends a sitting.
var errLeave = errors.New("the table was left")

// play plays one game after the other until the table is left: by a word, the end
// of the input or of ctx, which all are good ends.
func (t *table) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t.lines = read(ctx, t.console.In)
	for {
		err := t.sitting(ctx)
		switch {
		case errors.Is(err, errLeave), ctx.Err() != nil: // whatever else the end of ctx led to
			t.farewell()
			return nil
		case err != nil:
			return err
		}
	}
}

// came is an event of the feed, or why there are no more.
type came struct {
	event *events.Event
	err   error
}

// sitting plays a game until the next one begins (nil) or the table is left.
func (t *table) sitting(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t.shown, t.drawn, t.known, t.board, t.again = 0, 0, 0, "", true
	if err := t.ask(ctx); err != nil {
		return err
	}
	t.welcome()
	feed := t.follow(ctx)
	for {
		if t.settled() {
			if err := t.show(ctx); err != nil {
				return err
			}
			if l := t.line; l != nil && (t.awaited() || t.console.Interactive() || l.err != nil && !t.againstBot()) {
				t.line, t.again, t.prompted = nil, true, false
				next, err := t.obey(ctx, l)
				if next || err != nil {
					return err
				}
				continue
			}
		}
		lines := t.lines
		if t.line != nil {
			lines = nil // one at a time
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, more := <-feed:
			if !more {
				feed = nil // the game is over
				continue
			}
			if c.err != nil {
				return c.err
			}
			if err := t.happened(ctx, c.event); err != nil {
				return err
			}
		case l := <-lines:
			t.line = &l
		}
	}
}

// follow sends the events of the game as they happen.
func (t *table) follow(ctx context.Context) <-chan came {
	out := make(chan came)
	api, game := t.seated(), t.game
	go func() {
		defer close(out)
		for e, err := range api.Follow(ctx, game, 0) {
			select {
			case out <- came{e, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// happened tells of an event.
func (t *table) happened(ctx context.Context, e *events.Event) error {
	t.interrupt()
	t.shown = e.N
	t.known = max(t.known, e.N)
	if t.console.JSON {
		if err := t.console.Print("%s", e.Raw); err != nil {
			return err
		}
	} else if err := t.console.Print("%s", wording.Event(e, wording.Names(t.state))); err != nil {
		return err
	}
	if t.shown < t.known {
		return nil
	}
	return t.ask(ctx)
}

// ask asks how the game stands.
func (t *table) ask(ctx context.Context) error {
	st, err := t.seated().State(ctx, t.game, 0)
	if err != nil {
		return err
	}
	t.state = st
	t.known = max(t.known, st.Version)
	return nil
}

// settled reports whether everything that is known was told.
func (t *table) settled() bool { return t.shown >= t.known && t.state.Version == t.shown }

// awaited reports whether the game waits for somebody at this table.
func (t *table) awaited() bool {
	switch st := t.state; {
	case st.Over():
		return true
	case st.Status == "open":
		return false
	case st.Offer != nil:
		return t.tokens[st.Offer.By.Opponent()] != ""
	case st.Turn.Plays():
		return t.tokens[st.Turn] != ""
	default:
		return true // dice that are thrown here
	}
}

// againstBot reports whether the opponent is a bot, which answers before long.
func (t *table) againstBot() bool {
	for seat, player := range map[engines.Seat]events.PlayerID{engines.First: t.state.Seats.First, engines.Second: t.state.Seats.Second} {
		if _, bot := player.Bot(); bot && t.tokens[seat] == "" {
			return true
		}
	}
	return false
}

// seated is a client with the token of a seat of ours.
func (t *table) seated() *client.Client {
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if token := t.tokens[seat]; token != "" {
			return t.api.WithToken(token)
		}
	}
	return t.api
}
