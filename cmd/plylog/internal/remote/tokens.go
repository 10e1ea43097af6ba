package remote

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/keyring"
	"plylog/engines"
	"plylog/events"
)

// Keep stores the tokens of a game in the user's keyring.
func (s *Session) Keep(game events.GameID, tokens map[engines.Seat]string) error {
	ring, err := keyring.Find(s.console.Getenv)
	if err != nil {
		return err
	}
	return ring.Add(game, tokens)
}

// Kept returns the tokens of a game out of the user's keyring.
func (s *Session) Kept(game events.GameID) (map[engines.Seat]string, error) {
	ring, err := keyring.Find(s.console.Getenv)
	if err != nil {
		return nil, err
	}
	return ring.Tokens(game)
}

// anyToken returns a token with which a game can be looked at: a private one is
// shown to its seats only.
func (s *Session) anyToken(game events.GameID) (string, error) {
	if t := s.GivenToken(); t != "" {
		return t, nil
	}
	tokens, err := s.Kept(game)
	if err != nil {
		return "", err
	}
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if t := tokens[seat]; t != "" {
			return t, nil
		}
	}
	return "", nil
}

// reader returns a client that may look at a game.
func (s *Session) reader(game events.GameID) (*client.Client, error) {
	token, err := s.anyToken(game)
	if err != nil {
		return nil, err
	}
	return s.Client(token, nil)
}

// onGame is a command that looks at the game whose id it is given.
func (s *Session) onGame(look func(ctx context.Context, c *client.Client, id events.GameID) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		id, err := ReadGameID(args[0])
		if err != nil {
			return err
		}
		c, err := s.reader(id)
		if err != nil {
			return err
		}
		return look(cmd.Context(), c, id)
	}
}

// actor returns a client that acts for a seat, and the seat if that is known: the
// one that is asked for, or the one whose token there is, or of two the one that
// the game waits for.
func (s *Session) actor(ctx context.Context, game events.GameID, seat engines.Seat, do *client.Command) (*client.Client, engines.Seat, error) {
	tokens, err := s.Kept(game)
	if t := s.GivenToken(); t != "" {
		for at, mine := range tokens { // none, where they cannot be read
			if mine == t {
				seat = at
			}
		}
		c, err := s.Client(t, nil)
		return c, seat, err
	}
	if err != nil {
		return nil, seat, err
	}
	if seat == engines.Nobody && len(tokens) == 2 {
		if seat, err = s.awaited(ctx, game, tokens[engines.First], do); err != nil {
			return nil, seat, err
		}
	}
	if seat == engines.Nobody {
		for only := range tokens {
			seat = only
		}
	}
	c, err := s.Client(tokens[seat], nil)
	return c, seat, err
}

// awaited is the seat that a game waits for when a command comes.
func (s *Session) awaited(ctx context.Context, game events.GameID, token string, do *client.Command) (engines.Seat, error) {
	c, err := s.Client(token, nil)
	if err != nil {
		return engines.Nobody, err
	}
	st, err := c.State(ctx, game, 0)
	if err != nil {
		return engines.Nobody, err
	}
	return Acting(st, do), nil
}

// Acting is which of the two seats of a game means a command that both could
// send: the one that may, and where both may or neither the one on turn.
func Acting(st *client.State, do *client.Command) engines.Seat {
	usual := st.Turn
	if !usual.Plays() {
		usual = engines.First // dice that anybody may throw, or a game that is over
	}
	if st.Allowed == nil {
		return usual
	}
	may := func(seat engines.Seat) bool {
		for _, word := range st.Allowed.Of(seat) {
			typ, what, _ := strings.Cut(word, " ")
			if typ == do.Type && (do.What == "" || do.What == what) {
				return true
			}
		}
		return false
	}
	if !may(usual) && may(usual.Opponent()) {
		return usual.Opponent()
	}
	return usual
}
