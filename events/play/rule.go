package play

import (
	"time"

	"plylog/events"
)

// An administrator ends a game, stops it, or lets it go on. None of it is a move:
// board, offers and dice stay as they are, and the log says who did it and why.

// reasonAdjudicated is the reason of a game that an administrator ended with a
// result; one that is void ends like one that was aborted, which counts for nobody.
const reasonAdjudicated = "adjudicated"

// standstill is the time of a game that was stopped.
type standstill struct {
	at    time.Time     // since when
	clock *events.Clock // as it ran until then
}

// Rules reports whether commands of a type are an administrator's: nobody's seat
// makes them, and they say why.
func (t CommandType) Rules() bool {
	return t == Adjudicate || t == Pause || t == Continue || t == CloseDamaged
}

// intendRuling makes an administrator's command the event that it asks for.
func (g *Game) intendRuling(cmd *Command) (events.Type, events.Data, error) {
	malformed := func(detail string) (events.Type, events.Data, error) {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: detail}
	}
	if cmd.Seat != events.Nobody || cmd.Share != nil || cmd.Anchor != nil || cmd.Move != "" || cmd.Value != "" || cmd.Player != "" || cmd.Dice != nil {
		return malformed("an administrator's act has a reason and no seat")
	}
	if cmd.Reason != "" || cmd.Type != Continue {
		if err := events.CheckReason(cmd.Reason); err != nil {
			return malformed(err.Error())
		}
	}
	r := &events.Ruled{Reason: cmd.Reason}
	if cmd.Type != Adjudicate && cmd.What != "" {
		return malformed("only an adjudication has a result")
	}
	switch cmd.Type {
	case Adjudicate:
		switch cmd.What {
		case events.RuledFirst, events.RuledSecond, events.RuledDraw, events.RuledVoid:
		default:
			return malformed("an adjudication is for first or second, or says draw or void")
		}
		r.Ruling = cmd.What
		return events.TypeAdjudicated, r, nil
	case Pause:
		return events.TypePaused, r, nil
	case Continue:
		return events.TypeContinued, r, nil
	default:
		return "", nil, &RefusedError{Code: CodeNotDamaged, Detail: "only a damaged game is closed; this one can be adjudicated"}
	}
}

// rule does what an administrator decided.
func (t *transition) rule(typ events.Type, r *events.Ruled) error {
	switch typ {
	case events.TypeAdjudicated:
		return t.adjudicate(r)
	case events.TypePaused:
		return t.stop()
	case events.TypeContinued:
		return t.goOn()
	default:
		return &RefusedError{Code: CodeNotDamaged, Detail: "the game was closed as damaged, and nothing before that is"}
	}
}

func (t *transition) adjudicate(r *events.Ruled) error {
	if t.next.Open() && r.Ruling != events.RuledVoid {
		return &RefusedError{Code: CodeOpen, Detail: "nobody won a game that nobody joined: it can be void"}
	}
	switch r.Ruling {
	case events.RuledFirst:
		t.next.After.Result = t.lost(events.Second, reasonAdjudicated)
	case events.RuledSecond:
		t.next.After.Result = t.lost(events.First, reasonAdjudicated)
	case events.RuledDraw:
		t.next.After.Result = &events.Result{Reason: reasonAdjudicated}
	default:
		t.next.After.Result = &events.Result{Reason: reasonAborted}
	}
	t.ticked = t.next.After.Paused // its time stands still already
	t.next.After.Paused, t.next.stood = false, nil
	return nil
}

// stop lets the time of a game stand still. What the clock shows meanwhile is what
// is left; how it ran is kept, so that it goes on as if nothing had been.
func (t *transition) stop() error {
	if t.next.After.Paused {
		return &RefusedError{Code: CodePaused, Detail: "the game is paused already"}
	}
	k := t.next.After.Clock
	t.next.stood = &standstill{at: t.at, clock: k}
	if k != nil && k.Deadline != nil {
		c := t.next.control
		t.next.After.Clock = c.run(c.charge(k, t.at), events.Nobody, t.at)
	}
	t.next.After.Paused = true
	t.ticked = true
	return nil
}

// goOn puts off whatever was to happen at some time by how long the game stood.
func (t *transition) goOn() error {
	s := t.next.stood
	if s == nil {
		return &RefusedError{Code: CodeNotPaused, Detail: "the game is not paused"}
	}
	stood := t.at.Sub(s.at)
	t.next.After.Clock = s.clock
	if s.clock != nil && s.clock.Deadline != nil {
		next, up := copyClock(s.clock), s.clock.Deadline.Add(stood)
		next.Deadline = &up
		t.next.After.Clock = next
	}
	t.next.acted = t.next.acted.Add(stood)
	t.next.After.Paused, t.next.stood = false, nil
	t.ticked = true
	return nil
}

// errPaused refuses what players do while a game stands still.
func errPaused() error {
	return &RefusedError{Code: CodePaused, Detail: "an administrator has paused the game; its time stands still until it goes on"}
}
