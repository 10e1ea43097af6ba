package remote

import (
	"fmt"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// Rematch is the command that asks for the next game of a series.
func (s *Session) Rematch() *cobra.Command {
	var seat string
	cmd := &cobra.Command{
		Use:   "rematch ID",
		Short: "Ask for the game after one that is over; prints its id, and keeps the seat token",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, who, err := readGameAndSeat(args[0], seat)
			if err != nil {
				return err
			}
			c, _, err := s.actor(cmd.Context(), game, who, &client.Command{Type: "rematch"})
			if err != nil {
				return err
			}
			next, err := c.Rematch(cmd.Context(), game)
			if err != nil {
				return err
			}
			if err := s.Keep(next.Game, map[engines.Seat]string{next.Seat: next.Token}); err != nil {
				return fmt.Errorf("the game %s waits for you: %w", next.Game, err)
			}
			if err := s.commit(cmd.Context(), next.Game, map[engines.Seat]string{next.Seat: next.Token}); err != nil {
				return fmt.Errorf("the game %s waits for you: %w", next.Game, err)
			}
			if s.console.JSON {
				return s.console.PrintJSON(next)
			}
			s.console.Say("%s: %s", next.Seat, next.Token)
			return s.console.Print("%s", next.Game)
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "ask for this seat of the game that is over, where both are yours")
	return s.Bind(cmd)
}
