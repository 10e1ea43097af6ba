package positions

import (
	"slices"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// listing is what legal writes with --json.
type listing struct {
	Kind  string       `json:"kind"`
	Board string       `json:"board"` // in the engine's own line
	Turn  engines.Seat `json:"turn"`
	Legal []string     `json:"legal"` // sorted
	Pass  bool         `json:"pass"`  // nothing can be played, and the game goes on
	Over  bool         `json:"over"`
}

// Legal is the command that lists the legal moves of a position.
func Legal(c *console.Console, reg *engines.Registry) *cobra.Command {
	var board, dice string
	cmd := &cobra.Command{
		Use:   "legal KIND --board LINE [--dice 6-5]",
		Short: "List the legal moves of a position, sorted, one a line",
		Long: `List the legal moves of the seat on turn, one a line, sorted.

A forced pass in reversi is the one move "pass". Where a throw of the dice cannot
be played, and where the game is over, there is no move: nothing is written and
the exit code is 0; --json tells the two apart. A board that cannot be read, or
cannot stand, ends with exit code 2.`,
		Args: console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := engineOf(reg, args[0])
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("board") {
				return console.Fail(console.Usage, "--board is missing: which position?")
			}
			p, err := e.Parse(board)
			if err != nil {
				return err
			}
			if dice != "" {
				if p, err = throw(p, dice); err != nil {
					return err
				}
			}
			return write(c, listingOf(e, p))
		},
	}
	cmd.Flags().StringVar(&board, "board", "", "the position, in the kind's own line or another usual notation")
	cmd.Flags().StringVar(&dice, "dice", "", "the dice, in games that have them: 6-5")
	return cmd
}

func listingOf(e engines.Engine, p engines.Position) listing {
	l := listing{Kind: e.Name(), Board: p.Board(), Turn: p.Turn(), Legal: []string{}}
	_, l.Over = p.Result()
	_, dice := p.(engines.Drawer)
	for _, m := range p.Choices(p.Turn()) {
		if m.Move == engines.Pass {
			l.Pass = true
			if dice {
				continue // the throw is lost; nobody plays anything
			}
		}
		l.Legal = append(l.Legal, string(m.Move))
	}
	slices.Sort(l.Legal)
	return l
}

func write(c *console.Console, l listing) error {
	if c.JSON {
		return c.PrintJSON(l)
	}
	for _, m := range l.Legal {
		if err := c.Print("%s", m); err != nil {
			return err
		}
	}
	switch {
	case l.Over:
		c.Say("the game is over")
	case l.Pass:
		c.Say("%s can only pass", l.Turn)
	case l.Turn == engines.Chance:
		c.Say("dice are awaited: give them with --dice")
	}
	return nil
}
