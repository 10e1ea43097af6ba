package remote

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/events"
)

// Watch is the command that follows a game.
func (s *Session) Watch() *cobra.Command {
	var after int
	var boards bool
	var patience time.Duration
	cmd := &cobra.Command{
		Use:   "watch ID",
		Short: "Follow a game until it ends, across restarts of the server",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := ReadGameID(args[0])
			if err != nil {
				return err
			}
			token, err := s.anyToken(id)
			if err != nil {
				return err
			}
			c, err := s.Client(token, func(cfg *client.Config) {
				cfg.MostPause = time.Second
				cfg.Tries = 2 + int(patience/cfg.MostPause)
			})
			if err != nil {
				return err
			}
			for e, err := range c.Follow(cmd.Context(), id, after) {
				switch {
				case err != nil:
					return err
				case s.console.JSON:
					err = s.console.Print("%s", e.Raw)
				default:
					err = s.console.Print("%s", wording.Event(e, s.words(e)))
					if err == nil && boards {
						err = s.console.Print("%s", wording.Board(s.games, e.Kind, e.Ruleset, e.After.Board))
					}
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&after, "after", 0, "begin behind this event (default: with the first)")
	cmd.Flags().BoolVar(&boards, "boards", false, "draw the board after every event")
	cmd.Flags().DurationVar(&patience, "wait", 2*time.Minute, "how long the server may be away")
	return s.Bind(cmd)
}

// History is the command that lists the moves of a game.
func (s *Session) History() *cobra.Command {
	var boards bool
	cmd := &cobra.Command{
		Use:   "history ID",
		Short: "List the moves of a game as people read them",
		Args:  console.Args(1, 1),
		RunE: s.onGame(func(ctx context.Context, c *client.Client, id events.GameID) error {
			h, err := c.History(ctx, id, boards)
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(h)
			}
			for _, m := range h.Moves {
				if err := s.console.Print("%s", wording.Entry(&m)); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&boards, "boards", false, "with the board line after every move")
	return s.Bind(cmd)
}
