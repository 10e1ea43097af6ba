package projections

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"plylog/events"
)

// Repetition is the projection of how often positions have stood, in games whose
// rules count that. It counts by itself, whole boards from the log, and holds
// every event to it: an event that claims another count damages its game. What
// is taken back never stood; a correction replaces the position that stands. In a
// game that began with a line, whose boards are not in its log, the first count
// of a board is taken as the event says it; the rules have held it to the line.
type Repetition struct{ view *view[*Repetitions] }

// Repetitions is how often the positions of a game have stood up to one version.
// One that was given out never changes.
type Repetitions struct {
	Game    events.GameID
	Version int

	board  string
	seen   int
	lined  bool // the game began with a line that had been played before
	undone spans
	stood  []occurrence // without what was taken back or put right
	// count is shared by all values of a game and belongs to whoever makes the
	// next one; nobody else reads it.
	count map[string]int
}

// occurrence is one time that a position stood.
type occurrence struct {
	board string
	seen  int
	n     int
}

// Stood is a position that counts.
type Stood struct {
	Board string `json:"board"`
	Count int    `json:"count"`
	Last  int    `json:"last"` // the event that brought it about last
}

// Name implements Projection.
func (*Repetition) Name() string { return "repetition" }

// Apply implements Projection.
func (r *Repetition) Apply(e *events.Event) error { return r.view.apply(e) }

// Damage implements Projection: what is damaged is looked up when it is read.
func (*Repetition) Damage(events.GameID, int, error) {}

// Counts returns how often positions have stood up to now; in a damaged game, up
// to what can be trusted. Errors: ErrNoGame, ErrDamaged, or what the log answers.
func (r *Repetition) Counts(ctx context.Context, game events.GameID) (*Repetitions, error) {
	c, _, err := r.view.now(ctx, game)
	return c, err
}

// At returns the counts at version n. Errors: ErrPast, *FutureError and those of
// Counts.
func (r *Repetition) At(ctx context.Context, game events.GameID, n int) (*Repetitions, error) {
	return r.view.at(ctx, game, n)
}

// nextCounts makes the counts after an event.
func nextCounts(r *Repetitions, e *events.Event, own bool) (*Repetitions, error) {
	var next Repetitions
	if r != nil {
		next = *r
	}
	if err := next.add(e); err != nil {
		return nil, err
	}
	if r == nil || !own {
		r = new(Repetitions)
	}
	*r = next
	return r, nil
}

// add makes the counts what they are after an event. Nothing that values share is
// touched before the event is known to be right.
func (r *Repetitions) add(e *events.Event) error {
	if c, ok := e.Data.(*events.Created); ok {
		r.lined = len(c.Line) > 0
	}
	a := &e.After
	moved := moves(e.Type) || a.Board != r.board
	begun, seen := r.Version > 0, r.seen
	r.Game, r.Version = e.Game, e.N
	r.board, r.seen = a.Board, a.Seen
	keep := len(r.stood)
	switch to := takenBack(e); {
	case to != 0:
		return r.takeBack(to, e)
	case e.Type == events.TypeCorrected && keep > 0:
		keep-- // the position that stands never stood
	case !moved:
		if begun && a.Seen != seen {
			return fmt.Errorf("the position that stands has stood %d times, not %d", seen, a.Seen)
		}
		return nil
	}
	if a.Seen == 0 {
		if keep > 0 {
			return fmt.Errorf("positions count since event %d, but this one does not", r.stood[0].n)
		}
		r.forget(keep)
		return nil
	}
	have, known := r.count[a.Board]
	want := have + 1
	if !known && r.lined {
		want = max(a.Seen, 1) // it may have stood before the game began
	}
	if keep < len(r.stood) && r.stood[keep].board == a.Board {
		want--
	}
	if a.Seen != want {
		return fmt.Errorf("the position has stood %d times, not %d", want, a.Seen)
	}
	r.forget(keep)
	if r.count == nil {
		r.count = make(map[string]int)
	}
	r.count[a.Board] = a.Seen
	r.stood = append(r.stood, occurrence{board: a.Board, seen: a.Seen, n: e.N})
	return nil
}

// takeBack makes the counts what they were after event to. The position that
// event e says stands again must be the one of then.
func (r *Repetitions) takeBack(to int, e *events.Event) (err error) {
	if r.undone, err = r.undone.add(to, e.N); err != nil {
		return err
	}
	keep, _ := slices.BinarySearchFunc(r.stood, to+1, func(o occurrence, n int) int { return o.n - n })
	var then occurrence
	if keep > 0 {
		then = r.stood[keep-1]
	}
	switch a := &e.After; {
	case a.Seen != then.seen:
		return fmt.Errorf("the position of event %d had stood %d times, not %d", to, then.seen, a.Seen)
	case then.seen > 0 && a.Board != then.board:
		return fmt.Errorf("event %d went to another position", to)
	}
	r.forget(keep)
	return nil
}

// forget keeps the first occurrences and no other.
func (r *Repetitions) forget(after int) {
	if after == len(r.stood) {
		return
	}
	for _, o := range slices.Backward(r.stood[after:]) {
		if o.seen > 1 {
			r.count[o.board] = o.seen - 1
		} else {
			delete(r.count, o.board)
		}
	}
	r.stood = slices.Clip(r.stood[:after]) // older values look at what follows
}

// moves reports whether an event of a type brings a position about, even if it
// is one that stood before.
func moves(t events.Type) bool {
	switch t {
	case events.TypeCreated, events.TypeMoved, events.TypeRolled, events.TypeDoubled, events.TypeTook, events.TypeDropped, events.TypeCorrected:
		return true
	}
	return false
}

// Positions lists the positions that count, in the order in which they first
// stood.
func (r *Repetitions) Positions() []Stood {
	at := make(map[string]int, len(r.stood))
	var list []Stood
	for _, o := range r.stood {
		i, ok := at[o.board]
		if !ok {
			i = len(list)
			at[o.board] = i
			list = append(list, Stood{Board: o.board})
		}
		list[i].Count, list[i].Last = o.seen, o.n
	}
	return list
}

// AppendJSON appends the counts as they are served. barred, where not nil, is a
// JSON array that somebody who knows the rules adds.
func (r *Repetitions) AppendJSON(b []byte, barred json.RawMessage) []byte {
	b = append(b, '{')
	b = textField(b, "game", r.Game.String())
	b = number(b, "version", int64(r.Version))
	b = append(key(b, "positions"), '[')
	for i, p := range r.Positions() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		b = textField(b, "board", p.Board)
		b = number(b, "count", int64(p.Count))
		b = number(b, "last", int64(p.Last))
		b = append(b, '}')
	}
	b = append(b, ']')
	if barred != nil {
		b = append(key(b, "barred"), barred...)
	}
	return append(b, '}')
}

// MarshalJSON implements json.Marshaler, without what is barred.
func (r *Repetitions) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil, nil), nil }
