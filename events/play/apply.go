package play

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// Start makes a game of its first event. Errors: ErrUnknownKind, and
// *DivergedError where the event claims what its rules do not make of it.
func Start(reg *engines.Registry, e *events.Event) (*Game, error) {
	diverged := func(what, got, want string) error {
		return &DivergedError{Game: e.Game, N: e.N, What: what, Got: got, Want: want}
	}
	c, ok := e.Data.(*events.Created)
	if !ok || e.Type != events.TypeCreated || e.N != 1 {
		return nil, diverged("type", string(e.Type), string(events.TypeCreated))
	}
	if want := events.Genesis(e.Game); e.Prev != want {
		return nil, diverged("prev", e.Prev.String(), want.String())
	}
	eng, ok := reg.Find(e.Kind, e.Ruleset)
	if !ok {
		return nil, fmt.Errorf("game %s of kind %q, ruleset %d: %w", e.Game, e.Kind, e.Ruleset, ErrUnknownKind)
	}
	t := &transition{at: e.Time}
	if err := t.begin(e.Game, e.By, eng, c, &replayed{then: e.Then}); err != nil {
		return nil, diverged("data", err.Error(), "a game that can be")
	}
	if err := t.agree(e); err != nil {
		return nil, err
	}
	return &t.next, nil
}

// Apply adds the next event. It recomputes everything that the event says came
// of it; where they differ the error is a *DivergedError and the game as it was
// is all that can be trusted.
func (g *Game) Apply(e *events.Event) (*Game, error) {
	t := new(transition)
	if err := t.apply(g, e, &replayed{}); err != nil {
		return nil, err
	}
	return &t.next, nil
}

// apply makes t.next the game that g becomes by an event. What t and r held
// before is of no account, so that they can serve many events.
func (t *transition) apply(g *Game, e *events.Event, r *replayed) error {
	diverged := func(what, got, want string) error {
		return &DivergedError{Game: g.ID, N: e.N, What: what, Got: got, Want: want}
	}
	switch {
	case e.Game != g.ID:
		return diverged("game", e.Game.String(), g.ID.String())
	case e.N != g.N+1:
		return diverged("n", strconv.Itoa(e.N), strconv.Itoa(g.N+1))
	case e.Prev != g.Head:
		return diverged("prev", e.Prev.String(), g.Head.String())
	case e.Kind != g.Engine.Name():
		return diverged("kind", e.Kind, g.Engine.Name())
	case e.Ruleset != g.Engine.Ruleset():
		return diverged("ruleset", strconv.Itoa(e.Ruleset), strconv.Itoa(g.Engine.Ruleset()))
	case e.Time.Before(g.time):
		return diverged("time", e.Time.String(), "not before "+g.time.String())
	case g.Find(e.Command) != 0:
		return diverged("command", e.Command.String(), "an id that was not used before")
	}
	*r = replayed{then: e.Then}
	*t = transition{next: *g, at: e.Time, dice: r}
	if err := t.step(e.Type, e.Data, e.By); err != nil {
		switch {
		case errors.Is(err, dice.ErrShare), errors.Is(err, dice.ErrDice):
			return diverged("dice", err.Error(), "what the shares give")
		case illegal(err):
			return diverged("data", err.Error(), "what the rules allow")
		}
		return err
	}
	return t.agree(e)
}

// agree compares what the transition made with what the event says, and seals
// the game at the event.
func (t *transition) agree(e *events.Event) error {
	t.after()
	diverged := func(what, got, want string) error {
		return &DivergedError{Game: e.Game, N: e.N, What: what, Got: got, Want: want}
	}
	if !slices.EqualFunc(e.Then, t.then, sameConsequence) {
		return diverged("then", fmt.Sprint(e.Then), fmt.Sprint(t.then))
	}
	a, b := &e.After, &t.next.After
	switch {
	case a.Board != b.Board:
		return diverged("board", a.Board, b.Board)
	case a.Turn != b.Turn:
		return diverged("turn", a.Turn.String(), b.Turn.String())
	case a.Seen != b.Seen:
		return diverged("seen", strconv.Itoa(a.Seen), strconv.Itoa(b.Seen))
	case !sameResult(a.Result, b.Result):
		return diverged("result", fmt.Sprint(a.Result), fmt.Sprint(b.Result))
	case !sameOffer(a.Offer, b.Offer):
		return diverged("offer", fmt.Sprint(a.Offer), fmt.Sprint(b.Offer))
	case a.Paused != b.Paused:
		return diverged("paused", strconv.FormatBool(a.Paused), strconv.FormatBool(b.Paused))
	case !sameClock(a.Clock, b.Clock):
		return diverged("clock", fmt.Sprint(a.Clock), fmt.Sprint(b.Clock))
	}
	t.seal(e)
	return nil
}

// seal puts the game at the event.
func (t *transition) seal(e *events.Event) {
	t.next.N = e.N
	t.next.Seq = e.Seq
	t.next.Head = e.Hash()
	t.next.commands = append(t.next.commands, e.Command)
	t.next.time = e.Time
	if !t.changed {
		return
	}
	t.next.acted = e.Time
	if t.by.Plays() {
		t.next.moved[t.by-events.First] = true
	}
	t.next.remember(e.N, t.by, t.corrected)
}

// Fold makes a game of its events. ErrNoGame where there are none.
func Fold(reg *engines.Registry, log iter.Seq2[*events.Event, error]) (*Game, error) {
	var g *Game
	for e, err := range log {
		if err != nil {
			return nil, err
		}
		if g, err = next(reg, g, e); err != nil {
			return nil, err
		}
	}
	if g == nil {
		return nil, ErrNoGame
	}
	return g, nil
}

// next is Start for the first event and Apply for the others.
func next(reg *engines.Registry, g *Game, e *events.Event) (*Game, error) {
	if g == nil {
		return Start(reg, e)
	}
	return g.Apply(e)
}

func sameConsequence(a, b events.Consequence) bool {
	return a.Pass == b.Pass && a.Roll == b.Roll && slices.Equal(a.Dice, b.Dice) && slices.Equal(a.Shares, b.Shares)
}

func sameResult(a, b *events.Result) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Score == nil || b.Score == nil {
		return a.Score == b.Score && a.Winner == b.Winner && a.Points == b.Points && a.Reason == b.Reason
	}
	return *a.Score == *b.Score && a.Winner == b.Winner && a.Points == b.Points && a.Reason == b.Reason
}

func sameOffer(a, b *events.Offer) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
