package remote

import (
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
)

// Me is the command that tells who somebody is to a server.
func (s *Session) Me() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "me",
		Short: "Tell whose API token is sent (--token, PLYLOG_TOKEN) and what it allows, or else who is signed in",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			session := ""
			if s.GivenToken() == "" {
				var err error
				if _, session, err = s.keptSession(); err != nil {
					return err
				}
			}
			c, err := s.Client(s.GivenToken(), func(cfg *client.Config) { cfg.Session = session })
			if err != nil {
				return err
			}
			me, err := c.Me(cmd.Context())
			if err != nil {
				return err
			}
			return s.tellMe(me)
		},
	}
	return s.Bind(cmd)
}

// tellMe tells who somebody is.
func (s *Session) tellMe(me *client.Me) error {
	if s.console.JSON {
		return s.console.PrintJSON(me)
	}
	if me.ID == "" {
		return s.console.Print("a guest")
	}
	return s.console.Print("%s  %s  %s", me.ID, me.Name, strings.Join(me.Scopes, " "))
}
