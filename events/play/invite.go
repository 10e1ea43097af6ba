package play

import (
	"plylog/events"
)

// A game whose free seat is kept for a player begins when they join, and ends like
// an aborted one when they decline: nobody else could ever begin it.

// intendInvited makes the refusal of an invitation the event that it asks for. Who
// is invited holds no seat: the one that is free is meant.
func (g *Game) intendInvited() (events.Type, events.Data, error) {
	seat := events.First
	if g.Players[0] != "" {
		seat = events.Second
	}
	return events.TypeDeclined, &events.Act{Seat: seat, What: WhatInvited}, nil
}

// declineInvited ends a game whose invited player does not want to play.
func (t *transition) declineInvited(a *events.Act, by events.PlayerID) error {
	switch invited := t.next.Created.Invited; {
	case invited == "" || !t.next.Open():
		return &RefusedError{Code: CodeNoOffer, Detail: "there is no invitation to decline"}
	case invited != by:
		return &RefusedError{Code: CodeNotInvited, Detail: "the seat is kept for somebody else"}
	case !a.Seat.Plays() || t.next.Player(a.Seat) != "":
		return &RefusedError{Code: CodeMalformed, Detail: "that is not the seat that is kept"}
	}
	t.next.After.Result = &events.Result{Reason: reasonAborted}
	return nil
}
