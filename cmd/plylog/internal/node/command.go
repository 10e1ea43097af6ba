package node

import (
	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/config"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// Serve is the command that runs a server.
func Serve(c *console.Console, games *engines.Registry, build Build) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a server: everything on one machine, data in ./plylog-data",
		Long: `Run a server until SIGINT or SIGTERM.

Every setting can be a flag, a PLYLOG_* variable of the environment (--data is
PLYLOG_DATA) or a line "data = DIR" of the file that --config names; flags come
first. "plylog config print" shows what they come to.`,
		Args: console.Args(0, 0),
	}
	set := config.Bind(cmd.Flags(), settings())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := resolved(set, c)
		if err != nil {
			return err
		}
		return run(cmd.Context(), c, games, build, s)
	}
	return cmd
}

// Config is the command that shows what the settings come to.
func Config(c *console.Console) *cobra.Command {
	print := &cobra.Command{
		Use:   "print [flags of serve]",
		Short: "Show every setting of serve and where it comes from",
		Args:  console.Args(0, 0),
	}
	set := config.Bind(print.Flags(), settings())
	print.RunE = func(*cobra.Command, []string) error {
		values, err := set.Resolve(c.Getenv)
		if err != nil {
			return err
		}
		for i := range values {
			values[i].Value = shown(values[i])
		}
		if c.JSON {
			return c.PrintJSON(values)
		}
		for _, v := range values {
			if err := c.Print("%s = %s  # %s", v.Name, v.Value, v.Source); err != nil {
				return err
			}
		}
		return nil
	}
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings of the server",
		Args:  console.Args(0, 0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(print)
	return cmd
}
