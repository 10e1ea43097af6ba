package projections

import (
	"sync"
	"time"

	"plylog/events"
)

// Lobby is the projection of which games there are. It holds all of them, so it
// holds them small.
type Lobby struct {
	shard     func(events.GameID) int
	players   *table[events.PlayerID]
	varieties *table[variety]
	results   *table[ending]
	scores    *Players // of games that are over
	shards    []lobbyShard
}

// variety is what many games have in common.
type variety struct {
	kind, dice string
	origin     string // the format that the game was imported from
	forked     bool   // it began at a point of another game
	setup      bool   // it began from a board of its own
	private    bool
}

// ending is a result as a value.
type ending struct {
	winner events.Seat
	points int
	reason string
	scored bool
	score  [2]int
}

type lobbyShard struct {
	mu     sync.RWMutex
	rows   rows[row]
	games  index[events.GameID] // row of each game
	all    order                // rows by creation, oldest first; so are the next three
	open   order
	play   order
	by     lists             // per player
	asked  lists             // per player: open games that keep a seat for them
	guests map[uint32]uint32 // of those games: whom
	counts map[Count]int
}

// row is one game.
type row struct {
	game             events.GameID
	created, updated int64 // Unix milliseconds
	version          uint32
	seats            [2]uint32 // players
	variety          uint32
	result           uint32 // 0 while the game goes on
	number           uint32 // in its series; 0: nothing said
	status           place
	damaged          bool
}

// place is a Status in one byte, but for damage.
type place uint8

const (
	inOpen place = iota
	inPlay
	inOver
)

func (r *row) shown() Status {
	switch {
	case r.damaged:
		return StatusDamaged
	case r.status == inOpen:
		return StatusOpen
	case r.status == inPlay:
		return StatusPlaying
	default:
		return StatusOver
	}
}

// Count tells games apart for Lobby.Counts.
type Count struct {
	Kind   string
	Status Status
}

func newLobby(log events.Log) *Lobby {
	l := &Lobby{
		shard: log.Shard, shards: make([]lobbyShard, log.Shards()),
		players: newTable[events.PlayerID](), varieties: newTable[variety](), results: newTable[ending](),
	}
	l.scores = &Players{number: l.players.find, tallies: make(map[uint32][]KindTally)}
	for i := range l.shards {
		s := &l.shards[i]
		s.games = newIndex(func(i uint32) events.GameID { return s.rows.at(i).game })
		s.guests = make(map[uint32]uint32)
		s.counts = make(map[Count]int)
	}
	return l
}

// Name implements Projection.
func (*Lobby) Name() string { return "lobby" }

// Apply implements Projection.
func (l *Lobby) Apply(e *events.Event) error {
	s := &l.shards[l.shard(e.Game)]
	s.mu.Lock()
	defer s.mu.Unlock()
	i, known := s.games.find(e.Game)
	c, created := e.Data.(*events.Created)
	if created && !known {
		v := variety{kind: e.Kind, dice: c.Dice, private: c.Private, setup: c.Board != ""}
		if c.Origin != nil {
			v.origin, v.forked = c.Origin.Format, c.Origin.Game != nil
		}
		r := row{game: e.Game, created: e.Time.UnixMilli(), variety: l.varieties.put(v)}
		if c.Series != nil {
			r.number = uint32(c.Series.Number)
		}
		i = s.rows.add(r)
		s.games.add(e.Game, i)
		known = true
		s.all.insert(&s.rows, i)
		if c.Invited != "" {
			p := l.players.put(c.Invited)
			s.guests[i] = p
			s.asked.insert(&s.rows, p, i)
		}
	}
	if !known {
		return nil
	}
	r := s.rows.at(i)
	if int(r.version) >= e.N {
		return nil
	}
	l.sit(s, i, r, e)
	r.version, r.updated = uint32(e.N), e.Time.UnixMilli()
	if res := e.After.Result; res != nil {
		end := ending{winner: res.Winner, points: res.Points, reason: res.Reason, scored: res.Score != nil}
		if end.scored {
			end.score = *res.Score
		}
		r.result = l.results.put(end)
	}
	to := inPlay
	switch {
	case e.Over():
		to = inOver
	case r.seats[0] == 0 || r.seats[1] == 0:
		to = inOpen
	}
	if r.status != to || created {
		l.move(s, i, r, created, func() { r.status = to })
	}
	return nil
}

