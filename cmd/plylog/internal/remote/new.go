package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
)

// GameFlags are the flags that say which game is made.
type GameFlags struct {
	game    client.NewGame
	options string
	clock   string
	abandon time.Duration
}

// gameFlags are their names.
var gameFlags = []string{"options", "seat", "opponent", "private", "dice", "board", "clock", "abandon"}

// Bind adds them to a command.
func (f *GameFlags) Bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.options, "options", "", "options of the game as JSON (plylog kinds lists them)")
	cmd.Flags().StringVar(&f.game.Seat, "seat", "", "your seat: first, second or random (default: first)")
	cmd.Flags().StringVar(&f.game.Opponent, "opponent", "", "open (default: whoever joins), self (both seats are yours), bot:NAME (plylog kinds lists them) or the id of a player with an account (p_…), who alone may join")
	cmd.Flags().BoolVar(&f.game.Private, "private", false, "only the seats may watch")
	cmd.Flags().StringVar(&f.game.Dice, "dice", "", "delegated (default: the server throws), shared (each player holds a part) or recorded (sent with each roll)")
	cmd.Flags().StringVar(&f.game.Board, "board", "", "position to start from, in the kind's own line")
	cmd.Flags().StringVar(&f.clock, "clock", "", "time: 5m+3s (fischer), 5m/10s (delay), 10m/5x30s (byo-yomi), 3d (a move), or JSON")
	cmd.Flags().DurationVar(&f.abandon, "abandon", 0, "without a clock: how long a side may stay away before the game can be claimed; 0s: for ever (default: 168h)")
}

// Given returns the name of a flag that the command line gives, empty where there
// is none.
func (f *GameFlags) Given(cmd *cobra.Command) string {
	for _, name := range gameFlags {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// Game returns what the flags ask for.
func (f *GameFlags) Game(cmd *cobra.Command, kind string) (client.NewGame, error) {
	g := f.game
	g.Kind = kind
	if f.options != "" {
		if !json.Valid([]byte(f.options)) {
			return g, console.Fail(console.Usage, "--options %q is not JSON", f.options)
		}
		g.Options = json.RawMessage(f.options)
	}
	var err error
	if g.Clock, err = readClock(f.clock); err != nil {
		return g, err
	}
	if cmd.Flags().Changed("abandon") {
		ms := f.abandon.Milliseconds()
		g.Abandon = &ms
	}
	return g, nil
}

// New is the command that makes a game.
func (s *Session) New() *cobra.Command {
	var flags GameFlags
	cmd := &cobra.Command{
		Use:   "new KIND",
		Short: "Make a game; prints its id, and keeps the seat tokens",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := flags.Game(cmd, args[0])
			if err != nil {
				return err
			}
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			made, err := c.Create(cmd.Context(), g)
			if err != nil {
				return err
			}
			return s.made(cmd.Context(), made)
		},
	}
	flags.Bind(cmd)
	return s.Bind(cmd)
}

// made keeps a new game's tokens and tells of it.
func (s *Session) made(ctx context.Context, made *client.Created) error {
	tokens := made.Tokens.Seats()
	if err := s.Keep(made.Game.ID, tokens); err != nil {
		return fmt.Errorf("the game %s was made: %w", made.Game.ID, err)
	}
	if err := s.commit(ctx, made.Game.ID, tokens); err != nil {
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
