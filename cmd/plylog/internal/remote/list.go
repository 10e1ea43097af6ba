package remote

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/events"
)

// List is the command that lists games.
func (s *Session) List() *cobra.Command {
	var f client.Filter
	var most int
	var player string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the games that everybody may see, newest first",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.Player = events.PlayerID(player)
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			for n := 0; ; {
				f.Limit = min(most-n, 100)
				page, err := c.List(cmd.Context(), f)
				if err != nil {
					return err
				}
				for _, g := range page.Games {
					if err := s.listed(&g); err != nil {
						return err
					}
				}
				n += len(page.Games)
				if f.Cursor = page.Next; f.Cursor == "" || n >= most {
					return nil
				}
			}
		},
	}
	cmd.Flags().StringVar(&f.Kind, "kind", "", "only games of this kind")
	cmd.Flags().StringVar(&f.Status, "status", "", "only games that are open, playing, over or damaged")
	cmd.Flags().StringVar(&player, "player", "", "only games of this player, p_…")
	cmd.Flags().IntVar(&most, "limit", 50, "at most so many")
	return s.Bind(cmd)
}

func (s *Session) listed(g *client.Listing) error {
	if s.console.JSON {
		return s.console.PrintJSON(g)
	}
	end := ""
	if g.Result != nil {
		end = "  " + wording.Outcome(g.Result, [2]string{})
	}
	switch {
	case g.Origin != nil && g.Origin.Forked:
		end += "  forked"
	case g.Origin != nil:
		end += "  imported"
	case g.Setup:
		end += "  from a board"
	}
	return s.console.Print("%s", fmt.Sprintf("%s  %-10s  %-7s  %4d  %s%s", g.ID, g.Kind, g.Status, g.Version, g.Created.UTC().Format(time.DateTime), end))
}
