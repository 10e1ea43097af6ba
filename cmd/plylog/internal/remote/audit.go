package remote

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/events"
)

// Audit is the command that has a server audit a game.
func (s *Session) Audit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit ID",
		Short: "Have the server fold a game again: every event, the dice, and the checkpoint over it",
		Long: `Have the server read a game from its log and hold every event to the rules, the
dice and the hash chain. The head that it shows is a line to keep: a game that was
changed later does not fit it (plylog verify --head).

This is what the server says. To believe nobody, take the game and its receipt
(plylog export, plylog receipt) to "plylog verify". Exit code 6 where something is
wrong, 2 where no checkpoint covers the game.`,
		Args: console.Args(1, 1),
		RunE: s.onGame(func(ctx context.Context, c *client.Client, id events.GameID) error {
			a, raw, err := c.Audit(ctx, id)
			if err != nil {
				return err
			}
			if s.console.JSON {
				err = s.console.Print("%s", raw)
			} else {
				err = s.console.Print("%s", auditWords(a))
			}
			switch {
			case err != nil:
				return err
			case a.Problem != nil:
				return console.Conclude(console.AuditFailed, "event %d is wrong: %s: %s", a.Problem.N, a.Problem.Reason, a.Problem.Detail)
			case a.Checkpoint == nil:
				return console.Conclude(console.NotAnchored, "not anchored: the server signs no checkpoints")
			}
			return nil
		}),
	}
	return s.Bind(cmd)
}

// auditWords writes an audit for people.
func auditWords(a *client.Audit) string {
	var b strings.Builder
	right := 0
	for _, e := range a.Events {
		if e.OK {
			right++
		}
	}
	fmt.Fprintf(&b, "%s: %d of %d events are right", a.Verdict, right, len(a.Events))
	for _, e := range a.Events {
		if !e.OK {
			fmt.Fprintf(&b, "\nevent %d (%s): not right, or behind one that is not", e.N, e.Type)
		}
	}
	for _, r := range a.Rulings {
		fmt.Fprintf(&b, "\nevent %d: %s", r.N, wording.Ruling(r.Type, r.Ruling, r.Reason, r.By))
	}
	if a.Head != "" {
		fmt.Fprintf(&b, "\nhead: %s", a.Head)
	}
	if d := a.Dice; d != nil {
		fmt.Fprintf(&b, "\ndice (%s): %d rolls; assured by server and both seats %d, by server and one seat %d, by the server's commitment only %d, by nobody %d",
			d.Mode, d.Rolls, d.Assured.All, d.Assured.ServerFirst+d.Assured.ServerSecond, d.Assured.Server, d.Recorded)
	}
	if c := a.Checkpoint; c != nil {
		fmt.Fprintf(&b, "\ncheckpoint: number %d of %d events in %s, root %s", c.Index+1, c.Size, c.Origin, c.Root)
	}
	return b.String()
}

// Receipt is the command that fetches the proof that a game is in the log.
func (s *Session) Receipt() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "receipt ID",
		Short: "Fetch the proof that a finished game is in the server's log, to keep",
		Args:  console.Args(1, 1),
		RunE: s.onGame(func(ctx context.Context, c *client.Client, id events.GameID) error {
			data, err := c.Receipt(ctx, id)
			if err != nil {
				return err
			}
			if out != "" {
				return os.WriteFile(out, data, 0o644)
			}
			return s.console.Write(data)
		}),
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write (default: standard output)")
	return s.Bind(cmd)
}
