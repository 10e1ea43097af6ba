package api

import (
	"context"
	"net/http"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// typeFork is the name of a fork among the commands, for metrics.
const typeFork play.CommandType = "fork"

// fork serves POST /v1/games/{id}/fork: a practice game whose seats are both its
// maker's, from a point of another game that they may watch. The body, where
// there is one, says where the dice come from.
func (s *Server) fork(w http.ResponseWriter, r *http.Request, q query) error {
	start := s.cfg.Now()
	from, err := gameOf(r)
	if err != nil {
		return err
	}
	if !s.commands.enter() {
		return refuse(stopping, "")
	}
	defer s.commands.leave()
	kind := other
	refused := func(err error) error {
		return s.refused(r, play.Command{Game: from, Type: typeFork}, kind, start, err)
	}
	cmd, at, err := s.readFork(r, q, start)
	if err != nil {
		return refused(err)
	}
	g, err := s.watch(r, from)
	if err != nil {
		return refused(err)
	}
	kind = g.Engine.Name()
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	a, err := s.cfg.Handler.Fork(ctx, cmd, from, at)
	if err != nil {
		return refused(err)
	}
	s.accepted(r.Context(), a, typeFork, start)
	return s.sendCreated(ctx, w, a, cmd, true)
}

// readFork reads what a fork asks for and settles its ids and seats, as
// readCreate does.
func (s *Server) readFork(r *http.Request, q query, now time.Time) (cmd play.Create, at int, err error) {
	if at, err = q.number("at", 0, 1, mostVersion); err != nil {
		return cmd, 0, err
	}
	if r.ContentLength != 0 {
		f, err := s.readOnly(r, "a fork", "dice")
		if err != nil {
			return cmd, 0, err
		}
		// Shared dice are for two: practice has both seats in one hand.
		if cmd.Dice, err = f.word("dice", "", play.DiceDelegated, play.DiceRecorded); err != nil {
			return cmd, 0, err
		}
	}
	if err := s.createdIDs(r, now, &cmd); err != nil {
		return cmd, 0, err
	}
	player, err := s.sitter(r)
	if err != nil {
		return cmd, 0, err
	}
	cmd.First, cmd.Second = player(cmd.Game, events.First, cmd.ID), player(cmd.Game, events.Second, cmd.ID)
	cmd.By = cmd.First
	return cmd, at, nil
}
