package projections_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// wander plays a real game at random, with offers of takebacks that are accepted,
// declined and withdrawn, and calls look after each event.
func wander(t *testing.T, h *play.Handler, rnd *rand.Rand, cmd play.Create, most int, look func(*play.Game)) (*play.Game, int) {
	t.Helper()
	cmd.By, cmd.First, cmd.Second = "p_left", "p_left", "p_right"
	cmd.ID = events.DeriveID("command", cmd.Game.String(), "0")
	a, err := h.Create(t.Context(), cmd)
	taken := 0
	var last [3]string // move of each seat
	for {
		if err != nil {
			t.Fatalf("%s: %v", cmd.Kind, err)
		}
		g := a.Game
		look(g)
		if g.Over() || g.N >= most {
			return g, taken
		}
		next := play.Command{Game: g.ID, ID: events.DeriveID("command", g.ID.String(), fmt.Sprint(g.N))}
		if offer := g.After.Offer; offer != nil {
			next.Seat, next.Type = offer.By.Opponent(), play.Accept // saying of what, or not
			if rnd.IntN(2) == 0 {
				next.What = offer.What
			}
			if rnd.IntN(5) == 0 {
				next.Type = play.Decline
			}
			if rnd.IntN(8) == 0 {
				next.Seat, next.Type = offer.By, play.Withdraw
			}
			if next.Type == play.Accept {
				taken++
			}
		} else {
			next.Seat = g.Position().Turn()
			c := g.Position().Choices(next.Seat)
			if at := slices.IndexFunc(c, func(c engines.Choice) bool { return c.Move == reverse(last[next.Seat]) }); at >= 0 && rnd.IntN(3) > 0 {
				c = c[at : at+1] // to and fro
			}
			next.Type, next.Move = play.Move, string(c[rnd.IntN(len(c))].Move)
			if strings.Contains(string(g.Created.Options), "manual") {
				byHand(g, rnd, &next, last)
			}
			switch engines.Move(next.Move) {
			case engines.Roll, engines.Double, engines.Take, engines.Drop:
				next.Type, next.Move = play.CommandType(next.Move), ""
			}
		}
		if g.After.Offer == nil && rnd.IntN(5) == 0 {
			ask := play.Command{Game: g.ID, ID: next.ID, Seat: next.Seat, Type: play.Offer, What: play.WhatTakeback}
			if rnd.IntN(3) > 0 {
				ask.Seat = next.Seat.Opponent() // who has just moved
			}
			ask.By = g.Player(ask.Seat)
			var refused *play.RefusedError
			if a, err = h.Do(t.Context(), ask); !errors.As(err, &refused) {
				continue
			}
		}
		next.By = g.Player(next.Seat)
		if next.Move != "" {
			last[next.Seat] = next.Move
		}
		a, err = h.Do(t.Context(), next)
	}
}

// byHand turns no disc now and then where some are to be turned, and puts that
// right now and then.
func byHand(g *play.Game, rnd *rand.Rand, next *play.Command, last [3]string) {
	for _, seat := range []events.Seat{events.First, events.Second} {
		if g.Position().(engines.Corrector).MayCorrect(seat) && rnd.IntN(2) == 0 {
			square, _, _ := strings.Cut(last[seat], ":")
			next.Seat, next.Type, next.Move = seat, play.Correct, square
			return
		}
	}
	if square, _, _ := strings.Cut(next.Move, ":"); rnd.IntN(3) == 0 {
		next.Move = square + ":"
	}
}

// reverse is the move that goes back where another came from.
func reverse(move string) engines.Move {
	from, to, _ := strings.Cut(move, "-")
	return engines.Move(to + "-" + from)
}
