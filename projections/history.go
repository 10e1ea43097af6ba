package projections

import (
	"context"

	"plylog/events"
)

// History is the projection of a game's moves as people read them. A game is
// folded when somebody asks and kept up to date from then on, as long as it is
// among those asked for last.
type History struct{ view *view[*MoveList] }

// MoveList is what happened in a game up to one version. It never changes.
type MoveList struct {
	Game    events.GameID
	Version int
	Moves   []Entry // every event of the game, in order
}

// Entry is one event of a MoveList, with what stood after it.
type Entry struct {
	Played
	Clock  *events.Clock
	Board  string
	Result *events.Result // of the event that ended the game
}

// Name implements Projection.
func (*History) Name() string { return "history" }

// Apply implements Projection.
func (h *History) Apply(e *events.Event) error { return h.view.apply(e) }

// Damage implements Projection: what is damaged is looked up when a list is read.
func (*History) Damage(events.GameID, int, error) {}

// Moves returns the list up to now; of a damaged game, up to what can be
// trusted. Errors: ErrNoGame, ErrDamaged, or what the log answers.
func (h *History) Moves(ctx context.Context, game events.GameID) (*MoveList, error) {
	l, _, err := h.view.now(ctx, game)
	return l, err
}

// At returns the list up to version n. Errors: ErrPast, *FutureError and those
// of Moves.
func (h *History) At(ctx context.Context, game events.GameID, n int) (*MoveList, error) {
	return h.view.at(ctx, game, n)
}

// nextMoves makes the list after an event. Lists of one game share their array;
// only the newest is ever added to.
func nextMoves(l *MoveList, e *events.Event) (*MoveList, error) {
	next := &MoveList{Game: e.Game, Version: e.N}
	if l != nil {
		next.Moves = l.Moves
	}
	next.Moves = append(next.Moves, Entry{Played: played(e), Clock: e.After.Clock, Board: e.After.Board, Result: e.After.Result})
	return next, nil
}

// AppendJSON appends the list as it is served, with the board after each event
// if boards is set.
func (l *MoveList) AppendJSON(b []byte, boards bool) []byte {
	b = append(b, '{')
	b = textField(b, "game", l.Game.String())
	b = number(b, "version", int64(l.Version))
	b = append(key(b, "moves"), '[')
	for i := range l.Moves {
		if i > 0 {
			b = append(b, ',')
		}
		m := &l.Moves[i]
		b = m.appendJSON(b, true)
		b = clock(b, m.Clock)
		b = result(b, m.Result)
		if boards {
			b = textField(b, "board", m.Board)
		}
		b = append(b, '}')
	}
	return append(b, ']', '}')
}

// MarshalJSON implements json.Marshaler, without boards.
func (l *MoveList) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil, false), nil }
