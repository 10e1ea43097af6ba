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
	t := transition{}
	if err := t.begin(e.Game, eng, c, &replayed{then: e.Then}); err != nil {
		return nil, diverged("data", err.Error(), "a game that can be")
	}
	return t.agree(e)
}

// Apply adds the next event. It recomputes everything that the event says came
// of it; where they differ the error is a *DivergedError and the game as it was
// is all that can be trusted.
func (g *Game) Apply(e *events.Event) (*Game, error) {
	diverged := func(what, got, want string) error {
		return &DivergedError{Game: g.ID, N: e.N, What: what, Got: got, Want: want}
	}
	switch {
	case e.Game != g.ID:
		return nil, diverged("game", e.Game.String(), g.ID.String())
	case e.N != g.N+1:
		return nil, diverged("n", strconv.Itoa(e.N), strconv.Itoa(g.N+1))
	case e.Prev != g.Head:
		return nil, diverged("prev", e.Prev.String(), g.Head.String())
	case e.Kind != g.Engine.Name():
		return nil, diverged("kind", e.Kind, g.Engine.Name())
	case e.Ruleset != g.Engine.Ruleset():
		return nil, diverged("ruleset", strconv.Itoa(e.Ruleset), strconv.Itoa(g.Engine.Ruleset()))
	case g.Find(e.Command) != 0:
		return nil, diverged("command", e.Command.String(), "an id that was not used before")
	}
	t := transition{next: *g, dice: &replayed{then: e.Then}}
	if err := t.step(e.Type, e.Data, e.By); err != nil {
		if illegal(err) || errors.Is(err, dice.ErrShare) {
			return nil, diverged("data", err.Error(), "what the rules allow")
		}
		return nil, err
	}
	return t.agree(e)
}

// agree compares what the transition made with what the event says, and seals
// the game at the event.
func (t *transition) agree(e *events.Event) (*Game, error) {
	t.after()
	diverged := func(what, got, want string) error {
		return &DivergedError{Game: e.Game, N: e.N, What: what, Got: got, Want: want}
	}
	if !slices.EqualFunc(e.Then, t.then, sameConsequence) {
		return nil, diverged("then", fmt.Sprint(e.Then), fmt.Sprint(t.then))
	}
	a, b := &e.After, &t.next.After
	switch {
	case a.Board != b.Board:
		return nil, diverged("board", a.Board, b.Board)
	case a.Turn != b.Turn:
		return nil, diverged("turn", a.Turn.String(), b.Turn.String())
	case a.Seen != b.Seen:
		return nil, diverged("seen", strconv.Itoa(a.Seen), strconv.Itoa(b.Seen))
	case !sameResult(a.Result, b.Result):
		return nil, diverged("result", fmt.Sprint(a.Result), fmt.Sprint(b.Result))
	case !sameOffer(a.Offer, b.Offer):
		return nil, diverged("offer", fmt.Sprint(a.Offer), fmt.Sprint(b.Offer))
	}
	return t.seal(e), nil
}

// seal returns the game at the event.
func (t *transition) seal(e *events.Event) *Game {
	g := t.next
	g.N = e.N
	g.Seq = e.Seq
	g.Head = e.Hash()
	g.commands = append(g.commands, e.Command)
	return &g
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
