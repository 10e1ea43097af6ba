package api

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// submit serves POST /v1/games/{id}/events: one command, at most one event.
func (s *Server) submit(w http.ResponseWriter, r *http.Request, _ query) error {
	start := s.cfg.Now()
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	if !s.commands.enter() {
		return refuse(stopping, "")
	}
	defer s.commands.leave()
	cmd, keyed, err := s.readSubmit(r)
	if err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	cmd.Game = id
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	if cmd.Type == play.Rematch {
		return s.rematch(w, r, cmd, start)
	}
	if cmd.Type == play.Join {
		return s.join(ctx, w, r, cmd, keyed, start)
	}
	if cmd.Type == play.Decline && cmd.What == play.WhatInvited {
		return s.declineInvited(ctx, w, r, cmd, keyed, start)
	}
	if cmd.Type.Rules() {
		return s.rule(ctx, w, r, cmd, keyed, start)
	}
	g, who, err := s.actor(ctx, r, id)
	if err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	kind := g.Engine.Name()
	cmd.Seat, cmd.By = who, g.Player(who)
	a, err := s.decide(ctx, r, cmd, keyed, kind, start)
	if err != nil {
		return err
	}
	if addVary(w.Header(), "Accept"); negotiate(r.Header["Accept"], formJSON, formCloudEvent) == formCloudEvent {
		w.Header()["Content-Type"] = cloudType
		return s.sendEvent(w, a, appendCloudEvent(make([]byte, 0, len(a.Event.Raw)+512), a.Event))
	}
	return s.sendEvent(w, a, a.Event.Raw)
}

// decide carries out a command of which it is known who sends it, and tells of it.
// kind is what it is counted under. One without an id of its own gets one.
func (s *Server) decide(ctx context.Context, r *http.Request, cmd play.Command, keyed bool, kind string, start time.Time) (a play.Answer, err error) {
	if !keyed {
		if cmd.ID, err = events.NewCommandID(start, rand.Reader); err != nil {
			return a, err
		}
	}
	if a, err = s.do(ctx, cmd); err != nil {
		return a, s.refused(r, cmd, kind, start, s.explain(r, cmd, err))
	}
	s.accepted(r.Context(), a, cmd.Type, start)
	return a, nil
}

// readSubmit reads what a request asks for: everything but who asks.
func (s *Server) readSubmit(r *http.Request) (cmd play.Command, keyed bool, err error) {
	f, err := readBody(r, s.cfg.Limits.Body)
	if err != nil {
		return cmd, false, err
	}
	if cmd, keyed, err = readCommand(f); err != nil {
		return cmd, false, err
	}
	if keyed, err = readCommandID(&cmd, keyed, r.Header["Idempotency-Key"]); err != nil {
		return cmd, false, err
	}
	cmd.IfMatch, err = readIfMatch(r.Header["If-Match"])
	return cmd, keyed, err
}

// join serves the one command that needs no token: its answer hands one out. The
// id under which it is stored is derived from the caller's, so that who reads it
// in the feed cannot repeat the command and be handed the token too.
func (s *Server) join(ctx context.Context, w http.ResponseWriter, r *http.Request, cmd play.Command, keyed bool, start time.Time) (err error) {
	if keyed {
		cmd.ID = s.mint.Joined(cmd.Game, cmd.ID)
	} else if cmd.ID, err = events.NewCommandID(start, rand.Reader); err != nil {
		return err
	}
	player, err := s.sitter(r)
	if err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	cmd.By = player(cmd.Game, cmd.Seat, cmd.ID)
	if err := s.committing(ctx, r, &cmd); err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	if err := s.besides(ctx, cmd); err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	a, err := s.do(ctx, cmd)
	if err != nil {
		kind, err := s.notJoined(r, cmd.Game, err)
		return s.refused(r, cmd, kind, start, s.explain(r, cmd, err))
	}
	s.accepted(r.Context(), a, cmd.Type, start)
	joined, ok := a.Event.Data.(*events.Joined)
	if !ok {
		return errors.New("a join was answered by an event of type " + string(a.Event.Type))
	}
	body := make([]byte, 0, len(a.Event.Raw)+128)
	body = append(body, `{"event":`...)
	body = append(body, a.Event.Raw...)
	body = append(body, `,"token":"`...)
	body = append(body, s.mint.Token(cmd.Game, joined.Seat, cmd.By).Reveal()...)
	body = append(body, `","seat":"`...)
	body = append(body, joined.Seat.String()...)
	body = append(body, `"}`...)
	w.Header()["Cache-Control"] = noStore
	return s.sendEvent(w, a, body)
}

// committing makes a join with an anchor, sent by who sits on a seat, the command of
// that seat: it puts the seat's anchor on record. Somebody who is signed in and sits
// on none is joining.
func (s *Server) committing(ctx context.Context, r *http.Request, cmd *play.Command) error {
	if cmd.Anchor == nil {
		return nil
	}
	p, err := s.proofs(r)
	if err != nil {
		return err
	}
	if p = p.own(); len(p.tokens) == 0 {
		g, err := s.game(ctx, cmd.Game)
		if err != nil || s.held(p, "", cmd.Game, g.Players) == [2]bool{} {
			return nil // what is wrong with the game the join finds out
		}
	}
	g, who, err := s.actor(ctx, r, cmd.Game)
	switch {
	case err != nil:
		return err
	case cmd.Seat.Plays() && cmd.Seat != who:
		return refuseField(badField, "seat", "the token proves the other seat")
	}
	cmd.Seat, cmd.By = who, g.Player(who)
	return nil
}

// besides refuses somebody who is signed in and sits in the game already: who made a
// game sits in it from the beginning. What else is wrong the join finds out.
func (s *Server) besides(ctx context.Context, cmd play.Command) error {
	g, err := s.game(ctx, cmd.Game)
	if err != nil || !g.Open() || !slices.Contains(g.Players[:], cmd.By) {
		return nil
	}
	if cmd.Seat.Plays() && g.Player(cmd.Seat) == cmd.By { // with the anchor of that seat
		return nil
	}
	return refuse(seatTaken, "you sit on the other seat: nobody plays against themselves in a game of two")
}

// notJoined returns why a join is refused and the kind of the game. An open
// private game is an invitation to whoever knows its id; a full one does not
// exist for who does not sit in it.
func (s *Server) notJoined(r *http.Request, id events.GameID, err error) (kind string, why error) {
	g, gerr := s.cfg.Handler.Game(r.Context(), id)
	if gerr != nil {
		return other, s.hideDamaged(r, id, err)
	}
	if full := !g.Open() || g.Over(); full && g.Created.Private && s.seated(r, id, g.Players) == [2]bool{} {
		return other, play.ErrNoGame
	}
	return g.Engine.Name(), err
}

// sendEvent answers a command that is on record: 201, or 200 if it was before.
func (s *Server) sendEvent(w http.ResponseWriter, a play.Answer, body []byte) error {
	h := w.Header()
	h["Etag"] = []string{tagOf(a.Event.N)}
	h["Plylog-Version"] = []string{strconv.Itoa(a.Event.N)}
	status := http.StatusCreated
	if a.Replayed {
		h["Idempotent-Replay"] = []string{"true"}
		status = http.StatusOK
	}
	return send(w, status, body)
}
