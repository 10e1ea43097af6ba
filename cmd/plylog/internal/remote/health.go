package remote

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

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
	BindAdmin(cmd, &admin)
	cmd.Flags().BoolVar(&alive, "alive", false, "ask whether it answers at all")
	return cmd
}

// health asks a path of the admin side, and returns how the server is not well.
func health(ctx context.Context, base, path string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	res, err := askAdmin(ctx, base, http.MethodGet, path, nil)
	if err != nil {
		return fmt.Errorf("asking how the server is: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // read only
	return nil
}
