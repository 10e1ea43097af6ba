package backgammon

import "plylog/engines"

// Outcomes implements engines.Drawer: in the opening "3-1" is a 3 of the first
// seat and a 1 of the second, 36 outcomes alike; later 21 rolls, the higher die
// first, of which those of two different dice weigh double.
//
// Rule: BG-3, BG-5
func (p *position) Outcomes() []engines.Outcome {
	var list []engines.Outcome
	switch p.phase {
	case opening:
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				list = append(list, engines.Outcome{Name: diceName(a, b), Weight: 1})
			}
		}
	case rolling:
		for a := 6; a >= 1; a-- {
			for b := a; b >= 1; b-- {
				list = append(list, engines.Outcome{Name: diceName(a, b), Weight: 2 - oneIf(a == b)})
			}
		}
	}
	return list
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func diceName(a, b int) string { return string([]byte{'0' + byte(a), '-', '0' + byte(b)}) }

// readDice reads two dice, "6-5".
func readDice(s string) (a, b uint8, ok bool) {
	if len(s) != 3 || s[1] != '-' || s[0] < '1' || s[0] > '6' || s[2] < '1' || s[2] > '6' {
		return 0, 0, false
	}
	return s[0] - '0', s[2] - '0', true
}

// Draw implements engines.Drawer. Equal dice in the opening change nothing: they
// are thrown again.
func (p *position) Draw(outcome string) (engines.Position, error) {
	next, refusal := p.draw(outcome)
	if refusal != nil {
		return nil, refusal
	}
	return next, nil
}

func (p *position) draw(outcome string) (*position, *engines.IllegalError) {
	refuse := func(rule, code, detail string) (*position, *engines.IllegalError) {
		return nil, refusal(engines.Chance, engines.Move(outcome), rule, code, detail)
	}
	if p.phase != opening && p.phase != rolling {
		return refuse("BG-5", "no-dice-awaited", "nobody has thrown the dice")
	}
	a, b, ok := readDice(outcome)
	if !ok {
		return refuse("BG-5", "bad-dice", "two dice are written 6-5, each 1 to 6")
	}
	next := *p
	if p.phase == opening {
		// Rule: BG-3
		switch {
		case a == b:
			return p, nil
		case a > b:
			next.turn = engines.First
		default:
			next.turn = engines.Second
		}
		// Rule: BG-4
		if p.terms.afresh {
			next.phase = reroll
			return &next, nil
		}
	}
	next.phase = moving
	next.dice = [2]uint8{max(a, b), min(a, b)}
	return &next, nil
}
