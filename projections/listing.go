package projections

import (
	"slices"
	"time"

	"plylog/events"
)

// Listing is a game as the Lobby shows it.
type Listing struct {
	Game    events.GameID
	Kind    string
	Status  Status
	Version int
	Seats   [2]events.PlayerID // who sits first and second; empty: open
	Private bool
	Dice    string
	Created time.Time
	Updated time.Time
	Result  *events.Result // nil while the game goes on
}

// AppendJSON appends the listing as it is served.
func (g *Listing) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = textField(b, "id", g.Game.String())
	b = textField(b, "kind", g.Kind)
	b = textField(b, "status", string(g.Status))
	b = number(b, "version", int64(g.Version))
	b = seats(b, g.Seats)
	if g.Private {
		b = append(key(b, "private"), "true"...)
	}
	b = moment(b, "created", g.Created)
	b = moment(b, "updated", g.Updated)
	b = result(b, g.Result)
	b = optional(b, "dice", g.Dice)
	return append(b, '}')
}

// Query says which games to list. Empty fields let everything through.
type Query struct {
	Kind   string
	Status Status
	Player events.PlayerID // sits in the game
	Viewer events.PlayerID // who asks: private games are listed to their players only
	Limit  int             // games on a page: 1 to 200; 0: 50
	Cursor string          // Next of the page before
}

// MostListed is the largest page.
const MostListed = 200

// Page is part of a list of games, newest first by creation.
type Page struct {
	Games []Listing
	Next  string // cursor of the page that follows; empty if there is none
}

// AppendJSON appends the page as it is served.
func (p *Page) AppendJSON(b []byte) []byte {
	b = append(key(append(b, '{'), "games"), '[')
	for i := range p.Games {
		if i > 0 {
			b = append(b, ',')
		}
		b = p.Games[i].AppendJSON(b)
	}
	b = append(b, ']')
	b = optional(b, "next", p.Next)
	return append(b, '}')
}

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
	player := l.players.find(q.Player)
	if q.Player != "" && player == 0 {
		return Page{}, nil
	}
	viewer := l.players.find(q.Viewer)
	var found []row
	for i := range l.shards {
		found = l.scan(found, &l.shards[i], &q, before, player, viewer, limit+1)
	}
	slices.SortFunc(found, func(a, b row) int { return b.rank().compare(a.rank()) })
	p := Page{Games: make([]Listing, min(len(found), limit))}
	for i := range p.Games {
		p.Games[i] = l.listing(&found[i])
	}
	if len(found) > limit {
		p.Next = found[limit-1].rank().cursor()
	}
	return p, nil
}

// scan adds at most limit games of a shard, newest first.
func (l *Lobby) scan(found []row, s *lobbyShard, q *Query, before *rank, player, viewer uint32, limit int) []row {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := s.all
	switch {
	case player != 0:
		list = s.by[player]
	case q.Status == StatusOpen:
		list = s.open
	case q.Status == StatusPlaying:
		list = s.play
	}
	if before != nil {
		at, _ := s.rows.find(list, *before)
		list = list[:at]
	}
	sorts := l.sorts.all()
	for _, i := range slices.Backward(list) {
		r := s.rows.at(i)
		if q.Status != "" && q.Status != r.shown() {
			continue
		}
		like := &sorts[r.sort]
		if q.Kind != "" && q.Kind != like.kind || like.private && (viewer == 0 || r.seats[0] != viewer && r.seats[1] != viewer) {
			continue
		}
		found = append(found, *r)
		if limit--; limit == 0 {
			break
		}
	}
	return found
}
