package reversi

import (
	"plylog/engines"
	"plylog/engines/alphabeta"
)

// level is one strength of the bots.
type level struct {
	alphabeta.Level
	ends      int // with so many empty squares left, or fewer, it plays the game out
	endsNodes int // and looks at so many positions for that
}

// levels are the strengths of the bots. Each looks at several times as many
// positions as the one below it, and misjudges them less.
var levels = [...]level{
	{Level: alphabeta.Level{Blunders: 60, Limits: alphabeta.Limits{Depth: 1, Noise: 800}}},
	{Level: alphabeta.Level{Blunders: 15, Limits: alphabeta.Limits{Depth: 1, Noise: 500}}},
	{Level: alphabeta.Level{Limits: alphabeta.Limits{Depth: 2, Nodes: 200, Noise: 350}}},
	{Level: alphabeta.Level{Limits: alphabeta.Limits{Depth: 5, Nodes: 2_000, Noise: 150}}, ends: 8, endsNodes: 20_000},
	{Level: alphabeta.Level{Limits: alphabeta.Limits{Depth: 20, Nodes: 30_000, Noise: 30}}, ends: 12, endsNodes: 400_000},
}

// Levels implements engines.Thinker.
func (engine) Levels() int { return len(levels) }

// Think implements engines.Thinker.
func (engine) Think(p engines.Position, by engines.Seat, n int, random func(n int) int, stop func() bool) (engines.Move, error) {
	own, ok := of(p)
	if !ok || by != p.Turn() || !by.Plays() {
		_, err := p.Canonical(by, "")
		return "", err
	}
	l := levels[min(max(n, 1), len(levels))-1]
	if own.empties() <= l.ends {
		l.Limits = alphabeta.Limits{Depth: discsEach * 2, Nodes: l.endsNodes}
	}
	start := own.node()
	m := alphabeta.Choose(searched{}, alphabeta.Problem[node, placing]{
		Position: start, Moves: searched{}.Moves(start, nil), Stop: stop,
	}, l.Level, random)
	if m == passing {
		return engines.Pass, nil
	}
	return p.Canonical(by, engines.Move(nameOf(int(m)))) // by hand, with the discs it turns
}

// judging is how far Judge looks.
var judging = alphabeta.Limits{Depth: 6, Nodes: 4_000}

// even is the judgement at which a side is half sure to win.
const even = 2_500

// Judge implements engines.Judge.
func (engine) Judge(p engines.Position, by engines.Seat) int {
	own, ok := of(p)
	if !ok || !by.Plays() {
		return 0
	}
	start := own.node()
	score := alphabeta.Judge(searched{}, alphabeta.Problem[node, placing]{Position: start, Moves: searched{}.Moves(start, nil)}, judging)
	if by != own.side {
		score = -score
	}
	return alphabeta.Chances(score, even)
}

func (p *position) node() node {
	own, opp := p.discs()
	return node{own, opp}
}
