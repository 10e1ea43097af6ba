package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"plylog/events/play"
)

// rematch serves the command that is about the game after the one it names: it
// seats its sender there and hands out the token of that seat. The first of the
// two players to ask makes the game, the second joins it; asked again, each gets
// the same answer.
func (s *Server) rematch(w http.ResponseWriter, r *http.Request, cmd play.Command, start time.Time) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	g, who, err := s.actor(ctx, r, cmd.Game)
	if err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	if cmd.IfMatch != 0 && cmd.IfMatch != g.N {
		return s.refused(r, cmd, g.Engine.Name(), start, &play.StaleError{Want: cmd.IfMatch, Have: g.N})
	}
	next, err := s.cfg.Handler.Rematch(ctx, cmd.Game, who)
	if err != nil {
		return s.refused(r, cmd, g.Engine.Name(), start, err)
	}
	a := next.Answer
	s.acknowledge(next.Game, a.Event.Seq)
	s.accepted(r.Context(), a, cmd.Type, start)
	if err := s.botRematch(ctx, cmd.Game, who, next); err != nil {
		return s.refused(r, cmd, g.Engine.Name(), start, err)
	}
	body := make([]byte, 0, len(a.Event.Raw)+256)
	body = append(body, `{"game":`...)
	body = strconv.AppendQuote(body, next.Game.String())
	body = append(body, `,"seat":`...)
	body = strconv.AppendQuote(body, next.Seat.String())
	body = append(body, `,"token":`...)
	body = strconv.AppendQuote(body, s.mint.Token(next.Game, next.Seat, next.Player).Reveal())
	body = append(body, `,"event":`...)
	body = append(body, a.Event.Raw...)
	body = append(body, '}')
	h := w.Header()
	h["Location"] = []string{"/v1/games/" + next.Game.String()}
	h["Cache-Control"] = noStore
	return s.sendEvent(w, a, body)
}
