package remote

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
)

// New is the command that makes a game.
func (s *Session) New() *cobra.Command {
	var g client.NewGame
	var options, clock string
	var abandon time.Duration
	cmd := &cobra.Command{
		Use:   "new KIND",
		Short: "Make a game; prints its id, and keeps the seat tokens",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g.Kind = args[0]
			if options != "" {
				if !json.Valid([]byte(options)) {
					return console.Fail(console.Usage, "--options %q is not JSON", options)
				}
				g.Options = json.RawMessage(options)
			}
			var err error
			if g.Clock, err = readClock(clock); err != nil {
				return err
			}
			if cmd.Flags().Changed("abandon") {
				ms := abandon.Milliseconds()
				g.Abandon = &ms
			}
			c, err := s.Client("", nil)
			if err != nil {
				return err
			}
			made, err := c.Create(cmd.Context(), g)
			if err != nil {
				return err
			}
			return s.made(made)
		},
	}
	cmd.Flags().StringVar(&options, "options", "", "options of the game as JSON (plylog kinds lists them)")
	cmd.Flags().StringVar(&g.Seat, "seat", "", "your seat: first, second or random (default: first)")
	cmd.Flags().StringVar(&g.Opponent, "opponent", "", "open (default: whoever joins), self (both seats are yours) or bot:NAME (plylog kinds lists them)")
	cmd.Flags().BoolVar(&g.Private, "private", false, "only the seats may watch")
	cmd.Flags().StringVar(&g.Dice, "dice", "", "delegated (default: the server throws) or recorded (sent with each roll)")
	cmd.Flags().StringVar(&g.Board, "board", "", "position to start from, in the kind's own line")
	cmd.Flags().StringVar(&clock, "clock", "", "time: 5m+3s (fischer), 5m/10s (delay), 10m/5x30s (byo-yomi), 3d (a move), or JSON")
	cmd.Flags().DurationVar(&abandon, "abandon", 0, "without a clock: how long a side may stay away before the game can be claimed; 0s: for ever (default: 168h)")
	return s.Bind(cmd)
}

// made keeps a new game's tokens and tells of it.
func (s *Session) made(made *client.Created) error {
	tokens := make(map[engines.Seat]string, 2)
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if t := made.Tokens.Of(seat); t != "" {
			tokens[seat] = t
		}
	}
	if err := s.keep(made.Game.ID, tokens); err != nil {
		return fmt.Errorf("the game %s was made: %w", made.Game.ID, err)
	}
	if s.console.JSON {
		return s.console.PrintJSON(struct {
			Game   *client.State           `json:"game"`
			Tokens map[engines.Seat]string `json:"tokens"`
		}{made.Game, tokens})
	}
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if t := tokens[seat]; t != "" {
			s.console.Say("%s (%s): %s", seat, wording.Seat(seat, wording.Names(made.Game)), t)
		}
	}
	return s.console.Print("%s", made.Game.ID)
}
