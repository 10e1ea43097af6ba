package backgammon

import "math"

// outlook is what a side may expect of a game.
type outlook struct {
	win    float64 // the chance to win
	gammon float64 // and to win twice as much or more
	lost   float64 // the chance to lose twice as much or more
}

// turned is the same as the other side sees it.
func (o outlook) turned() outlook { return outlook{win: 1 - o.win, gammon: o.lost, lost: o.gammon} }

// better is the same with the chance to win raised by some part, or lowered.
func (o outlook) better(by float64) outlook {
	if o.win > 0 && o.win < 1 {
		win := min(max(o.win+by, 0), 1)
		o.gammon *= win / o.win
		o.lost *= (1 - win) / (1 - o.win)
		o.win = win
	}
	return o
}

// weigh returns the points, in cubes, that a side may expect where winning and
// losing gammons count as much as said.
func (o outlook) weigh(s stakes) float64 { return 2*o.win - 1 + s.gammon*o.gammon - s.lost*o.lost }

// stakes is how much more a gammon counts than a single game: 1 where it counts
// double, 0 where it is worth no more.
type stakes struct{ gammon, lost float64 }

func (s stakes) turned() stakes { return stakes{s.lost, s.gammon} }

// foresee judges a position for the mover, who has moved; the opponent rolls.
func foresee(m *Men) outlook {
	switch {
	case m.Own[off] == checkers:
		return outlook{win: 1, gammon: float64(oneIf(m.Opp[off] == 0))}
	case m.Opp[off] == checkers:
		return outlook{lost: float64(oneIf(m.Own[off] == 0))}
	}
	var o outlook
	met := contact(m)
	if met {
		o.win = struggle(m)
	} else {
		o.win = race(&m.Own, &m.Opp)
	}
	o.gammon = o.win * gammons(&m.Own, &m.Opp, false, met)
	o.lost = (1 - o.win) * gammons(&m.Opp, &m.Own, true, met)
	return o
}

// struggle is the chance of the mover, who has moved, where the sides have not
// passed each other.
func struggle(m *Men) float64 {
	own, opp := look(&m.Own, &m.Opp), look(&m.Opp, &m.Own)
	sum := fitted.bias
	for a := range aspects {
		sum += fitted.own[a]*own[a] + fitted.opp[a]*opp[a]
	}
	return logistic(sum)
}

// gammons is how likely a winner is to win a gammon: by how many rolls it will be
// done before the loser has brought all checkers home and borne one off. Where
// the loser can still be hit, or the winner, that says less. rolls: the winner is
// on roll.
func gammons(winner, loser *[26]int8, rolls, contact bool) float64 {
	if loser[off] > 0 {
		return 0
	}
	away := 0
	for p := 7; p <= bar; p++ {
		away += (p - 6) * int(loser[p])
	}
	mine, theirs := rollsLeft(winner), 1+0.12*float64(away)
	lead := theirs - mine - 0.5
	if rolls {
		lead++
	}
	lead /= math.Sqrt(mine + theirs)
	if contact {
		return logistic(0.16 + 1.01*lead)
	}
	return logistic(0.99 + 4.82*lead)
}

// race is the chance of the side that is not on roll where the sides have passed
// each other: the rolls that it is ahead, half a roll less, against how far
// chance can still carry either side.
func race(waits, rolls *[26]int8) float64 {
	mine, theirs := rollsLeft(waits), rollsLeft(rolls)
	return logistic(4 * (theirs - mine - 0.5) / math.Sqrt(mine+theirs))
}

// rollsLeft is how many rolls a side needs on average to bear all its checkers
// off: its pips, and what it will roll in vain, for checkers piled up on low
// points above all. The numbers are least squares over 6,000 races; it is off by
// 0.42 times the square root of the rolls.
func rollsLeft(side *[26]int8) float64 {
	left := checkers - int(side[off])
	n := 0.64 + 0.114*float64(pips(side)) + 0.072*float64(left) +
		0.18*float64(max(side[1]-1, 0)) + 0.11*float64(max(side[2]-1, 0)) + 0.075*float64(max(side[3]-2, 0))
	for p := 4; p <= 6; p++ {
		if side[p] == 0 {
			n += 0.075
		}
	}
	if left <= 2 {
		n -= 0.2
	}
	return n
}

// logistic turns what speaks for a side into a chance.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
