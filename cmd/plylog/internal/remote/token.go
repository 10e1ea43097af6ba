package remote

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
)

// usualScopes is what somebody who plays needs.
var usualScopes = []string{"games:read", "games:play", "games:create"}

// Token is the command for API tokens.
func (s *Session) Token() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke API tokens, which let programs play as you",
		Args:  console.Args(0, 0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(s.newToken(), s.listTokens(), s.revokeToken())
	return cmd
}

func (s *Session) newToken() *cobra.Command {
	var scopes []string
	var days int
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make an API token and print it, this once; NAME says what it is for",
		Long: `Make an API token and print it. The server keeps only its hash: nobody can show it
again. It needs a session (plylog signin); a token cannot make tokens.

Scopes: games:read, games:play, games:create, audit:read and, for administrators,
admin. Programs and other commands of plylog send the token as PLYLOG_TOKEN.`,
		Args: console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("days") && days < 1 {
				return console.Fail(console.Usage, "--days %d: want 1 or more", days)
			}
			c, err := s.mine()
			if err != nil {
				return err
			}
			t, err := c.NewToken(cmd.Context(), args[0], scopes, days)
			if err != nil {
				return signedOut(err)
			}
			if s.console.JSON {
				return s.console.PrintJSON(t)
			}
			s.console.Say("%s: %s, until %s. It is shown this once; %s is its id.", t.Name, strings.Join(t.Scopes, " "), day(t.Expires), t.ID)
			return s.console.Print("%s", t.Token)
		},
	}
	cmd.Flags().StringSliceVar(&scopes, "scopes", usualScopes, "what it allows, with commas between")
	cmd.Flags().IntVar(&days, "days", 0, "for how many days it is good, at most 366 (default: 90)")
	return s.bindServer(cmd)
}

func (s *Session) listTokens() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List your API tokens, without their secrets, newest first",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.mine()
			if err != nil {
				return err
			}
			all, err := c.APITokens(cmd.Context())
			if err != nil {
				return signedOut(err)
			}
			for _, t := range all {
				if s.console.JSON {
					err = s.console.PrintJSON(t)
				} else {
					used := "never used"
					if !t.Used.IsZero() {
						used = "used " + day(t.Used)
					}
					err = s.console.Print("%s  until %s  %-15s  %s  %s", t.ID, day(t.Expires), used, t.Name, strings.Join(t.Scopes, " "))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	return s.bindServer(cmd)
}

func (s *Session) revokeToken() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "revoke ID…",
		Short: "End API tokens, at once, by the ids that list shows",
		Args:  console.Args(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := s.mine()
			if err != nil {
				return err
			}
			for _, id := range args {
				if err := c.RevokeToken(cmd.Context(), id); err != nil {
					return fmt.Errorf("%s: %w", id, signedOut(err))
				}
			}
			return nil
		},
	}
	return s.bindServer(cmd)
}

// signedOut says what to do where a session has ended.
func signedOut(err error) error {
	var p *client.Problem
	if errors.As(err, &p) && p.Kind() == client.SignedOut {
		return fmt.Errorf("%w: plylog signin ADDRESS begins a session", err)
	}
	return err
}

// day is a time as a day.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
