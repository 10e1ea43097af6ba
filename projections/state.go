package projections

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"plylog/events"
)

// State is what a game looks like at one version. One that was given out never changes.
type State struct {
	Facts
	text atomic.Pointer[[]byte]
}

// Facts is what a State says.
type Facts struct {
	Game    events.GameID
	Kind    string
	Ruleset int
	Version int // the number of events
	Status  Status
	Board   string
	Turn    events.Seat
	Names   [2]string          // the field's words for the first and second seat, where the Set knows them
	Seats   [2]events.PlayerID // who sits first and second; empty: open
	Options json.RawMessage    // as created; nil for the defaults
	Start   string             // the start position, where it is not the usual one
	Private bool
	Dice    string          // "delegated", "shared", "recorded"; empty in games without dice
	Control json.RawMessage // the time control as created; nil: none
	Abandon int64           // milliseconds without a move after which the opponent may claim the game; 0: never
	Series  *events.Series  // nil: the game begins a series of its own, if any
	Invited events.PlayerID // who alone may take the free seat; empty: anybody
	Origin  *events.Origin  // where the game comes from, without tags; nil: it was begun here
	Seen    int             // how often this position has stood, where repetition counts
	Offer   *events.Offer
	Result  *events.Result // nil while the game goes on
	Clock   *events.Clock
	Paused  *Act   // not nil: an administrator stopped the game
	Closed  *Act   // not nil: an administrator closed the game, which is damaged
	Last    Played // event number Version
	Created time.Time
	Updated time.Time

	// The last event as stored, and what it follows: the chain's head is worked
	// out when somebody asks, not for every event.
	raw  []byte
	prev events.Hash
}

// Head returns the hash of event number Version: what the game's chain has come to.
func (f *Facts) Head() events.Hash { return events.Link(f.prev, f.raw) }

// Namer tells what the field calls the seats of a kind of game, first and second.
type Namer func(kind string, ruleset int) [2]string

// next makes the state after an event.
func (n Namer) next(s *State, e *events.Event, own bool) (*State, error) {
	c, created := e.Data.(*events.Created)
	switch {
	case created:
		s = new(State)
	case e.Kind != s.Kind || e.Ruleset != s.Ruleset:
		return nil, fmt.Errorf("event %d is of a game of %s/%d, the game is %s/%d", e.N, e.Kind, e.Ruleset, s.Kind, s.Ruleset)
	case !own:
		s = &State{Facts: s.Facts}
	}
	f := &s.Facts
	if created {
		f.Game, f.Kind, f.Ruleset = e.Game, e.Kind, e.Ruleset
		f.Options = bytes.Clone(c.Options) // not to keep the whole event
		f.Start, f.Private, f.Dice = c.Board, c.Private, c.Dice
		f.Control, f.Abandon, f.Series, f.Invited = bytes.Clone(c.Clock), c.Abandon, c.Series, c.Invited
		f.Origin = untagged(c.Origin)
		f.Created = e.Time
		if n != nil {
			f.Names = n(e.Kind, e.Ruleset)
		}
	}
	f.Version = e.N
	f.Seats = seated(f.Seats, e)
	f.Status = statusAfter(e, f.Seats)
	f.Board, f.Turn, f.Seen = e.After.Board, e.After.Turn, e.After.Seen
	f.Offer, f.Result, f.Clock = e.After.Offer, e.After.Result, e.After.Clock
	f.Paused = paused(f.Paused, e)
	f.Last = played(e)
	f.Updated = e.Time
	f.raw, f.prev = e.Raw, e.Prev
	return s, nil
}

// untagged returns an origin without its tags, which may be many; a record that
// is exported has them from the event.
func untagged(o *events.Origin) *events.Origin {
	if o == nil {
		return nil
	}
	short := *o
	short.Tags = nil
	return &short
}

// damaged returns the state with StatusDamaged.
func (s *State) damaged(broken *BrokenError) *State {
	d := &State{Facts: s.Facts}
	d.Status, d.Closed = StatusDamaged, broken.Closed
	return d
}

// JSON returns the state as it is served. The bytes are made once; nobody may
// change them.
func (s *State) JSON() []byte {
	if b := s.text.Load(); b != nil {
		return *b
	}
	b := s.AppendJSON(make([]byte, 0, 1024))
	b = bytes.Clone(b)
	s.text.Store(&b)
	return b
}

// MarshalJSON implements json.Marshaler.
func (s *State) MarshalJSON() ([]byte, error) { return s.JSON(), nil }

// AppendJSON appends the facts as they are served.
func (f *Facts) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = textField(b, "id", f.Game.String())
	b = textField(b, "kind", f.Kind)
	b = number(b, "ruleset", int64(f.Ruleset))
	b = number(b, "version", int64(f.Version))
	b = textField(b, "status", string(f.Status))
	b = textField(b, "board", f.Board)
	b = textField(b, "turn", f.Turn.String())
	if f.Names != [2]string{} {
		b = append(key(b, "names"), '{')
		b = textField(b, "first", f.Names[0])
		b = textField(b, "second", f.Names[1])
		b = append(b, '}')
	}
	b = seats(b, f.Seats)
	if len(f.Options) > 0 {
		b = append(key(b, "options"), f.Options...)
	}
	b = optional(b, "start", f.Start)
	if f.Private {
		b = append(key(b, "private"), "true"...)
	}
	b = optional(b, "dice", f.Dice)
	if len(f.Control) > 0 {
		b = append(key(b, "control"), f.Control...)
	}
	if f.Abandon > 0 {
		b = number(b, "abandon", f.Abandon)
	}
	b = series(b, f.Series)
	if f.Status == StatusOpen {
		b = optional(b, "invited", string(f.Invited))
	}
	b = origin(b, f.Origin)
	if f.Seen > 0 {
		b = number(b, "seen", int64(f.Seen))
	}
	b = offer(b, f.Offer)
	b = result(b, f.Result)
	b = clock(b, f.Clock)
	b = act(b, "paused", f.Paused)
	b = act(b, "closed", f.Closed)
	b = f.Last.appendJSON(key(b, "last"), false)
	b = moment(b, "created", f.Created)
	b = moment(b, "updated", f.Updated)
	b = hash(b, "head", f.Head())
	return append(b, '}')
}
