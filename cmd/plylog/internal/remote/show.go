package remote

import (
	"context"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/events"
)

// Show is the command that draws a game.
func (s *Session) Show() *cobra.Command {
	var at int
	var board string
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Draw the board of a game, now or as it was",
		Args:  console.Args(1, 1),
		RunE: s.onGame(func(ctx context.Context, c *client.Client, id events.GameID) error {
			st, err := look(ctx, c, id, at, board)
			if err != nil {
				return err
			}
			switch {
			case s.console.JSON:
				return s.console.PrintJSON(st)
			case board != "":
				return s.console.Print("%s", st.Board)
			}
			return s.shown(st)
		}),
	}
	cmd.Flags().IntVar(&at, "at", 0, "as it was at this version (default: now)")
	cmd.Flags().StringVar(&board, "board", "", "print the board alone, in this notation: text, xgid or gnubg (backgammon), fen (checkers)")
	return s.Bind(cmd)
}

// look asks for a game with its board in a notation; empty: in the kind's own line.
func look(ctx context.Context, c *client.Client, game events.GameID, at int, board string) (*client.State, error) {
	if board == "" {
		return c.State(ctx, game, at)
	}
	return c.StateIn(ctx, game, at, board)
}

func (s *Session) shown(st *client.State) error {
	text := wording.Board(s.games, st.Kind, st.Ruleset, st.Board)
	if err := s.console.Print("%s %s, version %d, %s", st.Kind, st.ID, st.Version, st.Status); err != nil {
		return err
	}
	if err := s.console.Print("%s", text); err != nil {
		return err
	}
	for _, line := range []string{wording.Waiting(st), wording.Origin(st)} {
		if line == "" {
			continue
		}
		if err := s.console.Print("%s", line); err != nil {
			return err
		}
	}
	return nil
}
