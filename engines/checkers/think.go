package checkers

import (
	"plylog/engines"
	"plylog/engines/alphabeta"
)

// levels are the strengths of the bots. Each looks at several times as many
// positions as the one below it, and misjudges them less.
var levels = [...]alphabeta.Level{
	{Blunders: 60, Limits: alphabeta.Limits{Depth: 1, Noise: 60}},
	{Blunders: 15, Limits: alphabeta.Limits{Depth: 1, Noise: 30}},
	{Limits: alphabeta.Limits{Depth: 3, Nodes: 400, Noise: 25}},
	{Limits: alphabeta.Limits{Depth: 7, Nodes: 4_000, Noise: 10}},
	{Limits: alphabeta.Limits{Depth: 30, Nodes: 60_000, Noise: 4}},
}

// Levels implements engines.Thinker.
func (engine) Levels() int { return len(levels) }

// Think implements engines.Thinker.
func (engine) Think(p engines.Position, by engines.Seat, level int, random func(n int) int, stop func() bool) (engines.Move, error) {
	own, ok := p.(*position)
	if !ok || by != p.Turn() || !by.Plays() {
		_, err := p.Canonical(by, "")
		return "", err
	}
	problem := own.problem()
	problem.Stop = stop
	m := alphabeta.Choose(searched{}, problem, levels[min(max(level, 1), len(levels))-1], random)
	return m.text(), nil
}

// judging is how far Judge looks.
var judging = alphabeta.Limits{Depth: 8, Nodes: 8_000}

// even is the judgement at which a side is half sure to win.
const even = 120

// Judge implements engines.Judge.
func (engine) Judge(p engines.Position, by engines.Seat) int {
	own, ok := p.(*position)
	if !ok || !by.Plays() {
		return 0
	}
	if r, over := own.Result(); over && r.Winner == engines.Nobody {
		return 0
	}
	problem := own.problem()
	problem.Past = nil // how it stands, not how it has stood
	score := alphabeta.Judge(searched{}, problem, judging)
	if by != own.b.mover() {
		score = -score
	}
	return alphabeta.Chances(score, even)
}

// problem is the position as a search takes it. What has stood before counts as
// drawn, were it to stand again: that way lies the third time.
func (p *position) problem() alphabeta.Problem[board, move] {
	problem := alphabeta.Problem[board, move]{Position: p.b, Moves: p.b.moves(nil)}
	for q := p.prev; q != nil; q = q.prev {
		problem.Past = append(problem.Past, searched{}.Key(q.b))
	}
	return problem
}
