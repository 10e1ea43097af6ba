package projections

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// Concern is why a game is a player's business now.
type Concern string

// The closed set of concerns.
const (
	ConcernInvited  Concern = "invited"  // a seat is kept for the player
	ConcernTurn     Concern = "turn"     // it is the player's turn
	ConcernOffered  Concern = "offer"    // the opponent's offer awaits an answer
	ConcernAnswered Concern = "answer"   // the opponent answered, or took an offer back
	ConcernJoined   Concern = "joined"   // somebody took the other seat
	ConcernSeated   Concern = "seated"   // another player sits on the seat, or opposite; the seat it was is told too
	ConcernEnded    Concern = "over"     // the game has ended
	ConcernPaused   Concern = "paused"   // an administrator stopped the game
	ConcernReturned Concern = "returned" // the server was away, or the game stood still; clocks run again
)

// Matter is one thing that concerns one player.
type Matter struct {
	Game  events.GameID
	Kind  string
	N     int         // the event that made it so
	Seat  events.Seat // the player's
	What  Concern
	Clock *events.Clock // nil: the game has none
}

// AppendJSON appends the matter as it is told.
func (m *Matter) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = textField(b, "game", m.Game.String())
	b = textField(b, "kind", m.Kind)
	b = number(b, "version", int64(m.N))
	if m.Seat.Plays() {
		b = textField(b, "seat", m.Seat.String())
	}
	b = textField(b, "what", string(m.What))
	if c := m.Clock; c != nil && c.Deadline != nil && c.Running == m.Seat {
		b = moment(b, "deadline", *c.Deadline)
	}
	return append(b, '}')
}

// StandingMatter tells what of a game concerns a seat as things stand; false if
// nothing does.
func StandingMatter(st *State, seat events.Seat) (Matter, bool) {
	m := Matter{Game: st.Game, Kind: st.Kind, N: st.Version, Seat: seat, Clock: st.Clock}
	switch {
	case st.Status != StatusPlaying:
		return m, false
	case st.Paused != nil:
		m.What = ConcernPaused
	case st.Offer != nil && st.Offer.By != seat:
		m.What = ConcernOffered
	case st.Turn == seat:
		m.What = ConcernTurn
	default:
		return m, false
	}
	return m, true
}

// Concerns tells players what concerns them, as it happens. It keeps nothing: who
// comes looks at how things stand first.
type Concerns struct {
	lobby  *Lobby
	buffer int

	open    atomic.Int64
	mu      sync.Mutex
	people  map[events.PlayerID][]*Listener
	stopped bool
}

func newConcerns(l *Lobby, cfg *Config) *Concerns {
	return &Concerns{lobby: l, buffer: cfg.Buffer, people: make(map[events.PlayerID][]*Listener)}
}

// Name implements Projection.
func (*Concerns) Name() string { return "concerns" }

// Damage implements Projection.
func (*Concerns) Damage(events.GameID, int, error) {}

// Apply implements Projection. Where nobody listens it costs nothing.
func (c *Concerns) Apply(e *events.Event) error {
	if c.open.Load() == 0 {
		return nil
	}
	if d, ok := e.Data.(*events.Created); ok && d.Invited != "" {
		c.tell(d.Invited, Matter{Game: e.Game, Kind: e.Kind, N: e.N, What: ConcernInvited, Clock: e.After.Clock})
	}
	if e.Type == events.TypeDeclined && e.Over() { // an invitation: who declined sits nowhere
		c.tell(e.By, Matter{Game: e.Game, Kind: e.Kind, N: e.N, What: ConcernEnded})
	}
	row, ok := c.lobby.Get(e.Game)
	if !ok {
		return nil
	}
	if d, ok := e.Data.(*events.Seated); ok {
		m := Matter{Game: e.Game, Kind: e.Kind, N: e.N, Seat: d.Seat, What: ConcernSeated, Clock: e.After.Clock}
		c.tell(e.By, m)
		c.tell(d.Player, m)
		m.Seat = d.Seat.Opponent()
		c.tell(row.Seats[m.Seat-events.First], m)
		return nil
	}
	actor := played(e).Seat
	for i, p := range row.Seats {
		m := Matter{Game: e.Game, Kind: e.Kind, N: e.N, Seat: events.First + events.Seat(i), Clock: e.After.Clock}
		if p == "" || m.Seat == actor && !e.Over() {
			continue
		}
		if m.What = concern(e, m.Seat); m.What != "" {
			c.tell(p, m)
		}
	}
	return nil
}

