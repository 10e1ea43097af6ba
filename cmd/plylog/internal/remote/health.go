package remote

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
)

// healthTime bounds how long a server may take to say how it is. The server itself
// gives its log two seconds.
const healthTime = 4 * time.Second

// Health is the command that asks a server once whether it takes requests, for
// what starts and watches it: a container has no other program to do so.
func (s *Session) Health() *cobra.Command {
	var admin string
	var alive bool
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a server once whether it takes requests",
		Long: `Ask a server once whether it takes requests, or with --alive whether it answers at
all. Exit code 7 where it does not.`,
		Args: console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, word := "/readyz", "ready"
			if alive {
				path, word = "/livez", "alive"
			}
			if err := health(cmd.Context(), s.adminURL(admin), path); err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(map[string]string{"status": word})
			}
			return s.console.Print("%s", word)
		},
	}
	bindAdmin(cmd, &admin)
	cmd.Flags().BoolVar(&alive, "alive", false, "ask whether it answers at all")
	return cmd
}

// adminURL is the URL of the admin side; given is the flag.
func (s *Session) adminURL(given string) string {
	return cmp.Or(given, s.console.Getenv("PLYLOG_ADMIN"), DefaultAdmin)
}

// bindAdmin adds the flag for the URL of the admin side.
func bindAdmin(cmd *cobra.Command, admin *string) {
	cmd.Flags().StringVar(admin, "admin", "", "URL of the server's admin side (PLYLOG_ADMIN; "+DefaultAdmin+")")
}

// health asks a path of the admin side, and returns how the server is not well.
func health(ctx context.Context, base, path string) error {
	to, err := url.Parse(base)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return console.Fail(console.Usage, "--admin %q: want http://host:port", base)
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, to.JoinPath(path).String(), nil)
	if err != nil {
		return console.Fail(console.Usage, "--admin: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("asking how the server is: %w: %w", client.ErrUnreachable, err)
	}
	defer res.Body.Close() //nolint:errcheck // read only
	if res.StatusCode != http.StatusOK {
		return refusal(res)
	}
	return nil
}
