package sim

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// table is a game as its players know it.
type table struct {
	id     events.GameID
	view   *play.Game // the newest that a player was shown; nil: not made yet
	doubt  bool       // something was refused: look again
	create *order
	next   *table
}

// kinds is how often each game is played.
var kinds = []string{"nim", "nim", "nim", "reversi", "reversi", "checkers", "checkers", "baghchal", "backgammon", "backgammon"}

var clocks = []string{
	`{"kind":"fischer","base":60000,"increment":1000}`, `{"kind":"delay","base":30000,"delay":2000}`,
	`{"kind":"byoyomi","base":20000,"period":10000,"periods":2}`, `{"kind":"correspondence","days":1}`,
}

func (w *world) newID(what string) [16]byte {
	w.made++
	return events.DeriveID("simulation", fmt.Sprint(w.cfg.Seed), what, fmt.Sprint(w.made))
}

func (w *world) player() events.PlayerID {
	return events.PlayerID("p_" + string(rune('a'+w.rng.IntN(6))))
}

// one tells yes once in so many times.
func (w *world) one(in int) bool { return w.rng.IntN(in) == 0 }

// sit opens a table: its game is to be made.
func (w *world) sit() *table {
	c := play.Create{Game: w.newID("game"), ID: w.newID("create"), Kind: kinds[w.rng.IntN(len(kinds))], First: w.player(), Private: w.one(8)}
	c.Second = w.player()
	c.By = c.First
	if c.First != c.Second && w.one(3) {
		c.Second = ""
	}
	switch c.Kind {
	case "nim":
		c.Options = json.RawMessage(fmt.Sprintf(`{"stones":%d}`, 3+w.rng.IntN(40)))
	case "reversi":
		if w.one(4) {
			c.Options = json.RawMessage(`{"flips":"manual"}`)
		}
	case "backgammon":
		c.Options = json.RawMessage(`{"matchLength":3,"cube":true}`)
		if w.one(3) {
			c.Options, c.Board = nil, "-AC--------------------ac- 1?" // three men against four, nearly off
		}
		if !w.one(24) { // chains cost three thousand hashes whenever a game is opened
			c.Dice = play.DiceRecorded
		}
	}
	if c.Dice == "" && !w.one(3) {
		c.Clock = json.RawMessage(clocks[w.rng.IntN(len(clocks))])
	} else if w.one(4) {
		c.Abandon = 3 * time.Second
	}
	return w.open1(c)
}

func (w *world) open1(c play.Create) *table {
	t := &table{id: c.Game}
	t.create = w.orderOf(&order{id: c.ID, game: c.Game, table: t, run: func(ctx context.Context, h *play.Handler) (play.Answer, error) { return h.Create(ctx, c) }})
	w.tables = append(w.tables, t)
	return t
}

// orderOf notes an order.
func (w *world) orderOf(o *order) *order {
	if o.locks == nil {
		o.locks = []events.GameID{o.game}
	}
	w.orders = append(w.orders, o)
	return o
}

// do is the order of a command.
func (w *world) do(t *table, c play.Command) *order {
	return w.orderOf(&order{id: c.ID, game: c.Game, table: t, run: func(ctx context.Context, h *play.Handler) (play.Answer, error) { return h.Do(ctx, c) }})
}

// look is the order that shows a table's game as it is.
func (w *world) look(t *table) *order {
	return &order{game: t.id, locks: []events.GameID{t.id}, many: true, run: func(ctx context.Context, h *play.Handler) (play.Answer, error) {
		n := 0
		if t.view != nil {
			n = t.view.N + 1
		}
		g, err := h.Since(ctx, t.id, n)
		if err == nil && (t.view == nil || t.view.N < g.N) {
			t.view = g
		}
		return play.Answer{Game: g}, err
	}}
}

// count is the order that reads a game's log.
func (w *world) count(t *table) *order {
	o := &order{game: t.id, table: t, locks: []events.GameID{}, many: true}
	o.run = func(ctx context.Context, h *play.Handler) (play.Answer, error) {
		list, err := h.Events(ctx, t.id)
		if err == nil {
			c := o.calls[len(o.calls)-1]
			c.n = len(list)
			o.done = func(play.Answer) { c.heard = read }
		}
		return play.Answer{}, err
	}
	return w.orderOf(o)
}

