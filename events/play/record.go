package play

import (
	"fmt"
	"strconv"

	"plylog/engines"
	"plylog/events"
)

// Record writes a game down as files of the field hold it: the turns as they
// stand at the end, without what was taken back or put right, and how it ended.
// Those of a game that was forked begin where the game began that it comes from.
// eng is the game's engine.
func Record(eng engines.Engine, log []*events.Event) (engines.Record, error) {
	if len(log) == 0 {
		return engines.Record{}, ErrNoGame
	}
	c, ok := log[0].Data.(*events.Created)
	if !ok {
		return engines.Record{}, fmt.Errorf("recording game %s: %w", log[0].Game, ErrDamaged)
	}
	r := engines.Record{
		Name: log[0].Game.String(), Options: c.Options, Board: c.Board,
		Players: [2]string{string(c.First), string(c.Second)},
	}
	if o := c.Origin; o != nil {
		for i, name := range [...]string{o.First, o.Second} {
			if name != "" {
				r.Players[i] = name
			}
		}
		for _, t := range o.Tags {
			r.Tags = append(r.Tags, engines.Tag{Name: t[0], Value: t[1]})
		}
	}
	if len(c.Line) > 0 {
		var err error
		if r.Turns, err = linedUp(eng, c); err != nil {
			return engines.Record{}, fmt.Errorf("recording game %s: %w", log[0].Game, err)
		}
	}
	upTo := make([]int, len(log)+1) // how many turns there were after each event
	waiting := events.Chance        // whose dice fall next
	if n := len(r.Turns) - 1; n >= 0 && r.Turns[n].Move == engines.Roll && r.Turns[n].Dice == "" {
		waiting, r.Turns = r.Turns[n].By, r.Turns[:n] // the line ends with dice in the air
	}
	for _, e := range log {
		switch d := e.Data.(type) {
		case *events.Joined:
			if i := d.Seat - events.First; c.Origin == nil && i < 2 {
				r.Players[i] = string(e.By)
			}
		case *events.Seated:
			if i := d.Seat - events.First; (c.Origin == nil || c.Origin.Format == "") && i < 2 {
				r.Players[i] = string(d.Player)
			}
		case *events.Act:
			r.Turns = recordTurn(r.Turns, upTo, e.Type, d)
		}
		r.Turns = append(r.Turns, rolls(e, waiting)...)
		if e.After.Turn != events.Chance {
			waiting = e.After.Turn // while shares of a roll are awaited, it is still the same seat's
		}
		if e.N < len(upTo) {
			upTo[e.N] = len(r.Turns)
		}
	}
	r.End = ending(log)
	return r, nil
}

// recordTurn adds what a seat did to the turns.
func recordTurn(turns []engines.Turn, upTo []int, typ events.Type, a *events.Act) []engines.Turn {
	switch typ {
	case events.TypeMoved:
		if a.Move == string(engines.Pass) {
			return turns // a turn that cannot be played is none, whether it was passed aloud or not
		}
		return append(turns, engines.Turn{By: a.Seat, Move: engines.Move(a.Move)})
	case events.TypeDoubled:
		return append(turns, engines.Turn{By: a.Seat, Move: engines.Double})
	case events.TypeTook:
		return append(turns, engines.Turn{By: a.Seat, Move: engines.Take})
	case events.TypeDropped:
		return append(turns, engines.Turn{By: a.Seat, Move: engines.Drop})
	case events.TypeCorrected:
		for i := len(turns) - 1; i >= 0; i-- {
			if turns[i].By == a.Seat {
				turns[i].Move = engines.Move(a.Move)
				break
			}
		}
	case events.TypeAccepted:
		if a.To > 0 && a.To < len(upTo) {
			return turns[:upTo[a.To]]
		}
	}
	return turns
}

// rolls returns the dice that fell in an event, as turns: of the seat that
// rolled, or of chance in the opening, which both throw.
func rolls(e *events.Event, by events.Seat) []engines.Turn {
	var out []engines.Turn
	for _, c := range e.Then {
		if d := outcome(c.Dice); d != "" {
			out = append(out, engines.Turn{By: by, Move: engines.Roll, Dice: d})
		}
	}
	return out
}

func ending(log []*events.Event) engines.Ending {
	e := log[len(log)-1]
	r := e.After.Result
	if r == nil {
		return engines.Ending{}
	}
	// An aborted game was not played to any end: a draw would be something else.
	end := engines.Ending{Known: r.Reason != reasonAborted, Winner: r.Winner, Points: r.Points, Reason: r.Reason}
	switch a, _ := e.Data.(*events.Act); {
	case e.Type == events.TypeResigned:
		end.Value = a.Value
	case e.Type == events.TypeAccepted && a.What == WhatResign:
		if o := log[len(log)-2].After.Offer; o != nil {
			end.Value = o.Value
		}
	}
	return end
}

// endImported ends an imported game as its record says, where the board does not
// end it: by a resignation, on time, or because the record stops.
func (t *transition) endImported(data events.Data) error {
	if o := t.next.Created.Origin; o == nil || o.Format == "" {
		return &RefusedError{Code: CodeNotOffered, Detail: "only an imported game ends as its record says"}
	}
	a, ok := data.(*events.Act)
	if !ok || a.Seat == events.Chance {
		return &RefusedError{Code: CodeMalformed, Detail: "the ending does not say who won"}
	}
	points, err := strconv.Atoi(a.Value)
	if err != nil || points < 0 || strconv.Itoa(points) != a.Value || a.What == "" || len(a.What) > mostReason {
		return &RefusedError{Code: CodeMalformed, Detail: "an ending has points and a reason"}
	}
	t.next.After.Result = &events.Result{Winner: a.Seat, Points: points, Reason: a.What}
	return nil
}

// mostReason is the length in bytes that a record's reason may have.
const mostReason = 64
