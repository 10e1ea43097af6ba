package baghchal

import (
	"plylog/engines"
	"plylog/engines/alphabeta"
)

// levels are the strengths of the bots. Each looks at several times as many
// positions as the one below it, and misjudges them less.
var levels = [...]alphabeta.Level{
	{Blunders: 80, Limits: alphabeta.Limits{Depth: 1, Noise: 400}},
	{Blunders: 10, Limits: alphabeta.Limits{Depth: 1, Noise: 100}},
	{Limits: alphabeta.Limits{Depth: 2, Nodes: 400, Noise: 150}},
	{Limits: alphabeta.Limits{Depth: 4, Nodes: 2_000, Noise: 150}},
	{Limits: alphabeta.Limits{Depth: 30, Nodes: 60_000, Noise: 20}},
}

// Levels implements engines.Thinker.
func (Engine) Levels() int { return len(levels) }

// Think implements engines.Thinker.
func (Engine) Think(p engines.Position, by engines.Seat, level int, random func(n int) int, stop func() bool) (engines.Move, error) {
	own, ok := p.(*Position)
	if !ok || by != p.Turn() || !by.Plays() {
		_, err := p.Canonical(by, "")
		return "", err
	}
	problem := own.problem()
	problem.Stop = stop
	h := alphabeta.Choose(searched{}, problem, levels[min(max(level, 1), len(levels))-1], random)
	return h.move().canonical(), nil
}

// judging is how far Judge looks.
var judging = alphabeta.Limits{Depth: 6, Nodes: 8_000}

// evenTigers is the judgement at which nobody is ahead: the goats lose one or two
// of theirs even in good games. half is how far from it a side is half sure to win.
const (
	evenTigers = 1_000
	half       = 1_500
)

// Judge implements engines.Judge.
func (Engine) Judge(p engines.Position, by engines.Seat) int {
	own, ok := p.(*Position)
	if !ok || !by.Plays() {
		return 0
	}
	if r, over := own.Result(); over {
		if r.Winner == by {
			return 1000
		}
		return -1000
	}
	problem := own.problem()
	problem.Past = nil // how it stands, not how it has stood
	score := alphabeta.Judge(searched{}, problem, judging)
	if own.side == engines.First {
		score = -score
	}
	chances := alphabeta.Chances(score-evenTigers, half)
	if by == engines.First {
		return -chances
	}
	return chances
}

// problem is the position as a search takes it: the moves that are not barred,
// and what has stood before.
func (p *Position) problem() alphabeta.Problem[board, hop] {
	problem := alphabeta.Problem[board, hop]{Position: p.board}
	for m := range p.moves() {
		if !p.bars(m) {
			problem.Moves = append(problem.Moves, m.hop())
		}
	}
	for q := p.past; q != nil; q = q.older {
		for _, key := range q.run {
			problem.Past = append(problem.Past, keyed(key, 0, p.captured))
		}
	}
	return problem
}
