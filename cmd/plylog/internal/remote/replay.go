package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// replayed is what replay writes with --json.
type replayed struct {
	Game    events.GameID  `json:"game"`
	Kind    string         `json:"kind"`
	Events  int            `json:"events"` // folded, each held to the rules and the chain
	Board   string         `json:"board"`
	Turn    engines.Seat   `json:"turn"`
	Result  *events.Result `json:"result,omitempty"`
	Head    events.Hash    `json:"head"` // hash of the last event folded
	Correct bool           `json:"correct"`
}

// Replay is the command that folds a game from its log, here and not on the
// server.
func (s *Session) Replay() *cobra.Command {
	var at int
	var step bool
	cmd := &cobra.Command{
		Use:   "replay ID",
		Short: "Fold a game from its log on this machine: rules, dice and chain are checked",
		Long: `Read the events of a game and fold them with the engines of this program. Every
event is held to the rules, the dice and the hash chain; what the server says of
the game beside its log is not looked at. Exit code 8 where something does not
follow from what was before.`,
		Args: console.Args(1, 1),
		RunE: s.onGame(func(ctx context.Context, c *client.Client, id events.GameID) error {
			r := replayer{Session: s, step: step}
			if step {
				r.keys = bufio.NewReader(s.console.In)
			}
			for e, err := range pages(ctx, c, id, at) {
				if err != nil {
					return err
				}
				if err := r.take(e); err != nil {
					return err
				}
			}
			return r.finish(at)
		}),
	}
	cmd.Flags().IntVar(&at, "at", 0, "stop at this version (default: the last)")
	cmd.Flags().BoolVar(&step, "step", false, "draw every board and wait for Enter")
	return s.Bind(cmd)
}

// pages yields the events of a game up to number at, 0: all that there are.
func pages(ctx context.Context, c *client.Client, id events.GameID, at int) func(func(*events.Event, error) bool) {
	return func(yield func(*events.Event, error) bool) {
		for after := 0; ; {
			page, err := c.Events(ctx, id, after, 0)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range page.Events {
				if !yield(e, nil) || e.N == at {
					return
				}
			}
			if after = page.Next; after == 0 {
				return
			}
		}
	}
}

// replayer folds the events of one game.
type replayer struct {
	*Session
	step bool
	keys *bufio.Reader
	game *play.Game
}

// take folds one event and tells of it.
func (r *replayer) take(e *events.Event) (err error) {
	if r.game == nil {
		r.game, err = play.Start(r.games, e)
	} else {
		r.game, err = r.game.Apply(e)
	}
	if errors.Is(err, play.ErrDamaged) {
		return &console.ExitError{Code: console.Damaged, Err: err}
	}
	if err != nil {
		return fmt.Errorf("folding event %d: %w", e.N, err)
	}
	if r.console.JSON {
		return nil
	}
	if err := r.console.Print("%s", wording.Event(e, r.words(e))); err != nil || !r.step {
		return err
	}
	if err := r.console.Print("%s", r.board()); err != nil {
		return err
	}
	if _, err := r.keys.ReadString('\n'); err != nil {
		r.step = false // nobody is there to press Enter: go on to the end
	}
	return nil
}

func (r *replayer) board() string {
	return wording.Board(r.games, r.game.Engine.Name(), r.game.Engine.Ruleset(), r.game.After.Board)
}

// finish tells where the fold ended.
func (r *replayer) finish(at int) error {
	g := r.game
	switch {
	case g == nil:
		return console.Fail(console.NotFound, "the server has no events of that game")
	case at > g.N:
		return console.Fail(console.NotFound, "the game has %d events, not %d", g.N, at)
	case r.console.JSON:
		return r.console.PrintJSON(replayed{
			Game: g.ID, Kind: g.Engine.Name(), Events: g.N, Board: g.After.Board, Turn: g.After.Turn,
			Result: g.After.Result, Head: g.Head, Correct: true,
		})
	case !r.step:
		if err := r.console.Print("%s", r.board()); err != nil {
			return err
		}
	}
	return r.console.Print("%d events: rules, dice and chain are correct; head %s", g.N, g.Head)
}
