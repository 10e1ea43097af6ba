package console

import "github.com/spf13/cobra"

// Args checks that a command got from least to most arguments (most < 0: any
// number). The error is a usage error that shows how the command is called.
func Args(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		return Fail(Usage, "%s: got %d arguments; usage: %s", cmd.Name(), len(args), cmd.UseLine())
	}
}
