package bot

import (
	"context"
	"testing"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// stand is a position of which only who is on turn matters, with the parts of a
// game that a case needs.
type stand struct {
	engines.Position
	turn engines.Seat
}

func (s stand) Turn() engines.Seat { return s.turn }

type agreeing struct{ stand }

func (agreeing) MayAgree() bool { return true }

type claiming struct{ agreeing }

func (claiming) Claims(engines.Seat) []string { return []string{"repetition", "forty-move"} }
func (claiming) Claim(engines.Seat, string) (engines.Result, error) {
	return engines.Result{Reason: "repetition"}, nil
}

// staked is worth two points a single game.
type staked struct{ stand }

func (staked) Resign(by engines.Seat, value string) (engines.Result, bool, error) {
	points := map[string]int{"": 2, "single": 2, "gammon": 4}[value]
	return engines.Result{Winner: by.Opponent(), Points: points}, false, nil
}

type dicey struct{ stand }

func (dicey) Outcomes() []engines.Outcome           { return nil }
func (dicey) Draw(string) (engines.Position, error) { return nil, nil }

// oracle is an engine that knows how the bot stands.
type oracle struct {
	engines.Engine
	standing int
}

func (o oracle) Judge(engines.Position, engines.Seat) int { return o.standing }

func TestManners(t *testing.T) {
	const me = engines.First
	ours, theirs := stand{turn: me}, stand{turn: me.Opponent()}
	offer := func(what, value string) *events.Offer {
		return &events.Offer{By: me.Opponent(), What: what, Value: value}
	}
	move := action{typ: play.Move, move: "m"}
	draw := action{typ: play.Offer, what: play.WhatDraw}
	accept := func(what string) action { return action{typ: play.Accept, what: what} }
	decline := func(what string) action { return action{typ: play.Decline, what: what} }
	for _, c := range []struct {
		name     string
		standing int
		now      situation
		want     action // zero: nothing
	}{
		{"its turn", 0, situation{position: ours}, move},
		{"not its turn", 0, situation{position: theirs}, action{}},
		{"its own offer stands", 0, situation{position: ours, offer: &events.Offer{By: me, What: play.WhatDraw}}, move},

		{"a draw in an even game", 0, situation{position: ours, offer: offer(play.WhatDraw, "")}, decline(play.WhatDraw)},
		{"a draw when it is losing a little", -499, situation{position: theirs, offer: offer(play.WhatDraw, "")}, decline(play.WhatDraw)},
		{"a draw when it is losing", -500, situation{position: theirs, offer: offer(play.WhatDraw, "")}, accept(play.WhatDraw)},
		{"a draw in a long even game", 0, situation{position: ours, offer: offer(play.WhatDraw, ""), moves: patience}, accept(play.WhatDraw)},
		{"a draw in a long game that it is winning", 500, situation{position: ours, offer: offer(play.WhatDraw, ""), moves: patience}, decline(play.WhatDraw)},
		{"a draw in a game without end", 999, situation{position: ours, offer: offer(play.WhatDraw, ""), moves: 2 * patience}, accept(play.WhatDraw)},

		{"a single game when no more is to be had", 1000, situation{position: staked{theirs}, offer: offer(play.WhatResign, "single")}, accept(play.WhatResign)},
		{"a single game when a gammon is likely", 1500, situation{position: staked{theirs}, offer: offer(play.WhatResign, "single")}, decline(play.WhatResign)},
		{"a gammon then", 1500, situation{position: staked{theirs}, offer: offer(play.WhatResign, "gammon")}, accept(play.WhatResign)},
		{"a single game when a gammon is a trifle away", 1000 + trifle, situation{position: staked{theirs}, offer: offer(play.WhatResign, "")}, accept(play.WhatResign)},

		{"a takeback", 0, situation{position: theirs, offer: offer(play.WhatTakeback, "")}, accept(play.WhatTakeback)},
		{"a takeback after dice", 0, situation{position: dicey{theirs}, offer: offer(play.WhatTakeback, "")}, decline(play.WhatTakeback)},
		{"an offer that it does not know", 0, situation{position: theirs, offer: offer("tea", "")}, decline("tea")},

		{"a draw can be claimed", 499, situation{position: claiming{agreeing{ours}}}, action{typ: play.Claim, what: "repetition"}},
		{"a draw can be claimed in a game that it wins", 500, situation{position: claiming{agreeing{ours}}}, move},
		{"a draw can be claimed on the opponent's turn", 0, situation{position: claiming{agreeing{theirs}}}, action{}},

		{"a game that is not long yet", 0, situation{position: agreeing{ours}, moves: patience - 1}, move},
		{"a long game", 0, situation{position: agreeing{ours}, moves: patience}, draw},
		{"a long game that it is winning", 500, situation{position: agreeing{ours}, moves: patience}, move},
		{"a long game in which it has just offered", 0, situation{position: agreeing{ours}, moves: patience + between - 1, offered: patience}, move},
		{"a long game in which it has offered before", 0, situation{position: agreeing{ours}, moves: patience + between, offered: patience}, draw},
		{"a game without end that it is winning", 999, situation{position: agreeing{ours}, moves: 2 * patience}, draw},
		{"a game without end and without draws", 0, situation{position: ours, moves: 4 * patience}, action{typ: play.Resign}},
		{"one that it is winning", 1, situation{position: ours, moves: 4 * patience}, move},
		{"one with dice, which ends by itself", 0, situation{position: dicey{ours}, moves: 4 * patience}, move},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sitting{seat: me, engine: oracle{standing: c.standing}, bot: Func(func(context.Context, engines.Position, engines.Seat) (engines.Move, error) {
				return "m", nil
			})}
			got, ok, err := s.act(t.Context(), c.now)
			if err != nil || got != c.want || ok != (c.want != action{}) {
				t.Errorf("it does %+v (%t, %v), want %+v", got, ok, err, c.want)
			}
		})
	}
}

// TestCommands: what an engine calls a move may be a command of its own.
func TestCommands(t *testing.T) {
	for m, want := range map[engines.Move]play.CommandType{
		engines.Roll: play.Roll, engines.Double: play.Double, engines.Take: play.Take, engines.Drop: play.Drop,
		"8/5 6/5": play.Move, "d3": play.Move, engines.Pass: play.Move,
	} {
		if got := commandOf(m); got != want {
			t.Errorf("%s is a command %s, want %s", m, got, want)
		}
	}
}
