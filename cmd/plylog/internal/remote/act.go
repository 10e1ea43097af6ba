package remote

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
	"plylog/events"
)

// Deeds are the commands that do something in a game.
func (s *Session) Deeds() []*cobra.Command {
	out := make([]*cobra.Command, len(deeds))
	for i, d := range deeds {
		out[i] = s.deed(d)
	}
	return out
}

func (s *Session) deed(d Deed) *cobra.Command {
	var seat, id, dice string
	var match int
	most := d.most
	if most >= 0 {
		most++
	}
	cmd := &cobra.Command{
		Use:   strings.TrimSpace(d.Name + " ID " + d.Words),
		Short: d.Short,
		Args:  console.Args(d.least+1, most),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, who, err := readGameAndSeat(args[0], seat)
			if err != nil {
				return err
			}
			do := d.Command(args[1:])
			do.IfMatch = match
			if do.ID, err = commandID(id); err != nil {
				return err
			}
			if do.Dice, err = ReadDice(dice); err != nil {
				return &console.ExitError{Code: console.Usage, Err: fmt.Errorf("--dice %w", err)}
			}
			c, who, err := s.actor(cmd.Context(), game, who, &do)
			if err != nil {
				return err
			}
			if err := s.pledge(cmd.Context(), c, game, who, &do); err != nil {
				return err
			}
			done, err := c.Submit(cmd.Context(), game, do)
			if err != nil {
				return err
			}
			return s.stored(done)
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "act for this seat, where both are yours (default: the one that is awaited)")
	bindCommand(cmd, &match, &id)
	if d.Name == "roll" {
		cmd.Flags().StringVar(&dice, "dice", "", "what fell, in games with recorded dice: 6-5")
	}
	return s.Bind(cmd)
}

// bindCommand adds the flags that all commands of a game have.
func bindCommand(cmd *cobra.Command, match *int, id *string) {
	cmd.Flags().IntVar(match, "if-match", 0, "only if the game is at this version")
	cmd.Flags().StringVar(id, "command", "", "id of the command, a UUID: sent twice it is stored once (default: a new one)")
}

// stored tells of the event that a command made.
func (s *Session) stored(done *client.Stored) error {
	if done.Replayed {
		s.console.Say("this command had been carried out before")
	}
	if s.console.JSON {
		return s.console.Print("%s", done.Event.Raw)
	}
	return s.console.Print("%s", wording.Event(done.Event, s.words(done.Event)))
}

// words is what the field calls the seats of an event's game.
func (s *Session) words(e *events.Event) [2]string {
	if g, ok := s.games.Find(e.Kind, e.Ruleset); ok {
		return g.Seats()
	}
	return [2]string{}
}

// Join is the command that takes a free seat.
func (s *Session) Join() *cobra.Command {
	var seat, id string
	cmd := &cobra.Command{
		Use:   "join ID",
		Short: "Take a free seat; keeps its token",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, _, err := readGameAndSeat(args[0], seat)
			if err != nil {
				return err
			}
			do := client.Command{Type: "join", Seat: seat}
			if do.ID, err = commandID(id); err != nil {
				return err
			}
			if mine, err := s.Kept(game); err != nil {
				return err
			} else if len(mine) > 0 {
				if err := s.commit(cmd.Context(), game, mine); err != nil {
					return err // what an earlier join left undone
				}
			}
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			done, err := c.Submit(cmd.Context(), game, do)
			if err != nil {
				return err
			}
			if err := s.Keep(game, map[engines.Seat]string{done.Seat: done.Token}); err != nil {
				return fmt.Errorf("the seat was taken: %w", err)
			}
			if err := s.commit(cmd.Context(), game, map[engines.Seat]string{done.Seat: done.Token}); err != nil {
				return fmt.Errorf("the seat was taken: %w", err)
			}
			s.console.Say("%s (%s): %s", done.Seat, wording.Seat(done.Seat, s.words(done.Event)), done.Token)
			return s.stored(done)
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "first or second (default: whichever is free)")
	cmd.Flags().StringVar(&id, "command", "", "id of the command, a UUID that nobody else knows: sent twice it is stored once (default: a new one)")
	return s.Bind(cmd)
}

// commandID reads --command; empty: none.
func commandID(s string) (events.CommandID, error) {
	if s == "" {
		return events.CommandID{}, nil
	}
	id, err := events.ParseCommandID(s)
	if err != nil {
		return id, console.Fail(console.Usage, "--command: %w", err)
	}
	return id, nil
}
