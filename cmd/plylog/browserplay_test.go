package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
)

// hand is how somebody enters moves.
type hand string

const (
	mouse    hand = "the mouse"
	keyboard hand = "the keyboard"
	typing   hand = "typing"
)

// person plays a seat in a tab.
type person struct {
	*tab
	seat events.Seat
	hand hand
}

// atTable is a game that is played in browsers.
type atTable struct {
	t        *testing.T
	client   *client.Client
	game     events.GameID
	people   [2]person
	watchers []*tab
	random   *rand.Rand
}

// sitDown makes an open game, lets the first person take the creator's seat, and the
// second one sit down by the page's button; the watchers look on.
func sitDown(t *testing.T, url string, g client.NewGame, first, second person, watchers ...*tab) *atTable {
	t.Helper()
	c, err := client.New(client.Config{Server: url})
	if err != nil {
		t.Fatal(err)
	}
	g.Seat = "first"
	made, err := c.Create(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	a := &atTable{t: t, client: c.WithToken(made.Tokens.First), game: made.Game.ID, watchers: watchers, random: rand.New(rand.NewPCG(1, 1))}
	first.seat, second.seat = events.First, events.Second
	a.people = [2]person{first, second}
	address := url + "/games/" + a.game.String()
	first.hold(url, a.game, map[string]string{"first": made.Tokens.First})
	for _, p := range append([]*tab{first.tab, second.tab}, watchers...) {
		p.open(address)
	}
	second.until(`document.querySelector('.g-note .pri')`)
	switch second.hand {
	case mouse:
		second.click(".g-note .pri")
	default:
		second.tabTo(`.g-note .pri`)
		second.keys(kb.Enter)
	}
	a.everybody(2)
	return a
}

// hold gives a tab the tokens of seats, as creating the game there would have.
func (p *tab) hold(url string, game events.GameID, tokens map[string]string) {
	p.t.Helper()
	p.open(url + "/livez")
	for seat, token := range tokens {
		eval[bool](p, fmt.Sprintf(`(() => { const all = JSON.parse(localStorage.getItem('plylog.seats') ?? '{}'); all[%q] = { since: 1, ...all[%q], %s: %q };
			localStorage.setItem('plylog.seats', JSON.stringify(all)); return true; })()`, game, game, seat, token))
	}
}

// own makes a game the tab's, with both seats, and opens it.
func (p *tab) own(url string, made *client.Created) {
	p.t.Helper()
	p.hold(url, made.Game.ID, map[string]string{"first": made.Tokens.First, "second": made.Tokens.Second})
	p.open(url + "/games/" + made.Game.ID.String())
}

// everybody waits until all tabs show an event.
func (a *atTable) everybody(n int) {
	a.t.Helper()
	for _, p := range append([]*tab{a.people[0].tab, a.people[1].tab}, a.watchers...) {
		p.until(fmt.Sprintf(`document.querySelector('.tape-range').value === '%d'`, n))
	}
}

// state is the game as the server has it.
func (a *atTable) state() *client.State {
	a.t.Helper()
	s, err := a.client.State(a.t.Context(), a.game, 0)
	if err != nil {
		a.t.Fatal(err)
	}
	return s
}

// turn makes one turn of whoever is to move, and returns the state after it.
func (a *atTable) turn() *client.State {
	a.t.Helper()
	s := a.state()
	p := a.people[s.Turn-events.First]
	if allowed := s.Allowed.First; s.Turn == events.Second && len(s.Allowed.Second) > 0 || len(allowed) > 0 {
		if s.Turn == events.Second {
			allowed = s.Allowed.Second
		}
		if strings.Contains(strings.Join(allowed, " "), "roll") {
			p.press("roll")
			return a.after(s)
		}
	}
	l, err := a.client.Choices(a.t.Context(), a.game, s.Turn, 0)
	if err != nil {
		a.t.Fatal(err)
	}
	p.until(fmt.Sprintf(`document.querySelector('.tape-range').max === '%d' && document.querySelector('.cell.can')`, s.Version))
	p.enter(a.choose(s.Kind, l.Choices))
	return a.after(s)
}

// after waits until all tabs show what came behind a state.
func (a *atTable) after(s *client.State) *client.State {
	a.t.Helper()
	a.everybody(s.Version + 1)
	return a.state()
}

// choose picks a move; tigers capture where they can, so that the game ends.
func (a *atTable) choose(kind string, choices []engines.Choice) engines.Choice {
	pick := choices[a.random.IntN(len(choices))]
	if kind == "baghchal" {
		for _, c := range choices {
			if len(c.Steps[0].Takes) > 0 {
				return c
			}
		}
	}
	return pick
}

// enter puts a move in as the person does.
func (p person) enter(c engines.Choice) {
	p.t.Helper()
	if p.hand == typing {
		p.tabTo(`.entry input`)
		p.keys(string(c.Move) + kb.Enter)
		return
	}
	steps := eval[bool](p.tab, `Boolean(document.querySelector('[data-act=done]'))`)
	for i, step := range c.Steps {
		if step.From != "" && (i == 0 || steps) {
			p.cell(step.From)
		}
		p.cell(step.To)
	}
	if steps {
		p.press("done")
	}
}

// cell chooses a cell of the board.
func (p person) cell(id string) {
	p.t.Helper()
	if p.hand == mouse {
		p.click(`[role=gridcell][data-cell="` + id + `"]`)
		return
	}
	if !eval[bool](p.tab, `document.activeElement.matches('[role=gridcell]')`) {
		p.tabTo(`[role=gridcell]`)
	}
	for range 60 {
		// Rows first: on a board of dark squares alone a row leads to every second one.
		key := eval[string](p.tab, `(() => {
			const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
			const [x, y] = middle(document.activeElement), [toX, toY] = middle(document.querySelector('[role=gridcell][data-cell=`+strconv.Quote(id)+`]'));
			return Math.abs(toY - y) > 6 ? (toY > y ? 'down' : 'up') : Math.abs(toX - x) > 6 ? (toX > x ? 'right' : 'left') : 'here';
		})()`)
		switch key {
		case "here":
			p.keys(kb.Enter)
			return
		case "up":
			p.keys(kb.ArrowUp)
		case "down":
			p.keys(kb.ArrowDown)
		case "left":
			p.keys(kb.ArrowLeft)
		case "right":
			p.keys(kb.ArrowRight)
		}
	}
	p.t.Fatalf("%s: the arrows do not lead to %s", p.name, id)
}

// press presses a button of the action row.
func (p person) press(what string) {
	p.t.Helper()
	button := `[data-act="` + what + `"]:not([disabled])`
	p.until(`document.querySelector(` + strconv.Quote(button) + `)`)
	if p.hand == mouse {
		p.click(button)
		return
	}
	p.tabTo(button)
	p.keys(kb.Enter)
}

// tabTo goes to an element with the Tab key.
func (p *tab) tabTo(selector string) {
	p.t.Helper()
	for range 80 {
		if eval[bool](p, `document.activeElement.matches(`+strconv.Quote(selector)+`)`) {
			return
		}
		p.keys(kb.Tab)
	}
	p.t.Fatalf("%s: the Tab key does not lead to %s", p.name, selector)
}
