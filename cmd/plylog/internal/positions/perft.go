package positions

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// deepest is the depth above which no count ends in anybody's life.
const deepest = 99

// tally is what perft writes with --json.
type tally struct {
	Kind    string  `json:"kind"`
	Board   string  `json:"board"`
	Depth   int     `json:"depth"`
	Unique  bool    `json:"unique,omitempty"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Divide  []part  `json:"divide,omitempty"`
}

// part is the share of one move, or one throw, in a tally.
type part struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// Perft is the command that counts the move tree below a position.
func Perft(c *console.Console, reg *engines.Registry) *cobra.Command {
	var board, dice string
	var unique, divide bool
	cmd := &cobra.Command{
		Use:   "perft KIND DEPTH [--board LINE] [--dice 6-5] [--unique] [--divide]",
		Short: "Count the positions DEPTH plies below a position",
		Long: `Count the nodes exactly DEPTH plies below a position, as the usual table of
the game counts them. Reversi: a pass is a ply, games that ended count nothing
below. Checkers: every path of a jump is a move; --unique counts moves with the
same start, end and captured set once. Bagh-Chal: plain. Backgammon: a ply is a
throw and a play, counted by distinct resulting positions, over all 21 throws
or, for the first ply, the one given by --dice.`,
		Args: console.Args(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := engineOf(reg, args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 || depth > deepest {
				return console.Fail(console.Usage, "depth %q: want a number from 0 to %d", args[1], deepest)
			}
			p, err := begin(e, board, dice)
			if err != nil {
				return err
			}
			t := tally{Kind: e.Name(), Board: p.Board(), Depth: depth, Unique: unique}
			if err := t.count(cmd.Context(), p, divide); err != nil {
				return err
			}
			return t.write(c)
		},
	}
	cmd.Flags().StringVar(&board, "board", "", "the position to count from (default: the start of the game)")
	cmd.Flags().StringVar(&dice, "dice", "", "the dice of the first ply, in games that have them: 6-5")
	cmd.Flags().BoolVar(&unique, "unique", false, "count moves that lead to the same board by the same piece once")
	cmd.Flags().BoolVar(&divide, "divide", false, "show the share of each move as well")
	return cmd
}

// onRoll are the starts of the games that begin with a throw for who moves
// first, with the first seat on roll instead: counts begin with an ordinary ply.
var onRoll = map[string]string{"backgammon": "4HPwATDgc/ABMA"} // GNU position id

// begin is the position to count from.
func begin(e engines.Engine, board, dice string) (engines.Position, error) {
	if board == "" {
		board = onRoll[e.Name()]
	}
	p, err := e.New(nil, board)
	if err != nil {
		return nil, err
	}
	if dice != "" {
		return throw(p, dice)
	}
	return p, nil
}

// count fills the tally in. Engines count without looking up, so an interrupt
// leaves the count behind.
func (t *tally) count(ctx context.Context, p engines.Position, divide bool) error {
	done := make(chan error, 1)
	began := time.Now()
	go func() { done <- t.nodes(p, divide && t.Depth > 0) }()
	select {
	case err := <-done:
		t.Seconds = time.Since(began).Seconds()
		return err
	case <-ctx.Done():
		return fmt.Errorf("counting: %w", ctx.Err())
	}
}

func (t *tally) nodes(p engines.Position, divide bool) (err error) {
	if !divide {
		t.Nodes, err = perft(p, t.Depth, t.Unique)
		return err
	}
	t.Divide, err = parts(p, t.Depth, t.Unique)
	t.Nodes = sum(t.Divide)
	return err
}

func (t *tally) write(c *console.Console) error {
	if c.JSON {
		return c.PrintJSON(t)
	}
	for _, d := range t.Divide {
		if err := c.Print("%s %d", d.Move, d.Nodes); err != nil {
			return err
		}
	}
	c.Say("%.3f s, %.0f nodes/s", t.Seconds, float64(t.Nodes)/max(t.Seconds, 1e-9))
	return c.Print("%d", t.Nodes)
}
