package enginetest

import (
	"fmt"

	"plylog/engines"
)

// lawChance: chance has outcomes exactly when the game waits for it, each of
// them can be drawn, and
// nothing else can.
func lawChance(v view) error {
	d, ok := v.pos.(engines.Drawer)
	if !ok {
		if v.turn == engines.Chance {
			return fmt.Errorf("chance is on turn in a game without a Drawer")
		}
		return nil
	}
	outcomes := d.Outcomes()
	if (len(outcomes) > 0) != (v.turn == engines.Chance) {
		return fmt.Errorf("%s is on turn with %d outcomes", v.turn, len(outcomes))
	}
	seen := map[string]bool{}
	for _, o := range outcomes {
		if o.Weight < 1 || o.Name == "" || seen[o.Name] {
			return fmt.Errorf("outcome %q of weight %d: want a name of its own and a weight above 0", o.Name, o.Weight)
		}
		seen[o.Name] = true
		next, err := d.Draw(o.Name)
		if err != nil {
			return fmt.Errorf("the outcome %q cannot be drawn: %w", o.Name, err)
		}
		if next == nil {
			return fmt.Errorf("the outcome %q leads to no position", o.Name)
		}
	}
	for _, bad := range []string{"", "7-7", "no such outcome", "\xff"} {
		next, err := d.Draw(bad)
		if _, problem := named(v.suite.Engine, err); problem != nil {
			return fmt.Errorf("the outcome %q %w", bad, problem)
		}
		if next != nil {
			return fmt.Errorf("the outcome %q brought a position beside its refusal", bad)
		}
	}
	return nil
}

// lawPass: a pass is the only choice where it must be, and none elsewhere.
func lawPass(v view) error {
	p, ok := v.pos.(engines.Passer)
	if !ok {
		return nil
	}
	must := p.MustPass()
	if must && (len(v.choices) != 1 || v.choices[0].Move != engines.Pass) {
		return fmt.Errorf("the seat must pass and has the choices %q", moves(v.choices))
	}
	if must || !v.turn.Plays() {
		return nil
	}
	for _, c := range v.choices {
		if c.Move == engines.Pass {
			return fmt.Errorf("pass is a choice and MustPass is false")
		}
	}
	_, err := refuses(v.suite.Engine, v.pos, v.turn, engines.Pass)
	return err
}

// lawClaims: a listed claim succeeds, and nonsense is neither a claim nor the
// value of a resignation.
func lawClaims(v view) error {
	for _, by := range []engines.Seat{engines.First, engines.Second} {
		if c, ok := v.pos.(engines.Claimer); ok {
			for _, claim := range c.Claims(by) {
				if _, err := c.Claim(by, claim); err != nil {
					return fmt.Errorf("%s cannot claim %q, which is listed: %w", by, claim, err)
				}
			}
			_, err := c.Claim(by, "no such claim")
			if _, problem := named(v.suite.Engine, err); problem != nil {
				return fmt.Errorf("a claim that does not exist %w", problem)
			}
		}
		if r, ok := v.pos.(engines.Resigner); ok {
			_, _, err := r.Resign(by, "no such value")
			if _, problem := named(v.suite.Engine, err); problem != nil {
				return fmt.Errorf("resigning for a value that does not exist %w", problem)
			}
		}
	}
	return nil
}
