package torture

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/torture/sim"
	"plylog/cmd/plylog/internal/volume"
	"plylog/engines"
)

// Report is what the suite found.
type Report struct {
	Seed      uint64     `json:"seed"`
	Simulated *Simulated `json:"simulated,omitempty"`
	Server    *Trouble   `json:"server,omitempty"`
	Disk      *Trouble   `json:"disk,omitempty"`
	Flat      *Flat      `json:"flat,omitempty"`
	Notes     []string   `json:"notes,omitempty"`
	Verdict   string     `json:"verdict"` // "passed", "failed"
}

// Command is the reliability suite.
func Command(c *console.Console, games *engines.Registry) *cobra.Command {
	var seconds float64
	var seed uint64
	var data string
	var commands int
	cmd := &cobra.Command{
		Use:   "torture",
		Short: "Try to make it lose a move: the reliability suite",
		Long: `Try to make plylog lose an acknowledged move, or do one twice, and say how that went.

Three eighths of the time go to a simulation of handlers and projections over a log with
every fault: a run follows from its seed alone, and what goes wrong in it goes wrong
again with --seed N --seconds 0.001 --commands as before. A quarter goes to a real server in a
process of its own, with players and readers behind a bad network; it is killed,
halted and stopped, its connections are cut, its answers delayed and dropped. A
quarter goes to a server on a volume of its own whose power is cut, which is made
read-only and which is filled; that needs Linux, root, mkfs.ext4 and loop devices,
and is left out, in words, where they are missing. The last eighth goes to rounds of the
same work, over which neither memory nor goroutines of a server may grow.

Nothing that is there is touched: all servers are on folders that are made and removed.
Exit code 0 if nothing went wrong, 6 if something did.`,
		Args: console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if seconds <= 0 || seconds > 7*24*3600 || commands < 1 || commands > 1_000_000 {
				return console.Fail(console.Usage, "--seconds: want more than 0, at most a week; --commands: want 1 to 1,000,000")
			}
			if !cmd.Flags().Changed("seed") {
				var b [4]byte
				if _, err := rand.Read(b[:]); err != nil {
					return err
				}
				seed = uint64(binary.BigEndian.Uint32(b[:]))
			}
			s := &suite{console: c, games: games, report: Report{Seed: seed}, commands: commands}
			return s.run(cmd.Context(), data, time.Duration(seconds*float64(time.Second)))
		},
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 60, "how long it may take, about")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "what everything follows from (default: one by chance, which is printed)")
	cmd.Flags().IntVar(&commands, "commands", 1500, "commands of each run of the simulation")
	cmd.Flags().StringVar(&data, "data", "", "folder on the disk to try, for stores that are made and removed (default: where temporary files go)")
	return cmd
}

// suite is one running of the suite.
type suite struct {
	console  *console.Console
	games    *engines.Registry
	report   Report
	commands int
}

func (s *suite) run(ctx context.Context, data string, long time.Duration) (err error) {
	dir, err := os.MkdirTemp(data, "plylog-torture-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s.console.Say("seed %d", s.report.Seed)
	if s.report.Simulated, err = simulate(ctx, s.report.Seed, long*3/8, s.commands); err != nil {
		return err
	}
	s.sayMoments()
	if s.report.Server, err = s.onDisk(ctx, dir, long/4, nil); err != nil {
		return err
	}
	if s.report.Flat, err = flat(ctx, filepath.Join(dir, "plylog-flat"), long/8); err != nil {
		return err
	}
	v, err := volume.New(ctx, dir)
	if err != nil {
		s.note("no power cuts and no full disk: a volume cannot be made here: %v", err)
	} else {
		s.report.Disk, err = s.onDisk(ctx, dir, long/4, v)
		if err = errors.Join(err, v.Detach(ctx)); err != nil {
			return err
		}
	}
	return s.conclude(ctx)
}

func (s *suite) onDisk(ctx context.Context, dir string, long time.Duration, v *volume.Volume) (*Trouble, error) {
	data := filepath.Join(dir, "plylog-data")
	if v != nil {
		data = v.Path("plylog-data")
	}
	return real(ctx, s.games, data, s.report.Seed, long, v)
}

func (s *suite) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.report.Notes = append(s.report.Notes, text)
	s.console.Say("note: %s", text)
}

// sayMoments tells how often each moment was met.
func (s *suite) sayMoments() {
	for i, n := range s.report.Simulated.Met {
		s.console.Say("%9d  %s", n, sim.Moment(i))
	}
}

// conclude prints what was found.
func (s *suite) conclude(ctx context.Context) error {
	r := &s.report
	wrong := append([]string(nil), r.Simulated.Wrong...)
	for _, t := range []*Trouble{r.Server, r.Disk} {
		if t != nil {
			wrong = append(wrong, t.Wrong...)
			for _, n := range t.Notes {
				s.note("%s", n)
			}
		}
	}
	if r.Flat != nil {
		wrong = append(wrong, r.Flat.Wrong...)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.Verdict = "passed"
	if len(wrong) > 0 {
		r.Verdict = "failed"
	}
	if err := s.print(); err != nil {
		return err
	}
	for _, w := range wrong {
		s.console.Say("wrong: %s", w)
	}
	if len(wrong) > 0 {
		return console.Conclude(console.AuditFailed, "%d things went wrong with seed %d", len(wrong), r.Seed)
	}
	return nil
}

func (s *suite) print() error {
	r := &s.report
	if s.console.JSON {
		return s.console.PrintJSON(r)
	}
	m := r.Simulated
	err := s.console.Print("simulation: seeds %d to %d, %d commands, %d events, %d games in %.1f s (%d a minute); %d moments never met; %d wrong",
		m.First, m.First+uint64(m.Runs)-1, m.Commands, m.Events, m.Games, m.Seconds, m.Minute, len(m.Never), len(m.Wrong))
	for _, never := range m.Never {
		s.console.Say("never met: %s", never)
	}
	if t := r.Server; t != nil {
		err = errors.Join(err, s.console.Print("server: killed %d, halted %d, stopped %d, %d connections cut, %d answers dropped; %d sent, %d unsure, %d acknowledged and found again; %d wrong",
			t.Killed, t.Halted, t.Stopped, t.Cut, t.Dropped, t.Sent, t.Unsure, t.Acked, len(t.Wrong)))
	}
	if t := r.Disk; t != nil {
		err = errors.Join(err, s.console.Print("disk: power cut %d times, read-only %d times, full %d times (refused within %d ms), killed %d; %d sent, %d unsure, %d acknowledged and found again; %d wrong",
			t.PowerCuts, t.ReadOnly, t.DiskFull, t.SlowestSay, t.Killed, t.Sent, t.Unsure, t.Acked, len(t.Wrong)))
	}
	if f := r.Flat; f != nil {
		early, late, _ := grown(f.Heap, 1, 0)
		err = errors.Join(err, s.console.Print("flat: %d rounds, %d feeds cut off; heap %.1f and then %.1f MB, %.0f goroutines and then %.0f; %d wrong",
			f.Rounds, f.Connected, early/1e6, late/1e6, f.Goroutines[0], f.Goroutines[len(f.Goroutines)-1], len(f.Wrong)))
	}
	return errors.Join(err, s.console.Print("%s", r.Verdict))
}
