package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"plylog/engines"
	"plylog/events/play"
)

// do carries a command out.
func (s *Server) do(ctx context.Context, cmd play.Command) (play.Answer, error) {
	a, err := s.cfg.Handler.Do(ctx, cmd)
	if err == nil {
		s.acknowledge(a.Event.Game, a.Event.Seq)
		s.presence.acted(a.Event.Game, cmd.Seat)
	}
	return a, err
}

// accepted tells the Observer of a command that is on record.
func (s *Server) accepted(a play.Answer, typ play.CommandType, start time.Time) {
	outcome := "replayed"
	if !a.Replayed {
		outcome = "stored"
	}
	s.cfg.Observer.Command(a.Event.Kind, string(typ), outcome, s.cfg.Now().Sub(start))
}

// refused tells the Observer and the log of a command that led to nothing, and
// returns what is answered.
func (s *Server) refused(r *http.Request, cmd play.Command, kind string, start time.Time, err error) error {
	p := problemOf(err)
	typ := string(cmd.Type)
	if _, ok := commandFields[cmd.Type]; !ok && cmd.Type != typeCreate && cmd.Type != typeFork {
		typ = other
	}
	s.cfg.Observer.Command(kind, typ, p.slug, s.cfg.Now().Sub(start))
	if p.slug == illegalMove {
		s.cfg.Observer.Illegal(kind, p.Code)
	}
	s.cfg.Logger.InfoContext(r.Context(), "command refused", "game", cmd.Game, "kind", kind, "type", typ,
		"why", p.slug, "rule", p.Rule, "code", p.Code)
	return p
}

// explain adds to a refusal what helps its reader: the version that the game is
// at, what the seat can play, where the missed events are.
func (s *Server) explain(r *http.Request, cmd play.Command, err error) error {
	p := problemOf(err)
	switch p.slug {
	case internal, noGame, unavailable, stopping, damaged, tooLarge, storageFull:
		return p
	}
	g, gerr := s.cfg.Handler.Game(r.Context(), cmd.Game)
	if gerr != nil {
		return p
	}
	p.Version = g.N
	var illegal *engines.IllegalError
	switch {
	case errors.As(err, &illegal):
		for i, c := range g.Position().Choices(cmd.Seat) {
			if i == mostLegal {
				break
			}
			p.Legal = append(p.Legal, c.Move)
		}
	case p.slug == stale:
		p.header("Link", "</v1/games/"+cmd.Game.String()+"/events?after="+strconv.Itoa(min(cmd.IfMatch, g.N))+`>; rel="version-history"`)
	}
	return p
}
