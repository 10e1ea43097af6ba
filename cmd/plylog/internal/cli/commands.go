package cli

import (
	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
)

// commands lists what plylog can do.
func commands(c *console.Console) []*cobra.Command {
	return []*cobra.Command{
		version(c),
	}
}
