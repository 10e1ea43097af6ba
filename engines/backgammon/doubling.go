package backgammon

import "plylog/engines"

// What the right to turn the cube is worth, as a chance to win.
const (
	holding = 0.035 // to who alone may turn it
	keeping = 0.12  // to who could turn it now and waits, as long as the opponent could turn it later
)

// doubles reports whether the seat that is about to roll does well to double, as
// it may. o is what it may expect. An opponent who would take gets a game at
// twice the stakes and the cube with it, which has to be better than waiting; one
// who would drop is let off only where playing on for a gammon is worth less.
func (p *position) doubles(o outlook) bool {
	after, before := o, o
	if !p.deadFor(p.turn.Opponent(), 2*p.cube) {
		after, before = o.better(-holding), o.better(keeping)
	}
	taken, dropped := p.expects(after, p.turn, 2*p.cube), p.gains(p.turn, p.cube)
	if taken >= dropped {
		return dropped >= p.expects(o, p.turn, p.cube)
	}
	return taken >= p.expects(before, p.turn, p.cube)
}

// answers returns what a seat does well to answer a double with. o is what it may
// expect of the game.
func (p *position) answers(o outlook) engines.Move {
	me := p.turn.Opponent()
	if p.barsBeaver() == nil && o.win > 0.5 && o.weigh(stakes{1, 1}) > 0 {
		return engines.Double
	}
	if !p.deadFor(me, 2*p.cube) {
		o = o.better(holding)
	}
	if p.expects(o, me, 2*p.cube) < p.gains(me, -p.cube) {
		return engines.Drop
	}
	return engines.Take
}

// deadFor reports whether a cube at a value is of no use to a seat, which needs
// no more points.
func (p *position) deadFor(seat engines.Seat, value int) bool {
	need, limited := p.terms.need(seat)
	return limited && need <= value
}

// stakesOf is how much gammons count to a seat at the cube as it stands.
func (p *position) stakesOf(seat engines.Seat) stakes {
	counts := func(seat engines.Seat) float64 {
		if p.counted(2) == 1 || p.deadFor(seat, p.cube) {
			return 0
		}
		return 1
	}
	return stakes{counts(seat), counts(seat.Opponent())}
}

// expects is what a seat may expect of a game with the cube at a value.
func (p *position) expects(o outlook, seat engines.Seat, cube int) float64 {
	double := 2
	if p.terms.jacoby && cube == 1 {
		double = 1
	}
	return (o.win-o.gammon)*p.gains(seat, cube) + o.gammon*p.gains(seat, double*cube) +
		(1-o.win-o.lost)*p.gains(seat, -cube) + o.lost*p.gains(seat, -double*cube)
}

// gains is what points are worth to a seat, negative ones being the opponent's:
// in unlimited play just that, in a match what they do to the chances to win it.
func (p *position) gains(seat engines.Seat, points int) float64 {
	mine, limited := p.terms.need(seat)
	if !limited {
		return float64(points)
	}
	theirs, _ := p.terms.need(seat.Opponent())
	if points > 0 {
		mine -= points
	} else {
		theirs += points
	}
	switch {
	case mine <= 0:
		return 1
	case theirs <= 0:
		return 0
	default:
		// Janowski's rule of thumb for the score of a match.
		return 0.5 + 0.85*float64(theirs-mine)/float64(max(mine, theirs)+6)
	}
}