// sit notes who sits down with an event, and who gets up.
func (l *Lobby) sit(s *lobbyShard, i uint32, r *row, e *events.Event) {
	had := [2]events.PlayerID{l.players.get(r.seats[0]), l.players.get(r.seats[1])}
	for at, who := range seated(had, e) {
		if who == had[at] {
			continue
		}
		if left := r.seats[at]; left != 0 && r.seats[1-at] != left {
			s.by.remove(&s.rows, left, i)
		}
		p := l.players.put(who)
		r.seats[at] = p
		if r.seats[1-at] != p { // a player at both seats has the game once
			s.by.insert(&s.rows, p, i)
		}
	}
}

// move takes a game through a change from one list to another.
func (l *Lobby) move(s *lobbyShard, i uint32, r *row, created bool, change func()) {
	kind := l.varieties.get(r.variety).kind
	if !created {
		l.score(r, -1)
		s.counts[Count{kind, r.shown()}]--
		if list := s.list(r); list != nil {
			list.remove(&s.rows, i)
		}
	}
	change()
	l.score(r, 1)
	s.counts[Count{kind, r.shown()}]++
	if list := s.list(r); list != nil {
		list.insert(&s.rows, i)
	}
	if p := s.guests[i]; p != 0 && r.shown() != StatusOpen {
		delete(s.guests, i)
		s.asked.remove(&s.rows, p, i)
	}
}

// score counts a game for its players, or not any more, if it is over and its
// result says anything about them.
func (l *Lobby) score(r *row, times int) {
	if r.shown() != StatusOver {
		return
	}
	v, end := l.varieties.get(r.variety), l.results.get(r.result)
	if counts([2]events.PlayerID{l.players.get(r.seats[0]), l.players.get(r.seats[1])}, end.reason, v.origin != "" || v.forked) {
		l.scores.count(v.kind, r.seats, end.winner, times)
	}
}

// list is the list beside the one of all games that a game stands in, nil if none.
func (s *lobbyShard) list(r *row) *order {
	switch r.shown() {
	case StatusOpen:
		return &s.open
	case StatusPlaying:
		return &s.play
	default:
		return nil
	}
}

// Damage implements Projection.
func (l *Lobby) Damage(game events.GameID, _ int, _ error) {
	s := &l.shards[l.shard(game)]
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.games.find(game)
	if !ok {
		return
	}
	if r := s.rows.at(i); !r.damaged {
		l.move(s, i, r, false, func() { r.damaged = true })
	}
}

// Counts returns how many games there are of each kind and status.
func (l *Lobby) Counts() map[Count]int {
	total := make(map[Count]int)
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.RLock()
		for c, n := range s.counts {
			total[c] += n
		}
		s.mu.RUnlock()
	}
	return total
}

// Get returns how a game is listed; false if it is not known.
func (l *Lobby) Get(game events.GameID) (Listing, bool) {
	s := &l.shards[l.shard(game)]
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, ok := s.games.find(game)
	if !ok {
		return Listing{}, false
	}
	return l.listing(s.rows.at(i)), true
}

// At returns the i-th game of a shard in the order in which they were created, from
// 0; false behind the last.
func (l *Lobby) At(shard, i int) (events.GameID, bool) {
	s := &l.shards[shard]
	s.mu.RLock()
	defer s.mu.RUnlock()
	r := s.rows.at(uint32(i))
	if r == nil {
		return events.GameID{}, false
	}
	return r.game, true
}

// games returns the games of a shard.
func (l *Lobby) games(shard int) []events.GameID {
	s := &l.shards[shard]
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]events.GameID, s.rows.count)
	for i := range list {
		list[i] = s.rows.at(uint32(i)).game
	}
	return list
}

// listing reads a row.
func (l *Lobby) listing(r *row) Listing {
	kind := l.varieties.get(r.variety)
	li := Listing{
		Game: r.game, Kind: kind.kind, Status: r.shown(), Version: int(r.version),
		Seats:   [2]events.PlayerID{l.players.get(r.seats[0]), l.players.get(r.seats[1])},
		Private: kind.private, Dice: kind.dice, Number: int(r.number), Origin: kind.origin, Forked: kind.forked, Setup: kind.setup,
		Created: time.UnixMilli(r.created).UTC(), Updated: time.UnixMilli(r.updated).UTC(),
	}
	if r.result != 0 {
		end := l.results.get(r.result)
		li.Result = &events.Result{Winner: end.winner, Points: end.points, Reason: end.reason}
		if end.scored {
			li.Result.Score = &end.score
		}
	}
	return li
}
