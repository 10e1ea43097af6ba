package remote

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
	"plylog/events"
)

// DefaultServer is where a server listens unless it is told otherwise.
const DefaultServer = "http://localhost:8080"

// Session is what the commands of this package share.
type Session struct {
	console *console.Console
	games   *engines.Registry
	server  string
	token   string
}

// NewSession returns a session that talks to people through c and draws boards
// with the engines of games.
func NewSession(c *console.Console, games *engines.Registry) *Session {
	return &Session{console: c, games: games}
}

// Bind adds the flags that every command has.
func (s *Session) Bind(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&s.token, "token", "", "seat token or API token to send (PLYLOG_TOKEN; else the seat's that was kept)")
	return s.bindServer(cmd)
}

// bindServer adds the flag that says where the server is.
func (s *Session) bindServer(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&s.server, "server", "", "URL of the server (PLYLOG_SERVER; "+DefaultServer+")")
	return cmd
}

// ServerURL is the URL of the server, without a slash at its end.
func (s *Session) ServerURL() string {
	return strings.TrimSuffix(cmp.Or(s.server, s.console.Getenv("PLYLOG_SERVER"), DefaultServer), "/")
}

// GivenToken is the token from the command line or the environment.
func (s *Session) GivenToken() string { return cmp.Or(s.token, s.console.Getenv("PLYLOG_TOKEN")) }

// Client returns a client of the server that sends a token; empty: none. change may
// set more; nil: nothing.
func (s *Session) Client(token string, change func(*client.Config)) (*client.Client, error) {
	cfg := client.Config{Server: s.ServerURL(), Token: token, HTTP: Connections(4), Tries: 4}
	if change != nil {
		change(&cfg)
	}
	c, err := client.New(cfg)
	if err != nil {
		return nil, console.Fail(console.Usage, "--server: %w", err)
	}
	return c, nil
}

// Connections returns an HTTP client that keeps as many connections open as are
// used at once.
func Connections(n int) *http.Client {
	return &http.Client{Transport: &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		MaxIdleConns:        n,
		MaxIdleConnsPerHost: n,
		IdleConnTimeout:     time.Minute,
	}}
}

// ReadGameID reads the id of a game from the command line.
func ReadGameID(arg string) (events.GameID, error) {
	id, err := events.ParseGameID(strings.TrimSpace(arg))
	if err != nil {
		return id, &console.ExitError{Code: console.Usage, Err: err}
	}
	return id, nil
}
