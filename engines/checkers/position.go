package checkers

import "plylog/engines"

// position is a board with what the draws look back at. It never changes.
type position struct {
	b     board
	draws draws
	end   ending
	quiet uint32    // plies since a man moved or a piece was captured, in this game
	seen  uint32    // how often the position has stood, this time included
	prev  *position // the position before, while it can still stand again; else nil
}

// ending says why a game is over.
type ending uint8

const (
	running    ending = iota
	noMove            // the side to move is blocked
	noPieces          // the side to move has no piece left
	repetition        // drawn by itself: the position has stood three times
	fortyMove         // drawn by itself: forty quiet moves of each side
)

// The reasons of results, and the words of the claims that lead to them.
const (
	wordNoMove     = "no-move"
	wordNoPieces   = "no-pieces"
	wordRepetition = "repetition"
	wordFortyMove  = "forty-move"
)

// begin returns the first position of a game.
func begin(b board, d draws) *position {
	p := &position{b: b, draws: d, seen: 1}
	p.end = p.judge()
	return p
}

// after returns the position after a legal move. A capture and a man's move
// cannot be undone, so nothing that stood before can stand again: the history
// starts afresh.
//
// Rule: CK-18
func (p *position) after(m move) *position {
	n := &position{b: p.b.after(m), draws: p.draws, seen: 1}
	if m.jumps == 0 && p.b.kings&bit(m.from) != 0 {
		n.prev = p
		n.quiet = p.quiet + 1
		n.seen = n.count()
	}
	n.end = n.judge()
	return n
}

// judge says whether and how the game is over. A player who cannot move has lost
// even where a draw would come by itself at the same moment.
//
// Rule: CK-15, CK-18
func (p *position) judge() ending {
	switch {
	case p.b.own == 0:
		return noPieces
	case p.b.stuck():
		return noMove
	case p.draws.repetition == byItself && p.seen >= timesForDraw:
		return repetition
	case p.draws.fortyMove == byItself && p.quiet >= quietForDraw:
		return fortyMove
	default:
		return running
	}
}

// Turn implements engines.Position.
func (p *position) Turn() engines.Seat {
	if p.end != running {
		return engines.Nobody
	}
	return p.b.mover()
}

// Result implements engines.Position.
//
// Rule: CK-15
func (p *position) Result() (engines.Result, bool) {
	switch p.end {
	case noMove:
		return engines.Result{Winner: p.b.mover().Opponent(), Points: 1, Reason: wordNoMove}, true
	case noPieces:
		return engines.Result{Winner: p.b.mover().Opponent(), Points: 1, Reason: wordNoPieces}, true
	case repetition:
		return engines.Result{Reason: wordRepetition}, true
	case fortyMove:
		return engines.Result{Reason: wordFortyMove}, true
	default:
		return engines.Result{}, false
	}
}

// Play implements engines.Position.
func (p *position) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	found, err := p.resolve(by, m)
	if err != nil {
		return nil, err
	}
	return p.after(found), nil
}

// Canonical implements engines.Position.
func (p *position) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	found, err := p.resolve(by, m)
	if err != nil {
		return "", err
	}
	return found.text(), nil
}

// Choices implements engines.Position: ascending by the squares touched.
func (p *position) Choices(by engines.Seat) []engines.Choice {
	if by != p.Turn() || !by.Plays() {
		return nil
	}
	var room [32]move
	list := p.b.moves(room[:0])
	choices := make([]engines.Choice, len(list))
	for i, m := range list {
		choices[i] = engines.Choice{Move: m.text(), Steps: m.steps()}
	}
	return choices
}

// Board implements engines.Position: a PDN FEN.
func (p *position) Board() string {
	var room [mostFEN]byte
	return string(p.b.appendFEN(room[:0]))
}
