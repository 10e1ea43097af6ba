package backgammon

import "slices"

// candidate is a turn that may be played, with what it is worth.
type candidate struct {
	turn  *turn
	worth float64 // points in cubes, for the mover
}

// oracle looks ahead. It holds the buffers for it.
type oracle struct {
	stakes stakes // of the mover of the first position
	mine   Turns
	theirs Turns
}

// candidates lists the turns of a roll, the best ones first. blur returns by how
// much each is misjudged.
func (o *oracle) candidates(m *Men, a, b int, blur func() float64) []candidate {
	o.mine.find(m, a, b)
	list := make([]candidate, len(o.mine.list))
	for i := range list {
		t := &o.mine.list[i]
		list[i] = candidate{t, foresee(&t.men).weigh(o.stakes) + blur()}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.worth > b.worth:
			return -1
		case a.worth < b.worth:
			return 1
		default:
			return 0
		}
	})
	return list
}

// deepen looks one roll further from the best few of the candidates, as long as
// it is not told to stop, and returns the best of them.
func (o *oracle) deepen(list []candidate, few int, stop func() bool) *turn {
	best := list[0]
	for i := range list[:min(few, len(list))] {
		c := list[i]
		if c.turn.men.Own[off] == checkers {
			return c.turn
		}
		if stop() {
			break
		}
		foe := c.turn.men.Turned()
		c.worth = -o.roll(&foe, o.stakes.turned())
		if i == 0 || c.worth > best.worth {
			best = c
		}
	}
	return best.turn
}

// roll returns what the side that is about to roll may expect: the mean over all
// rolls, each played as well as the judgement knows.
func (o *oracle) roll(m *Men, s stakes) float64 { return o.expect(m, s).weigh(s) }

// expect is roll in full.
func (o *oracle) expect(m *Men, s stakes) outlook {
	var sum outlook
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			weight := float64(2-oneIf(a == b)) / 36
			best := o.reply(m, a, b, s)
			sum.win += weight * best.win
			sum.gammon += weight * best.gammon
			sum.lost += weight * best.lost
		}
	}
	return sum
}

// reply is the outlook after the best turn of a roll.
func (o *oracle) reply(m *Men, a, b int, s stakes) outlook {
	o.theirs.find(m, a, b)
	if len(o.theirs.list) == 0 {
		return foresee(m)
	}
	var best outlook
	most := -10.0
	for i := range o.theirs.list {
		out := foresee(&o.theirs.list[i].men)
		if w := out.weigh(s); w > most {
			best, most = out, w
		}
	}
	return best
}
