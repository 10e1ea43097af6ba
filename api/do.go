package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"plylog/engines"
	"plylog/events"
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

// accepted tells the Observer and the log of a command that is on record.
func (s *Server) accepted(ctx context.Context, a play.Answer, typ play.CommandType, start time.Time) {
	outcome := "replayed"
	if !a.Replayed {
		outcome = "stored"
	}
	s.cfg.Observer.Command(a.Event.Kind, string(typ), outcome, s.cfg.Now().Sub(start), spanOf(ctx))
	s.cfg.Logger.LogAttrs(ctx, slog.LevelInfo, "command", slog.String("outcome", outcome), slog.String("game", a.Event.Game.String()),
		slog.String("kind", a.Event.Kind), slog.String("type", string(typ)), slog.Int("event", a.Event.N))
}

// refused tells the Observer and the log of a command that led to nothing, and
// returns what is answered.
func (s *Server) refused(r *http.Request, cmd play.Command, kind string, start time.Time, err error) error {
	p := problemOf(err)
	typ := string(cmd.Type)
	if _, ok := commandFields[cmd.Type]; !ok && cmd.Type != typeCreate && cmd.Type != typeFork {
		typ = other
	}
	s.cfg.Observer.Command(kind, typ, p.slug, s.cfg.Now().Sub(start), spanOf(r.Context()))
	if p.slug == illegalMove {
		s.cfg.Observer.Illegal(kind, p.Code)
	}
	line := append(make([]slog.Attr, 0, 6), slog.String("outcome", p.slug))
	if cmd.Game != (events.GameID{}) {
		line = append(line, slog.String("game", cmd.Game.String()))
	}
	line = append(line, slog.String("kind", kind), slog.String("type", typ))
	if p.Rule != "" {
		line = append(line, slog.String("rule", p.Rule), slog.String("code", p.Code))
	}
	s.cfg.Logger.LogAttrs(r.Context(), slog.LevelInfo, "command", line...)
	return p
}

// explain adds to a refusal what helps its reader: the version that the game is
// at, what the seat can play, where the missed events are.
func (s *Server) explain(r *http.Request, cmd play.Command, err error) error {
	p := problemOf(err)
	switch p.slug {
	case internal, noGame, unavailable, stopping, damaged, tooLarge, storageFull, storageFailed:
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
