package projections

import (
	"plylog/events"
)

// Query says which games to list. Empty fields let everything through.
type Query struct {
	Kind    string
	Status  Status
	Player  events.PlayerID // sits in the game
	Invited events.PlayerID // an open game keeps a seat for them: listed to them though it is private
	Viewer  events.PlayerID // who asks: private games are listed to their players only
	Limit   int             // games on a page: 1 to MostListed; 0: 50
	Cursor  string          // Next of the page before
}

// MostListed is the largest page.
const MostListed = 200

// List returns the games that a query lets through. A page that follows another
// leaves nothing out and repeats nothing, whatever is created meanwhile. Error:
// ErrCursor.
func (l *Lobby) List(q Query) (Page, error) {
	before, err := parseCursor(q.Cursor)
	if err != nil {
		return Page{}, err
	}
	limit := min(q.Limit, MostListed)
	if limit <= 0 {
		limit = 50
	}
	search := search{
		Query: &q, varieties: l.varieties, player: l.players.find(q.Player), viewer: l.players.find(q.Viewer),
		invited: l.players.find(q.Invited),
		batch:   limit/len(l.shards) + 4,
	}
	if search.hopeless() {
		return Page{}, nil
	}
	shelves := make([]shelf, len(l.shards))
	for i := range shelves {
		shelves[i] = shelf{search: &search, shard: &l.shards[i], before: before}
	}
	p := Page{Games: make([]Listing, 0, limit)}
	var last rank
	for {
		var newest *shelf
		for i := range shelves {
			if s := &shelves[i]; s.more() && (newest == nil || s.found[0].rank().compare(newest.found[0].rank()) > 0) {
				newest = s
			}
		}
		if newest == nil {
			return p, nil
		}
		if len(p.Games) == limit {
			p.Next = last.cursor()
			return p, nil
		}
		r := &newest.found[0]
		p.Games = append(p.Games, l.listing(r))
		last = r.rank()
		newest.found = newest.found[1:]
	}
}

// search is a query in the terms of the rows.
type search struct {
	*Query
	varieties      *table[variety]
	player, viewer uint32
	invited        uint32
	batch          int // rows that are taken from a shard at a time
}

// hopeless reports whether nothing can be found, without looking at any game.
func (q *search) hopeless() bool {
	return q.Player != "" && q.player == 0 || q.Invited != "" && q.invited == 0 ||
		q.Kind != "" && !q.varieties.some(func(s variety) bool { return s.kind == q.Kind })
}

// lets reports whether the query lets a game through.
func (q *search) lets(r *row) bool {
	if q.Status != "" && q.Status != r.shown() {
		return false
	}
	like := q.varieties.get(r.variety)
	if q.Kind != "" && q.Kind != like.kind {
		return false
	}
	return !like.private || q.invited != 0 || q.viewer != 0 && (r.seats[0] == q.viewer || r.seats[1] == q.viewer)
}

// list returns the shortest list of a shard that holds everything to be found; nil if
// nothing is.
func (q *search) list(s *lobbyShard) *order {
	switch {
	case q.invited != 0:
		return s.asked.list(q.invited)
	case q.player != 0:
		return s.by.list(q.player)
	case q.Status == StatusOpen:
		return &s.open
	case q.Status == StatusPlaying:
		return &s.play
	default:
		return &s.all
	}
}

// shelf is what a search finds in one shard, newest first.
type shelf struct {
	*search
	shard  *lobbyShard
	found  []row
	before *rank // where to go on; nil: from the newest
	done   bool
}

// more reports whether found holds anything, looking for more if need be. The
// shard is locked only while a few rows are looked for.
func (s *shelf) more() bool {
	if len(s.found) > 0 || s.done {
		return len(s.found) > 0
	}
	s.shard.mu.RLock()
	defer s.shard.mu.RUnlock()
	s.found = make([]row, 0, s.batch)
	s.done = true
	for i := range s.list(s.shard).backward(&s.shard.rows, s.before) {
		r := s.shard.rows.at(i)
		if !s.lets(r) {
			continue
		}
		if len(s.found) == s.batch {
			s.done = false
			break
		}
		s.found = append(s.found, *r)
	}
	if n := len(s.found); n > 0 {
		last := s.found[n-1].rank()
		s.before = &last
	}
	return len(s.found) > 0
}
