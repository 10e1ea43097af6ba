package enginetest

import (
	"fmt"

	"plylog/engines"
)

// lawMoves: every choice is written canonically and can be played, and how
// often it says that its position has stood is true.
func lawMoves(v view) error {
	for _, c := range v.choices {
		canon, err := v.pos.Canonical(v.turn, c.Move)
		if err != nil {
			return fmt.Errorf("the choice %s %q has no canonical spelling: %w", v.turn, c.Move, err)
		}
		if canon != c.Move {
			return fmt.Errorf("the choice %q is not canonical: %q", c.Move, canon)
		}
		next, err := v.pos.Play(v.turn, c.Move)
		if err != nil {
			return fmt.Errorf("the choice %s %q is refused: %w", v.turn, c.Move, err)
		}
		if next == nil {
			return fmt.Errorf("%s %q leads to no position", v.turn, c.Move)
		}
		if r, ok := next.(engines.Repeater); ok && c.Seen > 0 && r.Seen() != c.Seen+1 {
			return fmt.Errorf("%q says its position stood %d times, and having played it it has stood %d times",
				c.Move, c.Seen, r.Seen())
		}
	}
	return nil
}

// lawRefusals: nobody but the seat on turn can play, and nonsense is refused.
func lawRefusals(v view) error {
	tries := []engines.Move{"", "no such move", "\xff\x00"}
	if len(v.choices) > 0 {
		tries = append(tries, v.choices[0].Move)
	}
	for _, by := range []engines.Seat{engines.Nobody, engines.First, engines.Second, engines.Chance, 9} {
		for i, m := range tries {
			if by == v.turn && i == 3 {
				continue
			}
			if _, err := refuses(v.suite.Engine, v.pos, by, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// lawBarred: a barred move is refused as it says, and is no choice.
func lawBarred(v view) error {
	b, ok := v.pos.(engines.Barrer)
	if !ok {
		return nil
	}
	legal := moves(v.choices)
	for _, by := range []engines.Seat{engines.First, engines.Second} {
		for _, bar := range b.Barred(by) {
			if by != v.turn && !v.over {
				return fmt.Errorf("%s is not on turn and has the barred move %q", by, bar.Move)
			}
			for _, m := range legal {
				if m == string(bar.Move) {
					return fmt.Errorf("%q is both barred and a choice", m)
				}
			}
			if _, err := refusal(v.suite.Engine, bar, by, bar.Move); err != nil {
				return err
			}
			if v.over {
				continue // Play says that the game is over; Barred says why
			}
			ill, err := refuses(v.suite.Engine, v.pos, by, bar.Move)
			if err != nil {
				return err
			}
			if ill.Rule != bar.Rule || ill.Code != bar.Code {
				return fmt.Errorf("%q is barred by %s %s and refused by %s %s",
					bar.Move, bar.Rule, bar.Code, ill.Rule, ill.Code)
			}
		}
	}
	return nil
}

// moves lists the moves of choices.
func moves(choices []engines.Choice) []string {
	list := make([]string, len(choices))
	for i, c := range choices {
		list[i] = string(c.Move)
	}
	return list
}

// sameMoves compares two lists as sets.
func sameMoves(got, want []string) error {
	missing, extra := difference(want, got), difference(got, want)
	if len(missing) > 0 || len(extra) > 0 || len(got) != len(want) {
		return fmt.Errorf("%d choices, want %d; missing %q, not wanted %q", len(got), len(want), missing, extra)
	}
	return nil
}

// difference lists what is in a and not in b.
func difference(a, b []string) []string {
	in := make(map[string]bool, len(b))
	for _, m := range b {
		in[m] = true
	}
	var out []string
	for _, m := range a {
		if !in[m] {
			out = append(out, m)
		}
	}
	return out
}