// concern is what an event of somebody else means to a seat.
func concern(e *events.Event, seat events.Seat) Concern {
	switch {
	case e.Over():
		return ConcernEnded
	case e.After.Offer != nil && e.After.Offer.By != seat && e.Type == events.TypeOffered:
		return ConcernOffered
	case e.Type == events.TypeJoined:
		return ConcernJoined
	case e.Type == events.TypePaused:
		return ConcernPaused
	case e.Type == events.TypeResumed || e.Type == events.TypeContinued:
		return ConcernReturned
	case e.Type == events.TypeAccepted || e.Type == events.TypeDeclined || e.Type == events.TypeWithdrew:
		return ConcernAnswered
	case e.After.Turn == seat:
		return ConcernTurn
	default:
		return ""
	}
}

func (c *Concerns) tell(p events.PlayerID, m Matter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.people[p] {
		l.tell(m)
	}
}

// Listen returns a listener of what concerns these players. The caller closes it.
// Error: Stopping.
func (c *Concerns) Listen(players ...events.PlayerID) (*Listener, error) {
	l := &Listener{concerns: c, players: players, matters: make(chan Matter, c.buffer), ended: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return nil, fmt.Errorf("listening: %w", Stopping)
	}
	c.open.Add(1)
	for _, p := range players {
		c.people[p] = append(c.people[p], l)
	}
	return l, nil
}

// Stop ends all listeners with Stopping.
func (c *Concerns) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	for _, all := range c.people {
		for _, l := range all {
			l.end(Stopping)
		}
	}
}

// Listener hears what concerns some players.
type Listener struct {
	concerns *Concerns
	players  []events.PlayerID
	matters  chan Matter

	once  sync.Once
	why   Reason // set before ended is closed
	ended chan struct{}
	gone  sync.Once
}

// tell never blocks: who has let a whole buffer fill up has to come back and look.
func (l *Listener) tell(m Matter) {
	select {
	case l.matters <- m:
	default:
		l.end(Slow)
	}
}

func (l *Listener) end(why Reason) {
	l.once.Do(func() {
		l.why = why
		close(l.ended)
	})
}

// NextOr returns what comes next, waiting for it if need be; ErrTick when tick came
// first; an error with a Reason when it ended (see ReasonOf), or when ctx did.
func (l *Listener) NextOr(ctx context.Context, tick <-chan time.Time) (Matter, error) {
	select {
	case m := <-l.matters:
		return m, nil
	default:
	}
	select {
	case m := <-l.matters:
		return m, nil
	case <-l.ended:
		return Matter{}, fmt.Errorf("listening: %w", l.why)
	case <-tick:
		return Matter{}, ErrTick
	case <-ctx.Done():
		return Matter{}, fmt.Errorf("listening: %w: %w", Left, ctx.Err())
	}
}

// Close ends the listener. It may be called again.
func (l *Listener) Close() {
	l.gone.Do(func() {
		c := l.concerns
		c.mu.Lock()
		defer c.mu.Unlock()
		c.open.Add(-1)
		for _, p := range l.players {
			c.people[p] = slices.DeleteFunc(c.people[p], func(other *Listener) bool { return other == l })
			if len(c.people[p]) == 0 {
				delete(c.people, p)
			}
		}
	})
}
