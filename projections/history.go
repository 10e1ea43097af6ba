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

	undone spans
	plies  int // how many moves stand
}

// Entry is one event of a MoveList, with what stood after it.
type Entry struct {
	Played
	Ply      int // moved and corrected: which of the game's moves it is, 1, 2, 3 …, not counting what had been taken back by then
	Corrects int // corrected: the event whose move it replaces
	Clock    *events.Clock
	Board    string
	Result   *events.Result // of the event that ended the game
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
func nextMoves(l *MoveList, e *events.Event, _ bool) (*MoveList, error) {
	next := &MoveList{Game: e.Game, Version: e.N}
	if l != nil {
		next.Moves, next.undone, next.plies = l.Moves, l.undone, l.plies
	}
	m := Entry{Played: played(e), Clock: e.After.Clock, Board: e.After.Board, Result: e.After.Result}
	switch {
	case m.To != 0:
		undone, err := next.undone.add(m.To, e.N)
		if err != nil {
			return nil, err
		}
		next.undone, next.plies = undone, 0
		if last := next.last(m.To, events.Nobody); last != nil {
			next.plies = last.Ply
		}
	case m.Type == events.TypeMoved:
		next.plies++
		m.Ply = next.plies
	case m.Type == events.TypeCorrected:
		if old := next.last(e.N-1, m.Seat); old != nil {
			m.Corrects, m.Ply = old.N, old.Ply
		}
	}
	next.Moves = append(next.Moves, m)
	return next, nil
}

// last returns the last move up to event n that stands, of a seat or, for Nobody,
// of any; nil if there is none.
func (l *MoveList) last(n int, seat events.Seat) *Entry {
	for i := n - 1; i >= 0; i-- {
		if m := &l.Moves[i]; m.Ply > 0 && (m.Seat == seat || seat == events.Nobody) && !l.undone.has(m.N) {
			return m
		}
	}
	return nil
}

// corrected returns which events a later one put right that stands itself.
func (l *MoveList) corrected() map[int]bool {
	var list map[int]bool
	for i := range l.Moves {
		if m := &l.Moves[i]; m.Corrects != 0 && !l.undone.has(m.N) {
			if list == nil {
				list = make(map[int]bool)
			}
			list[m.Corrects] = true
		}
	}
	return list
}

// AppendJSON appends the list as it is served, with the board after each event
// if boards is set. The moves that stand are those with a ply that are neither
// undone nor corrected.
func (l *MoveList) AppendJSON(b []byte, boards bool) []byte {
	b = append(b, '{')
	b = textField(b, "game", l.Game.String())
	b = number(b, "version", int64(l.Version))
	b = append(key(b, "moves"), '[')
	corrected := l.corrected()
	for i := range l.Moves {
		if i > 0 {
			b = append(b, ',')
		}
		m := &l.Moves[i]
		b = m.appendJSON(b, true)
		if m.Ply != 0 {
			b = number(b, "ply", int64(m.Ply))
		}
		if m.Corrects != 0 {
			b = number(b, "corrects", int64(m.Corrects))
		}
		if corrected[m.N] {
			b = append(key(b, "corrected"), "true"...)
		}
		if moves(m.Type) && l.undone.has(m.N) {
			b = append(key(b, "undone"), "true"...)
		}
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
