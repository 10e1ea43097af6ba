package importer

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/records"
	"plylog/cmd/plylog/internal/remote"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
)

// mostParallel bounds how many games are played at once.
const mostParallel = 1024

// Import is the command that plays recorded games through a server.
func Import(c *console.Console, s *remote.Session, games *engines.Registry) *cobra.Command {
	formats := records.Of(games)
	var format string
	var parallel int
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Play recorded games through a server: files of the field, or folders of them",
		Long: `Make a game of every record of the files, and of the files in folders, and submit
every move of it through the server's API. Formats: ` + strings.Join(formats.Names(), ", ") + `.
Each file's own name and content tell which it is in. The dice of recorded backgammon games come from the record, and the
game says so. Run again, or after the server or the import was cut off, it makes
the same games once and goes on where it stopped; whoever imports the same file
into the same server meets the same games.

With --json one line for each record, in the order in which they are done, and
the summary as the last line. Exit code 3 where a move was illegal.`,
		Args: console.Args(1, -1),
		RunE: func(cmd *cobra.Command, files []string) error {
			if parallel < 1 || parallel > mostParallel {
				return console.Fail(console.Usage, "--parallel %d: want 1 to %d", parallel, mostParallel)
			}
			jobs, err := read(formats, files, format, func(err error) { c.Say("skipped: %v", err) })
			if err != nil {
				return &console.ExitError{Code: console.Usage, Err: err}
			}
			to, err := s.Client("", func(cfg *client.Config) {
				cfg.HTTP = remote.Connections(parallel)
				cfg.Tries = 1 // the waiter tries again, for as long as was asked
			})
			if err != nil {
				return err
			}
			r := reporter{console: c, bar: c.Progress(turns(jobs), "moves")}
			p := &player{to: server{to}, wait: &waiter{most: wait, say: r.away}, moved: r.bar.Add}
			sum, err := run(cmd.Context(), jobs, parallel, p, r.record)
			r.bar.Done()
			return r.finish(sum, err)
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "format of the files: "+strings.Join(formats.Names(), ", ")+" (default: by name and content)")
	cmd.Flags().IntVar(&parallel, "parallel", 64, "games played at once")
	cmd.Flags().DurationVar(&wait, "wait", 2*time.Minute, "how long the server may be away")
	return s.Bind(cmd)
}

// turns counts the moves of all records.
func turns(jobs []job) (n int) {
	for _, j := range jobs {
		n += len(j.game.Turns)
	}
	return n
}

// reporter tells what becomes of records.
type reporter struct {
	console *console.Console
	bar     *console.Progress
}

// away tells once that the server is away.
func (r *reporter) away(err error) { r.console.Say("plylog: waiting for the server: %v", err) }

// record tells of one record; without --json, only of what is worth a look.
func (r *reporter) record(o *Outcome) error {
	if r.console.JSON {
		return r.console.PrintJSON(o)
	}
	where := fmt.Sprintf("%s, %s", o.File, o.Record)
	switch o.State {
	case Illegal:
		rule := ""
		if o.Rule != "" {
			rule = " (" + o.Rule + ")"
		}
		r.console.Say("%s, move %d: %s is refused: %s%s", where, o.At, o.Move, o.Error, rule)
		if len(o.Legal) > 0 {
			r.console.Say("  legal: %s", wording.Moves(o.Legal))
		}
	case Unreadable, Failed:
		r.console.Say("%s: %s: %s", where, o.State, o.Error)
	default:
		if o.Differ != "" {
			r.console.Say("%s (%s): %s", where, o.Game, o.Differ)
		}
		if o.Result == nil {
			r.console.Say("%s (%s): left open, since neither the board nor the record ended it", where, o.Game)
		}
	}
	return nil
}

// finish tells the sum of it and how the command ends.
func (r *reporter) finish(s Summary, err error) error {
	if r.console.JSON {
		if err := r.console.PrintJSON(struct {
			Summary Summary `json:"summary"`
		}{s}); err != nil {
			return err
		}
	} else if err := r.console.Print("%d games, %d moves: %d new, %d continued, %d already there, %d illegal, %d unreadable, %d failed, %d left open, %d with another result; %d commands stored in %.1f s (%.0f/s)",
		s.Games, s.Moves, s.New, s.Continued, s.Already, s.Illegal, s.Unreadable, s.Failed, s.Open, s.Differing, s.Stored, s.Seconds, s.PerSecond); err != nil {
		return err
	}
	switch {
	case err != nil:
		return fmt.Errorf("the import stopped; run it again to go on: %w", err)
	case s.Illegal > 0:
		return console.Fail(console.Illegal, "%d games hold a move that is not legal", s.Illegal)
	case s.Unreadable > 0:
		return console.Fail(console.Failed, "%d records cannot be read", s.Unreadable)
	default:
		return nil
	}
}
