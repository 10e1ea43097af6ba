package checkers

import (
	"fmt"

	"plylog/engines"
)

// What makes a draw: the same position three times, or forty moves of each side
// without a capture or a man's move.
const (
	timesForDraw = 3
	quietForDraw = 2 * 40
)

// custom says how one kind of draw comes about in a game.
type custom uint8

const (
	claimed  custom = iota // when a player claims it
	byItself               // without anybody's doing
	never
)

// draws are the customs a game is played under.
type draws struct {
	repetition, fortyMove custom
	agreed                bool // the players may agree on a draw
}

// count looks back for the last time the same board stood with the same side to
// move, which is an even number of plies ago: every step leads from an odd row to
// an even one or back. Boards are compared whole.
func (p *position) count() uint32 {
	for q := p.prev; q != nil && q.prev != nil; {
		q = q.prev
		if q.b == p.b {
			return q.seen + 1
		}
		q = q.prev
	}
	return 1
}

// Seen implements engines.Repeater; 0 in a game without draws by repetition.
func (p *position) Seen() int {
	if p.draws.repetition == never {
		return 0
	}
	return int(p.seen)
}

// MayAgree implements engines.Agreer.
//
// Rule: CK-18
func (p *position) MayAgree() bool { return p.draws.agreed && p.end == running }

// Claims implements engines.Claimer. A claim is about the position that stands;
// either player may make it, whoever is to move.
//
// Rule: CK-18
func (p *position) Claims(by engines.Seat) []string {
	if !by.Plays() || p.end != running {
		return nil
	}
	var open []string
	if p.draws.repetition == claimed && p.seen >= timesForDraw {
		open = append(open, wordRepetition)
	}
	if p.draws.fortyMove == claimed && p.quiet >= quietForDraw {
		open = append(open, wordFortyMove)
	}
	return open
}

// Claim implements engines.Claimer.
//
// Rule: CK-18
func (p *position) Claim(by engines.Seat, what string) (engines.Result, error) {
	refuse := func(code, detail string) (engines.Result, error) {
		return engines.Result{}, refusal(by, engines.Move(what), "CK-18", code, detail)
	}
	switch {
	case !by.Plays():
		return refuse("not-your-turn", "only the two players may claim a draw")
	case p.end != running:
		return refuse("game-over", "the game is over already")
	}
	switch what {
	case wordRepetition:
		if p.draws.repetition == never {
			return refuse("claim-off", "this game is played without draws by repetition")
		}
		if p.seen < timesForDraw {
			return refuse("no-repetition", fmt.Sprintf("this position has stood %s; a draw takes three times", times(p.seen)))
		}
	case wordFortyMove:
		if p.draws.fortyMove == never {
			return refuse("claim-off", "this game is played without draws by forty moves")
		}
		if p.quiet < quietForDraw {
			return refuse("no-forty-move", fmt.Sprintf(
				"%d plies without a capture or a man's move; a draw takes %d", p.quiet, quietForDraw))
		}
	default:
		return refuse("no-such-claim", "the claims of checkers are repetition and forty-move")
	}
	return engines.Result{Reason: what}, nil
}

func times(n uint32) string {
	if n == 1 {
		return "once"
	}
	return "twice"
}
