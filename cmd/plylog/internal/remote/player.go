package remote

import (
	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/events"
)

// Player is the command that tells how a player's games went.
func (s *Session) Player() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "player ID",
		Short: "Tell how the games of a player went that were played between two players",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			who, err := events.ParsePlayerID(args[0])
			if err != nil {
				return &console.ExitError{Code: console.Usage, Err: err}
			}
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			r, err := c.Player(cmd.Context(), who)
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(r)
			}
			for _, k := range r.Kinds {
				if err := s.tally(k.Kind, k.Tally); err != nil {
					return err
				}
			}
			return s.tally("all", r.Tally)
		},
	}
	return s.Bind(cmd)
}

func (s *Session) tally(what string, t client.Tally) error {
	return s.console.Print("%-10s  %d played, %d won, %d lost, %d drawn", what, t.Games, t.Won, t.Lost, t.Drawn)
}
