package trust

import (
	"fmt"
	"strings"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/events/audit"
)

// mostTold is how many problems are written out for people.
const mostTold = 20

// tell writes the verdict, and makes the exit code of it.
func (v *verifying) tell(r *audit.Report) error {
	if v.console.JSON {
		if err := v.console.PrintJSON(r); err != nil {
			return err
		}
	} else if err := v.console.Print("%s", words(r)); err != nil {
		return err
	}
	for _, n := range v.notes {
		v.console.Say("note: %s", n)
	}
	return Conclude(r)
}

// Conclude makes the exit code of a verdict.
func Conclude(r *audit.Report) error {
	switch r.Verdict {
	case audit.Verified:
		return nil
	case audit.Violated:
		return console.Conclude(console.Exit(r.Verdict.ExitCode()), "violated: %d problems", r.Wrong)
	default:
		return console.Conclude(console.Exit(r.Verdict.ExitCode()), "not anchored: %s", strings.Join(r.Missing, "; "))
	}
}

// words writes a report for people.
func words(r *audit.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d events of %d games, %d of them finished", r.Verdict, r.Events, r.Games, r.Finished)
	for _, p := range r.Problems[:min(len(r.Problems), mostTold)] {
		fmt.Fprintf(&b, "\n  %s", p)
	}
	if more := r.Wrong - min(len(r.Problems), mostTold); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	for _, u := range r.Rulings[:min(len(r.Rulings), mostTold)] {
		fmt.Fprintf(&b, "\ngame %s, event %d: %s", u.Game, u.N, wording.Ruling(u.Type, u.Ruling, u.Reason, u.By))
	}
	if more := len(r.Rulings) - mostTold; more > 0 {
		fmt.Fprintf(&b, "\nand administrators did %d things more", more)
	}
	for i, s := range r.Shards {
		fmt.Fprintf(&b, "\nshard %02d: %d events, root %s; %d checkpoints fit and cover %d", i, s.Events, s.Root, s.Checkpoints, s.Covered)
		if len(s.Witnesses) > 0 {
			fmt.Fprintf(&b, ", cosigned by %s", strings.Join(s.Witnesses, ", "))
		}
	}
	for _, p := range r.Receipts {
		fmt.Fprintf(&b, "\nreceipt %s: event %d of game %s is number %d of the %d in %s", p.File, p.N, p.Game, p.Index+1, p.Size, p.Origin)
		if res := p.Result; res != nil {
			fmt.Fprintf(&b, "; won by %s (%s)", res.Winner, res.Reason)
		}
	}
	if r.Heads > 0 {
		fmt.Fprintf(&b, "\n%d heads fit", r.Heads)
	}
	if d := r.Dice; d != nil {
		fmt.Fprintf(&b, "\ndice: %d rolls; assured by server and both seats %d, by server and one seat %d, by the server's commitment only %d, by nobody %d",
			d.Rolls, d.Assured.All, d.Assured.ServerFirst+d.Assured.ServerSecond, d.Assured.Server, d.Recorded)
		if d.FaceTest.Enough {
			fmt.Fprintf(&b, "; faces as even as chance makes them with probability %.3f", d.FaceTest.P)
		}
	}
	for _, m := range r.Missing {
		fmt.Fprintf(&b, "\nnot anchored: %s", m)
	}
	return b.String()
}
