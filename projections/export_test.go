package projections

import (
	"slices"

	"plylog/events"
)

// Plant makes the board, history or lobby serve something that no event said.
func (s *Set) Plant(projection string, game events.GameID) {
	switch projection {
	case "board":
		plant(s.Board.view, game, func(v *State) *State {
			w := &State{Facts: v.Facts}
			w.Board += "!"
			return w
		})
	case "history":
		plant(s.History.view, game, func(l *MoveList) *MoveList {
			return &MoveList{Game: l.Game, Version: l.Version, Moves: l.Moves[:len(l.Moves)-1]}
		})
	case "repetition":
		plant(s.Repetition.view, game, func(r *Repetitions) *Repetitions {
			w := *r
			w.stood = w.stood[1:]
			return &w
		})
	case "lobby":
		sh := &s.Lobby.shards[s.Lobby.shard(game)]
		sh.mu.Lock()
		defer sh.mu.Unlock()
		i, _ := sh.games.find(game)
		sh.rows.at(i).updated++
	case "lobby-phantom":
		e := &events.Event{Game: game, N: 1, Type: events.TypeCreated, Kind: "test", Data: &events.Created{}}
		if err := s.Lobby.Apply(e); err != nil {
			panic(err)
		}
	case "lobby-missing":
		sh := &s.Lobby.shards[s.Lobby.shard(game)]
		sh.mu.Lock()
		defer sh.mu.Unlock()
		sh.games = newIndex(sh.games.key)
		for i := range sh.rows.count {
			if other := sh.rows.at(i).game; other != game {
				sh.games.add(other, i)
			}
		}
	}
}

func plant[V any](v *view[V], game events.GameID, change func(V) V) {
	s := v.of(game)
	s.mu.Lock()
	defer s.mu.Unlock()
	have := s.live.peek(game)
	have.value = change(have.value)
}

// Waiting returns how many wait for a shard.
func (s *Set) Waiting(shard int) int {
	p := &s.shards[shard].position
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiters)
}

// Topics returns how many games the feed holds.
func (f *Feed) Topics() int {
	n := 0
	for i := range f.shards {
		f.shards[i].mu.Lock()
		n += len(f.shards[i].topics)
		f.shards[i].mu.Unlock()
	}
	return n
}

// Kept returns how many events a game's window holds.
func (f *Feed) Kept(game events.GameID) int { return len(f.topic(game).window.Load().events) }

// CursorAgain reads a cursor and writes it again.
func CursorAgain(s string) (string, error) {
	r, err := parseCursor(s)
	if err != nil || r == nil {
		return "", err
	}
	return r.cursor(), nil
}

// Publish shows an event to its game's readers, as the Runner does.
func (f *Feed) Publish(e *events.Event) { f.publish(e) }

// Ordered is a list of rows by rank, over rows of its own, and the same as a player's.
type Ordered struct {
	rows rows[row]
	list order
	held lists
}

// Add makes a row that is not in the list, created at a moment.
func (o *Ordered) Add(created int64, game events.GameID) uint32 {
	return o.rows.add(row{created: created, game: game})
}

func (o *Ordered) Insert(i uint32) {
	o.list.insert(&o.rows, i)
	o.held.insert(&o.rows, 1, i)
}

func (o *Ordered) Remove(i uint32) {
	o.list.remove(&o.rows, i)
	o.held.remove(&o.rows, 1, i)
}

// Backward returns the rows that the list has before a row, or all, last first, and those
// that the player's has.
func (o *Ordered) Backward(before *uint32) (list, held []uint32) {
	var to *rank
	if before != nil {
		r := o.rows.at(*before).rank()
		to = &r
	}
	return slices.Collect(o.list.backward(&o.rows, to)), slices.Collect(o.held.list(1).backward(&o.rows, to))
}

// Runs returns how many rows each run has, and how many one may have.
func (o *Ordered) Runs() (list []int, most int) {
	for _, run := range o.list.runs {
		list = append(list, len(run))
	}
	return list, longestRun
}

// Indexed is an index over keys of its own.
type Indexed struct {
	keys []events.GameID
	index[events.GameID]
}

// NewIndexed makes one without keys.
func NewIndexed() *Indexed {
	x := new(Indexed)
	x.index = newIndex(func(n uint32) events.GameID { return x.keys[n] })
	return x
}

// Find returns the number of a key.
func (x *Indexed) Find(k events.GameID) (uint32, bool) { return x.find(k) }

// Has reports whether a key has a number.
func (x *Indexed) Has(k events.GameID) bool { _, ok := x.find(k); return ok }

// Add takes in a key that has no number.
func (x *Indexed) Add(k events.GameID) uint32 {
	n := uint32(len(x.keys))
	x.keys = append(x.keys, k)
	x.add(k, n)
	return n
}
