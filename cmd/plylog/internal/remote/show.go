package remote

import (
	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
)

// Show is the command that draws a game.
func (s *Session) Show() *cobra.Command {
	var at int
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Draw the board of a game, now or as it was",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := ReadGameID(args[0])
			if err != nil {
				return err
			}
			c, err := s.reader(id)
			if err != nil {
				return err
			}
			st, err := c.State(cmd.Context(), id, at)
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(st)
			}
			return s.shown(st)
		},
	}
	cmd.Flags().IntVar(&at, "at", 0, "as it was at this version (default: now)")
	return s.Bind(cmd)
}

func (s *Session) shown(st *client.State) error {
	text := wording.Board(s.games, st.Kind, st.Ruleset, st.Board)
	if err := s.console.Print("%s %s, version %d, %s", st.Kind, st.ID, st.Version, st.Status); err != nil {
		return err
	}
	if err := s.console.Print("%s", text); err != nil {
		return err
	}
	if line := wording.Waiting(st); line != "" {
		return s.console.Print("%s", line)
	}
	return nil
}