// turn is the command that a player of a table sends next; false if there is none.
func (w *world) turn(t *table) (play.Command, bool) {
	g := t.view
	seat := g.Position().Turn()
	if !seat.Plays() {
		seat = events.First + events.Seat(w.rng.IntN(2))
	}
	c := play.Command{Game: t.id, ID: w.newID("command"), Seat: seat}
	if w.one(2) {
		c.IfMatch = g.N
	}
	switch o := g.After.Offer; {
	case g.Open():
		if g.Player(events.First) == "" {
			c.Seat = events.First
		} else {
			c.Seat = events.Second
		}
		c.Type, c.By = play.Join, g.Created.Invited
		if c.By == "" {
			c.By = w.player()
		}
		return c, true
	case o != nil && !w.one(4):
		c.Type, c.What, c.Seat = [...]play.CommandType{play.Accept, play.Accept, play.Decline, play.Withdraw}[w.rng.IntN(4)], o.What, o.By.Opponent()
		if c.Type == play.Withdraw {
			c.Seat = o.By
		}
	case w.one(12):
		w.special(g, &c)
	default:
		w.move(g, &c)
	}
	if w.one(40) { // the other side, or a version that is none
		c.Seat = c.Seat.Opponent()
	} else if w.one(40) {
		c.IfMatch = g.N - 1 + 2*w.rng.IntN(2)
	}
	if c.By = g.Player(c.Seat); c.By == "" {
		c.By = w.player()
	}
	return c, true
}

// special is what is done beside moving.
func (w *world) special(g *play.Game, c *play.Command) {
	if w.one(2) {
		c.Seat = events.First + events.Seat(w.rng.IntN(2))
	}
	switch w.rng.IntN(10) {
	case 0, 1:
		c.Type, c.What = play.Offer, play.WhatDraw
	case 2, 3:
		c.Type, c.What = play.Offer, play.WhatTakeback
	case 4:
		c.Type, c.What = play.Claim, play.ClaimAbandoned
		if k, ok := g.Position().(engines.Claimer); ok {
			if list := k.Claims(c.Seat); len(list) > 0 {
				c.What = list[0]
			}
		}
		if f, ok := g.Forfeit(); ok {
			c.Seat = f.Seat.Opponent()
		}
	case 5:
		c.Type = play.Abort
	case 6:
		c.Type, c.Player = play.Hand, w.player()
	case 7:
		c.Type = play.Correct
		c.Move = "d3"
	case 8:
		c.Type, c.Move = play.Move, "z9"
	default:
		if c.Type = play.Resign; g.N < 30 && !w.one(8) {
			w.move(g, c)
		}
	}
}

// move is a legal turn.
func (w *world) move(g *play.Game, c *play.Command) {
	recorded := g.Created.Dice == play.DiceRecorded
	dice := func() {
		c.Type = play.Roll
		if recorded {
			c.Dice = []int{1 + w.rng.IntN(6), 1 + w.rng.IntN(6)}
		}
	}
	list := g.Position().Choices(c.Seat)
	if len(list) == 0 {
		dice()
		return
	}
	switch m := list[w.rng.IntN(len(list))].Move; m {
	case engines.Roll:
		dice()
	case engines.Double, engines.Take, engines.Drop:
		c.Type = play.CommandType(m)
	default:
		c.Type, c.Move = play.Move, string(m)
	}
}

// record is a game that was played elsewhere, and sometimes written down wrongly.
func (w *world) record() (kind string, r engines.Record) {
	kind = []string{"nim", "reversi", "checkers"}[w.rng.IntN(3)]
	e, _ := w.reg.Newest(kind)
	p, err := e.New(nil, "")
	if err != nil {
		w.fault("a game to import: %v", err)
		return kind, r
	}
	r.Name = "game 1"
	for n := 8 + w.rng.IntN(20); n > 0 && p.Turn().Plays(); n-- {
		list := p.Choices(p.Turn())
		m := list[w.rng.IntN(len(list))].Move
		if m != engines.Pass {
			r.Turns = append(r.Turns, engines.Turn{By: p.Turn(), Move: m})
		}
		if p, err = p.Play(p.Turn(), m); err != nil {
			w.fault("a game to import: %v", err)
			return kind, r
		}
	}
	if w.one(3) {
		r.Turns[len(r.Turns)-1].Move = "z9"
	}
	return kind, r
}

// pick is one of several, or none of none.
func pick[T any](rng *rand.Rand, list []T) (none T) {
	if len(list) == 0 {
		return none
	}
	return list[rng.IntN(len(list))]
}
