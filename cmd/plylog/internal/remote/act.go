package remote

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
	"plylog/events"
)

// deed is a command that does something in a game.
type deed struct {
	use   string
	short string
	least int // arguments, the game's id included
	most  int // -1: any number
	fill  func(c *client.Command, words []string)
}

// deeds lists them. Their names are the types of the API's commands.
var deeds = []deed{
	{"move ID MOVE…", "Make a move, in the game's own notation", 2, -1, func(c *client.Command, w []string) { c.Move = strings.Join(w, " ") }},
	{"roll ID", "Throw the dice (backgammon)", 1, 1, nil},
	{"double ID", "Offer to double the stakes (backgammon)", 1, 1, nil},
	{"take ID", "Take a double (backgammon)", 1, 1, nil},
	{"drop ID", "Drop a double and lose the game (backgammon)", 1, 1, nil},
	{"offer ID WHAT", "Offer a draw (checkers, Bagh-Chal) or a takeback of your last move", 2, 2, what},
	{"accept ID [WHAT]", "Accept the opponent's offer", 1, 2, what},
	{"decline ID [WHAT]", "Decline the opponent's offer", 1, 2, what},
	{"withdraw ID [WHAT]", "Withdraw your own offer", 1, 2, what},
	{"claim ID WHAT", "Claim repetition or forty-move (checkers), or an abandoned game", 2, 2, what},
	{"correct ID MOVE…", "Put the discs right that your last move turned (reversi by hand)", 2, -1, func(c *client.Command, w []string) { c.Move = strings.Join(w, " ") }},
	{"resign ID [VALUE]", "Resign; in backgammon for a single game, a gammon or a backgammon", 1, 2, func(c *client.Command, w []string) {
		if len(w) > 0 {
			c.Value = w[0]
		}
	}},
	{"abort ID", "End a game in which nobody has moved", 1, 1, nil},
}

func what(c *client.Command, words []string) {
	if len(words) > 0 {
		c.What = words[0]
	}
}

// Deeds are the commands that do something in a game.
func (s *Session) Deeds() []*cobra.Command {
	out := make([]*cobra.Command, len(deeds))
	for i, d := range deeds {
		out[i] = s.deed(d)
	}
	return out
}

func (s *Session) deed(d deed) *cobra.Command {
	var seat, id, dice string
	var match int
	name, _, _ := strings.Cut(d.use, " ")
	cmd := &cobra.Command{
		Use:   d.use,
		Short: d.short,
		Args:  console.Args(d.least, d.most),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := gameID(args[0])
			if err != nil {
				return err
			}
			who, err := readSeat(seat)
			if err != nil {
				return err
			}
			do := client.Command{Type: name, IfMatch: match}
			if do.ID, err = commandID(id); err != nil {
				return err
			}
			if do.Dice, err = readDice(dice); err != nil {
				return err
			}
			if d.fill != nil {
				d.fill(&do, args[1:])
			}
			c, err := s.actor(cmd.Context(), game, who, name)
			if err != nil {
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
	cmd.Flags().IntVar(&match, "if-match", 0, "only if the game is at this version")
	cmd.Flags().StringVar(&id, "command", "", "id of the command, a UUID: sent twice it is stored once (default: a new one)")
	if name == "roll" {
		cmd.Flags().StringVar(&dice, "dice", "", "what fell, in games with recorded dice: 6-5")
	}
	return s.Bind(cmd)
}

// stored tells of the event that a command made.
func (s *Session) stored(done *client.Stored) error {
	if done.Replayed {
		s.console.Say("this command had been carried out before")
	}
	if s.console.JSON {
		return s.console.Print("%s", done.Event.Raw)
	}
	return s.console.Print("%s", describe(done.Event, s.words(done.Event)))
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
			game, err := gameID(args[0])
			if err != nil {
				return err
			}
			if _, err := readSeat(seat); err != nil {
				return err
			}
			do := client.Command{Type: "join", Seat: seat}
			if do.ID, err = commandID(id); err != nil {
				return err
			}
			c, err := s.Client(s.givenToken(), nil)
			if err != nil {
				return err
			}
			done, err := c.Submit(cmd.Context(), game, do)
			if err != nil {
				return err
			}
			if err := s.keep(game, map[engines.Seat]string{done.Seat: done.Token}); err != nil {
				return fmt.Errorf("the seat was taken: %w", err)
			}
			s.console.Say("%s (%s): %s", done.Seat, name(done.Seat, s.words(done.Event)), done.Token)
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

// readDice reads --dice; empty: none.
func readDice(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) != 3 || s[0] < '1' || s[0] > '6' || s[1] != '-' || s[2] < '1' || s[2] > '6' {
		return nil, console.Fail(console.Usage, "--dice %q: want two dice, as in 6-5", s)
	}
	return []int{int(s[0] - '0'), int(s[2] - '0')}, nil
}
