package play

import (
	"time"

	"plylog/engines"
	"plylog/events"
)

// ClaimAbandoned is the claim of a game whose other side has not moved for as
// long as the game was created with (Create.Abandon).
const ClaimAbandoned = "abandoned"

// tick sets the clock after an event: the seat whose time ran is charged where
// its turn ended, and the time of who is on turn begins.
func (t *transition) tick() {
	c, k := t.next.control, t.next.After.Clock
	if c == nil || t.ticked || t.next.Open() {
		return
	}
	turn := t.next.waitsFor()
	if k == nil {
		t.next.After.Clock = c.run(c.full(), turn, t.at)
		return
	}
	moved := t.by.Plays() && !t.corrected
	if turn == k.Running && !moved {
		return // within one turn time just goes on
	}
	k = c.charge(k, t.at)
	if moved {
		c.bonus(k, t.by, !t.next.moved[t.by-events.First])
	}
	t.next.After.Clock = c.run(k, turn, t.at)
}

// flag ends the game of a seat whose time is up. It happens at the deadline,
// whenever somebody noticed.
func (t *transition) flag(data events.Data) error {
	k := t.next.After.Clock
	act, ok := data.(*events.Act)
	switch {
	case !ok || k == nil || k.Deadline == nil:
		return &RefusedError{Code: CodeNotOffered, Detail: "no time is running"}
	case act.Seat != k.Running || !t.at.Equal(*k.Deadline):
		return &RefusedError{Code: CodeTooEarly, Detail: "the time of that seat is not up then"}
	}
	t.next.After.Result = t.lost(act.Seat, "time")
	t.next.After.Clock = t.next.control.run(t.next.control.spent(k), events.Nobody, t.at)
	t.ticked = true
	return nil
}

// resume gives back the time in which no server ran.
func (t *transition) resume(r *events.Resumed) error {
	k := t.next.After.Clock
	if k == nil || k.Deadline == nil {
		return &RefusedError{Code: CodeNotOffered, Detail: "no time is running"}
	}
	from := r.Stopped
	if from.Before(t.next.time) {
		from = t.next.time
	}
	switch {
	case !r.Started.Equal(t.at) || !r.Started.After(from):
		return &RefusedError{Code: CodeMalformed, Detail: "the server was not away"}
	case late(k, r.Stopped):
		return &RefusedError{Code: CodeTime, Detail: "the time was up before the server stopped"}
	}
	next, up := copyClock(k), k.Deadline.Add(r.Started.Sub(from))
	next.Deadline = &up
	t.next.After.Clock = next
	t.ticked = true
	return nil
}

// Forfeit is how a game without a clock may end by a seat's staying away: its
// opponent may claim it from a moment on.
type Forfeit struct {
	Seat events.Seat // who stays away, and is waited for
	From time.Time   // when the claim is open to the other seat, as long as nothing happens on the board
	Warn time.Time   // when it is time to say so again: three quarters of the wait are over
}

// Forfeit tells which seat stands to lose by staying away, and when; false where
// none does: time is kept, nobody is waited for, or a seat is free.
func (g *Game) Forfeit() (Forfeit, bool) {
	wait := time.Duration(g.Created.Abandon) * time.Millisecond
	seat := g.waitsFor()
	if wait == 0 || g.control != nil || g.Over() || g.After.Paused || g.Open() || !seat.Plays() {
		return Forfeit{}, false
	}
	return Forfeit{Seat: seat, From: g.acted.Add(wait), Warn: g.acted.Add(wait - wait/4)}, true
}

// claimAbandoned wins a game that the other side has left.
func (t *transition) claimAbandoned(a *events.Act) error {
	f, ok := t.next.Forfeit()
	switch {
	case t.next.Created.Abandon == 0 || t.next.control != nil:
		return &RefusedError{Code: CodeNotOffered, Detail: "this game cannot be claimed as abandoned; its time control, if any, decides"}
	case !ok || f.Seat != a.Seat.Opponent():
		return &RefusedError{Code: CodeTooEarly, Detail: "your opponent is not the one to move"}
	case t.at.Before(f.From):
		return &RefusedError{Code: CodeTooEarly, Detail: "the game can be claimed from " + f.From.Format(time.RFC3339) + " on"}
	}
	t.next.After.Result = t.lost(f.Seat, "abandoned")
	return nil
}

// lost is the result of a seat that loses otherwise than on the board: the least
// that a loss costs now.
func (t *transition) lost(seat events.Seat, reason string) *events.Result {
	r := events.Result{Winner: seat.Opponent(), Points: 1, Reason: reason}
	if p, ok := t.next.pos.(engines.Resigner); ok {
		if least, _, err := p.Resign(seat, ""); err == nil {
			r.Points = least.Points
		}
	}
	return &r
}
