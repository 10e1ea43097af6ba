package enginetest

import (
	"fmt"
	"slices"

	"plylog/engines"
)

// lawCorrect: who may correct is a seat of a game that goes on; who may not, or
// sends nonsense, is refused.
func lawCorrect(v view) error {
	c, ok := v.pos.(engines.Corrector)
	if !ok {
		return nil
	}
	for _, by := range []engines.Seat{engines.Nobody, engines.First, engines.Second, engines.Chance, 9} {
		tries := []engines.Move{"", "no such move", "\xff\x00", engines.Pass}
		may := c.MayCorrect(by)
		if may && (v.over || !by.Plays()) {
			return fmt.Errorf("%s may correct, and the game is over: %t", by, v.over)
		}
		if !may && len(v.choices) > 0 {
			tries = append(tries, v.choices[0].Move)
		}
		for _, m := range tries {
			next, err := c.Correct(by, m)
			if _, err := refusal(v.suite.Engine, err, by, m); err != nil {
				return fmt.Errorf("a correction by %w", err)
			}
			if next != nil {
				return fmt.Errorf("a correction by %s to %q brought a position beside its refusal", by, m)
			}
		}
	}
	return nil
}

// slip holds a move that was accepted and is no choice to what alone excuses it:
// whoever made it may correct it, into a choice and to where that leads.
func (s Suite) slip(p, next engines.Position, by engines.Seat, canon engines.Move) error {
	c, ok := next.(engines.Corrector)
	if !ok || !c.MayCorrect(by) {
		return fmt.Errorf("is played as %q, which is no choice", canon)
	}
	corrected := func(choice engines.Choice) bool {
		got, err := c.Correct(by, choice.Move)
		if err != nil {
			return false
		}
		want, err := p.Play(by, choice.Move)
		return err == nil && got.Board() == want.Board()
	}
	if !slices.ContainsFunc(p.Choices(by), corrected) {
		return fmt.Errorf("is played as %q, which is no choice and cannot be corrected into one", canon)
	}
	return nil
}
