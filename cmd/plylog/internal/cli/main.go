package cli

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines/all"
)

// Main runs one command line and returns the exit code. The first SIGINT or
// SIGTERM ends the command's context; a second one ends the process.
func Main(c *console.Console, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return int(Run(ctx, c, args))
}

// Run runs one command line under a context.
func Run(ctx context.Context, c *console.Console, args []string) console.Exit {
	games, err := all.Registry()
	if err != nil {
		return report(c, err)
	}
	root := newRoot(c)
	root.AddCommand(commands(c, games)...)
	root.SetArgs(args)
	err = root.ExecuteContext(ctx)
	if err == nil {
		return console.OK
	}
	if ctx.Err() != nil {
		c.Say("plylog: interrupted")
		return console.Failed
	}
	return report(c, err)
}

func newRoot(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use:   "plylog",
		Short: "Board games as events: served, checked by their rules, rebuilt from the log",
		Long: `plylog keeps games of backgammon, reversi, checkers and Bagh-Chal as events.
A server writes every move to a log on disk before it answers; boards, lists
and feeds are folded from that log.

Exit codes: 0 ok, 1 failed, 2 usage, 3 illegal move, 4 stale or conflict,
5 not found, 6 audit failed, 7 not ready, 8 store damaged.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknown,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	root.SetIn(c.In)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().BoolVar(&c.JSON, "json", false, "write data as JSON")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return &console.ExitError{Code: console.Usage, Err: err}
	})
	return root
}

// unknown refuses a command that there is not, and names the ones that look like it.
func unknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return console.Fail(console.Usage, "there is no command %q%s", args[0], hint)
}
