package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/keyring"
)

// SignIn is the command that signs a person in at a server. Their letter's link may be
// opened wherever they read mail: it shows a code there, which they type here.
func (s *Session) SignIn() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "signin ADDRESS",
		Short: "Sign in at a server by a letter, to make and revoke API tokens",
		Long: `Sign in at a server: it sends a letter to ADDRESS. Open its link wherever you read
mail and type the code that it shows, or paste the link itself.

The session is kept in a file beside the seat tokens, and used by "plylog token",
"plylog me" and "plylog signout". To play as who you are, make a token:
export PLYLOG_TOKEN=$(plylog token new laptop)`,
		Args: console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := s.Client("", nil)
			if err != nil {
				return err
			}
			ring, before, err := s.keptSession()
			if err != nil {
				return err
			}
			proof, valid, err := c.AskSignIn(cmd.Context(), args[0], "")
			if err != nil {
				return s.elsewhere(err)
			}
			s.console.Say("If %s can get mail, a letter is on its way. Its link works once, for %.0f minutes.", args[0], valid.Minutes())
			s.console.Say("Open it and type the code that it shows, or paste the link:")
			who, session, err := s.proved(cmd.Context(), c, proof)
			if err != nil {
				return err
			}
			if err := ring.AddSession(s.ServerURL(), session); err != nil {
				return err
			}
			if before != "" {
				s.end(cmd.Context(), before)
			}
			return s.tellMe(who)
		},
	}
	return s.bindServer(cmd)
}

// elsewhere says how else one gets a token where a server sends no mail.
func (s *Session) elsewhere(err error) error {
	var p *client.Problem
	if errors.As(err, &p) && p.Kind() == client.NotAvailable {
		return fmt.Errorf("%w; or sign in on its page, %s/signin, make an API token there and give it with --token", err, s.ServerURL())
	}
	return err
}

// proved reads codes and links until one signs in.
func (s *Session) proved(ctx context.Context, c *client.Client, proof client.Proof) (*client.Me, string, error) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(s.console.In); in.Scan(); {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil, "", context.Cause(ctx)
		case line, ok := <-lines:
			if !ok {
				return nil, "", fmt.Errorf("nobody signed in: no code came: %w", io.ErrUnexpectedEOF)
			}
			token, code := readProof(line)
			if token == "" && code == "" {
				s.console.Say("The code has six digits; a link ends with # and a token. Again:")
				continue
			}
			who, session, err := c.SignIn(ctx, proof, token, code)
			var p *client.Problem
			if errors.As(err, &p) && p.Kind() == client.CodeWrong {
				s.console.Say("%v. Again:", err)
				continue
			}
			return who, session, err
		}
	}
}

// readProof tells a code from a link; both are empty where a line is neither.
func readProof(line string) (token, code string) {
	line = strings.TrimSpace(line)
	if _, token, ok := strings.Cut(line, "#"); ok {
		return strings.TrimSpace(token), ""
	}
	code = strings.ReplaceAll(line, " ", "")
	if len(code) != 6 || strings.Trim(code, "0123456789") != "" {
		return "", ""
	}
	return "", code
}

// end ends a session that is needed no more. What ends by itself is worth no error.
func (s *Session) end(ctx context.Context, session string) {
	c, err := s.signedIn(session)
	if err == nil {
		err = c.SignOut(ctx)
	}
	if err != nil {
		s.console.Say("the session before was not ended: %v", err)
	}
}

// SignOut is the command that ends the session.
func (s *Session) SignOut() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "signout",
		Short: "End the session that signin began",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ring, session, err := s.keptSession()
			if err != nil {
				return err
			}
			if session == "" {
				s.console.Say("not signed in at %s", s.ServerURL())
				return nil
			}
			c, err := s.signedIn(session)
			if err != nil {
				return err
			}
			if err := c.SignOut(cmd.Context()); err != nil {
				return err
			}
			return ring.AddSession(s.ServerURL(), "")
		},
	}
	return s.bindServer(cmd)
}

// keptSession returns the session with the server, empty where there is none, and the
// keyring that it is in.
func (s *Session) keptSession() (*keyring.Ring, string, error) {
	ring, err := keyring.Find(s.console.Getenv)
	if err != nil {
		return nil, "", err
	}
	session, err := ring.Session(s.ServerURL())
	return ring, session, err
}

// signedIn returns a client that sends a session and no token.
func (s *Session) signedIn(session string) (*client.Client, error) {
	return s.Client("", func(cfg *client.Config) { cfg.Session = session })
}

// mine returns a client of the session that is kept, for what no API token is enough
// for.
func (s *Session) mine() (*client.Client, error) {
	_, session, err := s.keptSession()
	if err != nil {
		return nil, err
	}
	if session == "" {
		return nil, fmt.Errorf("not signed in at %s: plylog signin ADDRESS (an API token is not enough for this)", s.ServerURL())
	}
	return s.signedIn(session)
}
