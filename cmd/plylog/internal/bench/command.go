package bench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// Command is the command that measures.
func Command(c *console.Console, games *engines.Registry) *cobra.Command {
	size := full()
	var seconds float64
	var yardstick, data, profiles string
	var shards, many int
	cmd := &cobra.Command{
		Use:   "bench [" + strings.Join(names(), "|") + "]…",
		Short: "Measure raw things and ours by turns, and how they compare",
		Long: `Measure, in one run and by turns, the plainest thing that does a job and what
plylog does: medians over the rounds, and the median of the rounds' ratios.

  append   commands through the handler on the embedded server, every event on
           disk, against single publishes and raw batches of the same bytes
  http     the same over HTTP with keep-alive, server and clients on this machine
  moves    1,000 games under way at once over HTTP and over WebSocket: how long a
           move takes, and what it costs in processor time and bytes
  feed     one game's events to 10,000 readers, against a map of channels; and to
           800 over HTTP beside 200 that read nothing, against the 800 alone
  rebuild  the whole log with chain and rules, and single games, on one core
  engines  move generation on one core, against plain counters in C
  bots     every level of the bots against the one below it, a hundred games
  growth   what grows with the store: memory of a game and of a reader, start of a
           server over 40,000 games (--games: over so many)
  cold     the opening of games of 300 events that lie all over a store of 100,000
           (--games: of so many, if more), by snapshots and from the log

Without a name all of them. A target that is missed does not change the exit
code. Absolute figures are this machine's; what else it does disturbs them.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if size.runs < 1 || seconds <= 0 || seconds > 600 {
				return console.Fail(console.Usage, "--runs: want 1 or more; --seconds: want more than 0, at most 600")
			}
			if many < 40_000 || many > 10_000_000 {
				return console.Fail(console.Usage, "--games: want 40,000 to 10,000,000")
			}
			size.grow(many)
			size.sample = time.Duration(seconds * float64(time.Second))
			l := &lab{sizes: size, console: c, games: games, yardstick: yardstick, testdata: testdataFolder(c.Getenv), profiles: profiles, shards: shards}
			return l.run(cmd.Context(), data, args)
		},
	}
	cmd.Flags().IntVar(&size.runs, "runs", size.runs, "rounds; the figures are their medians")
	cmd.Flags().Float64Var(&seconds, "seconds", size.sample.Seconds(), "how long each sample of append, http and moves lasts")
	cmd.Flags().StringVar(&yardstick, "yardstick", "../shared/yardstick", "folder of the counters in C")
	cmd.Flags().StringVar(&data, "data", "", "folder on the disk to measure, for stores that are made and removed (default: where temporary files go)")
	cmd.Flags().IntVar(&shards, "shards", 0, "shards of the stores that are measured; 0: as many as a new server makes")
	cmd.Flags().IntVar(&many, "games", size.grown, "games of the store of growth, and events of that of cold; a million games take minutes and 3 GB")
	cmd.Flags().StringVar(&profiles, "profile", "", "folder for CPU profiles of our side, taken after the rounds")
	return cmd
}

// names lists the measurements.
func names() []string {
	var list []string
	for _, b := range benches {
		list = append(list, b.name)
	}
	return list
}

// run runs the measurements that were asked for, or all, and reports each when
// it is done. data is where stores are made.
func (l *lab) run(ctx context.Context, data string, asked []string) error {
	for _, name := range asked {
		if !slices.Contains(names(), name) {
			return console.Fail(console.Usage, "there is no benchmark %q; there is %s", name, strings.Join(names(), ", "))
		}
	}
	dir, err := os.MkdirTemp(data, "plylog-bench-")
	if err != nil {
		return fmt.Errorf("making a folder for the measurement: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // whatever stays is in the folder for temporary files
	l.dir = dir
	for _, b := range benches {
		if len(asked) > 0 && !slices.Contains(asked, b.name) {
			continue
		}
		l.console.Say("plylog bench: %s", b.name)
		l.lines = nil
		if err := b.run(l, ctx); err != nil {
			return fmt.Errorf("bench %s: %w", b.name, err)
		}
		if err := l.report(); err != nil {
			return err
		}
	}
	return nil
}

// report writes the lines of one measurement, and says loudly what is missing.
func (l *lab) report() error {
	for _, line := range l.lines {
		if line.Unmeasured != "" {
			l.console.Say("plylog bench: NOT MEASURED: %s: %s", line.What, line.Unmeasured)
		}
	}
	if !l.console.JSON {
		return writeTable(l.console.Out, l.lines)
	}
	for _, line := range l.lines {
		if err := l.console.PrintJSON(line); err != nil {
			return err
		}
	}
	return nil
}
