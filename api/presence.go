package api

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"plylog/events"
)

// presence knows who follows which game through this server: by seat, and how many
// others. It is a matter of connections and gone with them; nothing of it is stored,
// and none of it says who anybody is.
type presence struct {
	grace time.Duration // how long somebody who left still counts: people come back
	pause time.Duration // how long changes of the number of watchers are gathered

	mu    sync.Mutex
	games map[events.GameID]*company
}

// company is who follows one game.
type company struct {
	seats    [2]int // connections that prove the seat, and those lately gone
	watchers int
	guests   map[*guest]int // who wants to be told, and how often it entered
	waiting  bool           // the number of watchers changed and has yet to be told
}

// attendance is what of it is told.
type attendance struct {
	seats    [2]bool
	watchers int
}

func (c *company) attendance() attendance {
	return attendance{[2]bool{c.seats[0] > 0, c.seats[1] > 0}, c.watchers}
}

// guest is a connection that follows games and is told who else does.
type guest struct {
	wake chan struct{} // capacity 1: something is to be told

	mu   sync.Mutex
	news map[events.GameID]attendance
}

func newGuest() *guest {
	return &guest{wake: make(chan struct{}, 1), news: make(map[events.GameID]attendance)}
}

func (g *guest) tell(game events.GameID, a attendance) {
	g.mu.Lock()
	g.news[game] = a
	g.mu.Unlock()
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// take returns what is to be told, the last of each game.
func (g *guest) take() map[events.GameID]attendance {
	g.mu.Lock()
	defer g.mu.Unlock()
	news := g.news
	g.news = make(map[events.GameID]attendance)
	return news
}

// forget drops what is to be told of a game.
func (g *guest) forget(game events.GameID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.news, game)
}

func (p *presence) init(l Limits) {
	p.grace, p.pause, p.games = l.Grace, time.Second, make(map[events.GameID]*company)
}

// enter counts a connection of these seats, or a watcher, until leave is called.
// The guest, if there is one, is told at once, and of every change.
func (p *presence) enter(game events.GameID, held [2]bool, g *guest) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.games[game]
	if c == nil {
		c = &company{guests: make(map[*guest]int)}
		p.games[game] = c
	}
	before := c.attendance()
	if g != nil {
		c.guests[g]++
		g.tell(game, before)
	}
	p.count(c, held, 1)
	p.changed(game, c, before)
	return sync.OnceFunc(func() { p.leave(game, held, g) })
}

func (p *presence) leave(game events.GameID, held [2]bool, g *guest) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.games[game]
	if g != nil {
		if c.guests[g]--; c.guests[g] == 0 {
			delete(c.guests, g)
			g.forget(game)
		}
	}
	if held == [2]bool{} {
		p.drop(game, c, held)
		return
	}
	time.AfterFunc(p.grace, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.drop(game, c, held)
	})
}

// acted counts a seat as there for a while: whoever plays is there, however the
// command came. Nobody follows most games, and then there is nobody to tell.
func (p *presence) acted(game events.GameID, who events.Seat) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.games[game]
	if c == nil || !who.Plays() {
		return
	}
	var held [2]bool
	held[who-events.First] = true
	before := c.attendance()
	p.count(c, held, 1)
	p.changed(game, c, before)
	time.AfterFunc(p.grace, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.drop(game, c, held)
	})
}

func (p *presence) drop(game events.GameID, c *company, held [2]bool) {
	before := c.attendance()
	p.count(c, held, -1)
	p.changed(game, c, before)
	if c.seats == [2]int{} && c.watchers == 0 {
		delete(p.games, game)
	}
}

func (p *presence) count(c *company, held [2]bool, by int) {
	if held == [2]bool{} {
		c.watchers += by
		return
	}
	for i, h := range held {
		if h {
			c.seats[i] += by
		}
	}
}

// changed tells the guests of a game: at once where a seat came or went; a crowd of
// watchers that comes in is told once a second.
func (p *presence) changed(game events.GameID, c *company, before attendance) {
	now := c.attendance()
	switch {
	case now == before:
	case now.seats != before.seats:
		p.announce(game, c)
	case !c.waiting:
		c.waiting = true
		time.AfterFunc(p.pause, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if c.waiting {
				p.announce(game, c)
			}
		})
	}
}

func (p *presence) announce(game events.GameID, c *company) {
	c.waiting = false
	for g := range c.guests {
		g.tell(game, c.attendance())
	}
}

// appendJSON writes what of a game is told.
func (a attendance) appendJSON(b []byte, game events.GameID) []byte {
	b = append(b, `{"game":"`...)
	b = append(b, game.String()...)
	b = append(b, `","first":`...)
	b = strconv.AppendBool(b, a.seats[0])
	b = append(b, `,"second":`...)
	b = strconv.AppendBool(b, a.seats[1])
	b = append(b, `,"watchers":`...)
	b = strconv.AppendInt(b, int64(a.watchers), 10)
	return append(b, '}')
}

// inOrder returns the games of some news, so that they are told in one order.
func inOrder(news map[events.GameID]attendance) []events.GameID {
	games := make([]events.GameID, 0, len(news))
	for game := range news {
		games = append(games, game)
	}
	slices.SortFunc(games, func(a, b events.GameID) int { return slices.Compare(a[:], b[:]) })
	return games
}
