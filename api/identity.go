package api

import (
	"context"
	"errors"
	"net/http"

	"plylog/api/seat"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// gameOf reads the game's id out of the path. It comes before anything else.
func gameOf(r *http.Request) (events.GameID, error) { return events.ParseGameID(r.PathValue("id")) }

// tokenOf reads the seat token that came with a request. Errors: seat.ErrNoToken,
// seat.ErrBadToken.
func tokenOf(r *http.Request) (seat.Token, error) {
	switch h := r.Header["Authorization"]; len(h) {
	case 0:
		return "", seat.ErrNoToken
	case 1:
		return seat.ReadBearer(h[0])
	default:
		return "", seat.ErrBadToken
	}
}

// holder returns the seat that a request's token proves; Nobody where it carries
// none that does.
func (s *Server) holder(r *http.Request, id events.GameID, players [2]events.PlayerID) events.Seat {
	tok, err := tokenOf(r)
	if err != nil {
		return events.Nobody
	}
	who, _ := s.mint.Holder(tok, id, players)
	return who
}

// proved is what a request proves itself by in a game, for counting: the player who
// holds the seat, empty where it proves none.
func (s *Server) proved(r *http.Request, st *projections.State) string {
	switch who := s.holder(r, st.Game, st.Seats); who {
	case events.First, events.Second:
		return string(st.Seats[who-events.First])
	default:
		return ""
	}
}

// game returns a game at the version at least that the views show: other nodes
// may have stored what the handler of this one was not told of.
func (s *Server) game(ctx context.Context, id events.GameID) (*play.Game, error) {
	return s.cfg.Handler.Since(ctx, id, s.cfg.Views.Version(id))
}

// actor finds the game that a command is about and the seat that its sender
// holds. Without a token nothing is looked up: the answer is the same for every
// game, be there one or not.
func (s *Server) actor(ctx context.Context, r *http.Request, id events.GameID) (*play.Game, events.Seat, error) {
	tok, err := tokenOf(r)
	if err != nil {
		return nil, events.Nobody, err
	}
	g, err := s.game(ctx, id)
	if err != nil {
		return nil, events.Nobody, s.hideDamaged(r, id, err)
	}
	who, ok := s.mint.Holder(tok, id, g.Players)
	if !ok && g.Open() {
		// Its holder may have sat down on another node this very moment.
		if g, err = s.cfg.Handler.Since(ctx, id, g.N+1); err != nil {
			return nil, events.Nobody, s.hideDamaged(r, id, err)
		}
		who, ok = s.mint.Holder(tok, id, g.Players)
	}
	switch {
	case ok:
		return g, who, nil
	case g.Created.Private:
		return nil, events.Nobody, play.ErrNoGame
	default:
		return nil, events.Nobody, refuse(tokenWrong, "the token proves no seat in this game")
	}
}

// watch finds the game that a request reads and makes sure that its sender may.
func (s *Server) watch(r *http.Request, id events.GameID) (*play.Game, error) {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	g, err := s.game(ctx, id)
	if err != nil {
		return nil, s.hideDamaged(r, id, err)
	}
	if g.Created.Private && s.holder(r, id, g.Players) == events.Nobody {
		return nil, play.ErrNoGame
	}
	return g, nil
}

// mayWatch makes sure that the sender of a request may see a game in this state.
func (s *Server) mayWatch(r *http.Request, st *projections.State) error {
	if st.Private && s.holder(r, st.Game, st.Seats) == events.Nobody {
		return play.ErrNoGame
	}
	return nil
}

// hideDamaged keeps a private game hidden when it is damaged: who may see it is
// then read from the last state that can be trusted.
func (s *Server) hideDamaged(r *http.Request, id events.GameID, err error) error {
	if !errors.Is(err, play.ErrDamaged) && !errors.Is(err, events.ErrDamaged) {
		return err
	}
	st, serr := s.cfg.Views.Board.State(r.Context(), id)
	if serr != nil {
		return hideBroken(serr)
	}
	if hidden := s.mayWatch(r, st); hidden != nil {
		return hidden
	}
	return err
}

// hideBroken answers for a game of which nothing can be trusted, not even who may
// see it.
func hideBroken(err error) error {
	if errors.Is(err, projections.ErrDamaged) {
		return play.ErrNoGame
	}
	return err
}
