package remote

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
)

// Checkpoints is the command that fetches what a server has signed, to keep.
func (s *Session) Checkpoints() *cobra.Command {
	var out string
	var key bool
	cmd := &cobra.Command{
		Use:   "checkpoints",
		Short: "Fetch the server's newest signed checkpoints, to keep: a log that was changed later does not fit them",
		Long: `Fetch the newest signed checkpoint of every shard. With -o they are added to a file,
which "plylog verify --checkpoint" reads. Keep it where the server's operator
cannot write.`,
		Args: console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.Client("", nil)
			if err != nil {
				return err
			}
			list, err := c.Checkpoints(cmd.Context())
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(list)
			}
			var b strings.Builder
			if key {
				b.WriteString(list.Key + "\n")
				list.Rotations, list.Shards = nil, nil
			}
			for _, n := range list.Rotations {
				b.WriteString(n + "\n")
			}
			for _, sh := range list.Shards {
				b.WriteString(sh.Note + "\n")
			}
			if out == "" {
				return s.console.Write([]byte(b.String()))
			}
			return appendTo(out, b.String())
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to add them to (default: standard output)")
	cmd.Flags().BoolVar(&key, "key", false, "fetch the public key instead")
	return s.Bind(cmd)
}

// appendTo adds text to a file that is made if there is none.
func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("keeping checkpoints: %w", err)
	}
	if _, err := f.WriteString(text); err != nil {
		_ = f.Close() // the write has failed already
		return fmt.Errorf("keeping checkpoints: %w", err)
	}
	return f.Close()
}
