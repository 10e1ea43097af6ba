package remote

import (
	"strings"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
)

// Me is the command that tells who an API token is of.
func (s *Session) Me() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "me",
		Short: "Tell whose API token is sent (--token, PLYLOG_TOKEN), and what it allows",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			me, err := c.Me(cmd.Context())
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(me)
			}
			if me.ID == "" {
				return s.console.Print("a guest")
			}
			return s.console.Print("%s  %s  %s", me.ID, me.Name, strings.Join(me.Scopes, " "))
		},
	}
	return s.Bind(cmd)
}
