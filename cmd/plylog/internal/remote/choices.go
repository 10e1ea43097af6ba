package remote

import (
	"context"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
	"plylog/events"
)

// Choices is the command that lists what a seat can play.
func (s *Session) Choices() *cobra.Command {
	var seat string
	var at int
	cmd := &cobra.Command{
		Use:   "choices ID",
		Short: "List the legal moves of a game, and what is barred and why",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, who, err := readGameAndSeat(args[0], seat)
			if err != nil {
				return err
			}
			c, err := s.reader(id)
			if err != nil {
				return err
			}
			if who, err = s.asked(cmd.Context(), c, id, who, at); err != nil {
				return err
			}
			list, err := c.Choices(cmd.Context(), id, who, at)
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(list)
			}
			return s.chosen(list)
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "first or second (default: the one on turn)")
	cmd.Flags().IntVar(&at, "at", 0, "as it was at this version (default: now)")
	return s.Bind(cmd)
}

// asked is the seat whose moves are meant: where both seats are the user's own
// and none is named, the one on turn.
func (s *Session) asked(ctx context.Context, c *client.Client, id events.GameID, seat engines.Seat, at int) (engines.Seat, error) {
	tokens, err := s.Kept(id)
	if err != nil || seat != engines.Nobody || len(tokens) < 2 || s.GivenToken() != "" {
		return seat, err
	}
	st, err := c.State(ctx, id, at)
	if err != nil {
		return seat, err
	}
	return st.Turn, nil
}

func (s *Session) chosen(list *client.Choices) error {
	for _, m := range list.Choices {
		if err := s.console.Print("%s", m.Move); err != nil {
			return err
		}
	}
	for _, b := range list.Barred {
		s.console.Say("barred: %s: %s (%s)", b.Move, b.Detail, b.Rule)
	}
	if list.Reason != "" {
		s.console.Say("%s", list.Reason)
	}
	return nil
}

// readGameAndSeat reads which game is meant, and the value of --seat.
func readGameAndSeat(game, seat string) (events.GameID, engines.Seat, error) {
	id, err := ReadGameID(game)
	if err != nil {
		return id, engines.Nobody, err
	}
	who, err := ReadSeat(seat)
	return id, who, err
}

// ReadSeat reads the value of --seat; empty: engines.Nobody.
func ReadSeat(s string) (engines.Seat, error) {
	switch s {
	case "":
		return engines.Nobody, nil
	case "first", "second":
		return engines.ParseSeat(s)
	default:
		return engines.Nobody, console.Fail(console.Usage, "--seat %q: want first or second", s)
	}
}
