package backgammon

import "plylog/engines"

// level is one strength of the bots.
type level struct {
	blunders int // of a hundred turns, how many are drawn at random
	blur     int // judgements are off by up to so many thousandths of a cube
	few      int // of how many turns it looks at the opponent's rolls; 0: of none
}

// levels are the strengths of the bots, the weakest first.
var levels = [...]level{
	{blunders: 98, blur: 1000},
	{blunders: 56, blur: 500},
	{blunders: 32, blur: 250},
	{blunders: 9, blur: 140},
	{few: 6},
}

// Levels implements engines.Thinker.
func (engine) Levels() int { return len(levels) }

// Think implements engines.Thinker.
func (engine) Think(p engines.Position, by engines.Seat, n int, random func(n int) int, stop func() bool) (engines.Move, error) {
	own, ok := p.(*position)
	if !ok || by != p.Turn() || !by.Plays() {
		_, err := p.Canonical(by, "")
		return "", err
	}
	l := levels[min(max(n, 1), len(levels))-1]
	switch own.phase {
	case moving:
		return own.choose(l, random, stop), nil
	case doubled:
		return own.answers(own.expected(l, random).turned()), nil
	default:
		if own.barsDouble() == nil && own.doubles(own.expected(l, random)) {
			return engines.Double, nil
		}
		return engines.Roll, nil
	}
}

// choose chooses a turn for the dice.
func (p *position) choose(l level, random func(n int) int, stop func() bool) engines.Move {
	m := p.seen(p.turn)
	o := oracle{stakes: p.stakesOf(p.turn)}
	list := o.candidates(&m, int(p.dice[0]), int(p.dice[1]), func() float64 { return l.misjudged(random) })
	if len(list) == 0 {
		return engines.Pass
	}
	best := list[0].turn
	switch {
	case l.blunders > 0 && random(100) < l.blunders:
		best = list[random(len(list))].turn
	case l.few > 0:
		best = o.deepen(list, l.few, stop)
	}
	w := begin(&m)
	return spell(&w, best)
}

// misjudged draws by how much a judgement is off.
func (l level) misjudged(random func(n int) int) float64 {
	if l.blur == 0 {
		return 0
	}
	return float64(random(2*l.blur+1)-l.blur) / 1000
}

// expected is what the side that is about to roll, whose turn it is, may expect
// as a level sees it.
func (p *position) expected(l level, random func(n int) int) outlook {
	m := p.seen(p.turn)
	if l.few > 0 {
		var o oracle
		return o.expect(&m, stakes{1, 1})
	}
	foe := m.Turned()
	return foresee(&foe).turned().better(l.misjudged(random) / 4)
}

// Judge implements engines.Judge. Before the opening roll the chances are even.
func (engine) Judge(p engines.Position, by engines.Seat) int {
	own, ok := p.(*position)
	if !ok || !by.Plays() {
		return 0
	}
	expected := 0.0
	switch own.phase {
	case opening:
		return 0
	case over:
		r, _ := own.Result()
		expected = float64(r.Points) / float64(own.cube)
	default:
		expected = own.standing()
	}
	if by != own.turn {
		expected = -expected
	}
	return int(1000 * expected)
}

// standing is what the seat whose turn it is may expect, in cubes.
func (p *position) standing() float64 {
	m := p.seen(p.turn)
	var o oracle
	even := stakes{1, 1}
	if p.phase == moving {
		return o.reply(&m, int(p.dice[0]), int(p.dice[1]), even).weigh(even)
	}
	return o.roll(&m, even)
}
