package projections

import (
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
	Number  int            // in its series; 0 for a game that says nothing, which may be the first
	Origin  string         // the format that it was imported from; empty: it was played here
	Forked  bool           // it began at a point of another game, which its state names
	Setup   bool           // it began from a board of its own, which its state shows
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
	if g.Number > 0 {
		b = append(number(append(key(b, "series"), '{'), "number", int64(g.Number)), '}')
	}
	if g.Origin != "" || g.Forked {
		b = optional(append(key(b, "origin"), '{'), "format", g.Origin)
		if g.Forked {
			b = append(key(b, "forked"), "true"...)
		}
		b = append(b, '}')
	}
	if g.Setup {
		b = append(key(b, "setup"), "true"...)
	}
	return append(b, '}')
}

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
