package api

import (
	"context"
	"errors"
	"net/http"

	"plylog/api/people"
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

// seated tells which seats of a game the sender of a request holds, by the token in
// Authorization or as somebody who is signed in. Proofs that are none hold none.
func (s *Server) seated(r *http.Request, id events.GameID, players [2]events.PlayerID) (held [2]bool) {
	p, err := s.proofs(r)
	if err != nil {
		return held
	}
	return s.held(p.own(), reading(r), id, players)
}

// reading is the scope that reading takes at this address: an audit has one of its own,
// which who may read all of a game needs not.
func reading(r *http.Request) people.Scope {
	switch r.Pattern {
	case "GET /v1/games/{id}/audit", "GET /v1/games/{id}/receipt":
		return people.AuditRead
	default:
		return people.GamesRead
	}
}

// holder returns the seat that the sender of a request holds; Nobody where they hold
// none. Who holds both acts for the one on turn.
func (s *Server) holder(r *http.Request, id events.GameID, players [2]events.PlayerID, turn events.Seat) events.Seat {
	return acting(s.seated(r, id, players), turn)
}

// acting is the seat that who holds these acts for.
func acting(held [2]bool, turn events.Seat) events.Seat {
	switch {
	case held == [2]bool{true, true} && turn == events.Second, held == [2]bool{false, true}:
		return events.Second
	case held[0]:
		return events.First
	default:
		return events.Nobody
	}
}

// proved is what a request proves itself by in a game, for counting: the player who
// holds the seat, empty where it proves none.
func (s *Server) proved(r *http.Request, st *projections.State) string {
	switch who := s.holder(r, st.Game, st.Seats, st.Turn); who {
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
// holds. From nobody at all nothing is looked up: the answer is the same for every
// game, be there one or not.
func (s *Server) actor(ctx context.Context, r *http.Request, id events.GameID) (*play.Game, events.Seat, error) {
	p, err := s.proofs(r)
	if err == nil {
		p = p.own()
		err = p.some()
	}
	if err != nil {
		return nil, events.Nobody, err
	}
	g, err := s.game(ctx, id)
	if err != nil {
		return nil, events.Nobody, s.hideDamaged(r, id, err)
	}
	proved := s.mint.Held(p.tokens, id, g.Players)
	held := p.sits(proved, "", g.Players)
	if held == [2]bool{} && g.Open() {
		// Its holder may have sat down on another node this very moment.
		if g, err = s.cfg.Handler.Since(ctx, id, g.N+1); err != nil {
			return nil, events.Nobody, s.hideDamaged(r, id, err)
		}
		proved = s.mint.Held(p.tokens, id, g.Players)
		held = p.sits(proved, "", g.Players)
	}
	switch {
	case held == [2]bool{} && g.Created.Private:
		return nil, events.Nobody, play.ErrNoGame
	case held == [2]bool{} && len(p.tokens) == 0:
		return nil, events.Nobody, refuse(tokenWrong, "you sit on neither side of this game")
	case held == [2]bool{}:
		return nil, events.Nobody, refuse(tokenWrong, "the token is of another game, or of somebody who sat there before")
	case p.sits(proved, people.GamesPlay, g.Players) == [2]bool{}:
		return nil, events.Nobody, lacks(people.GamesPlay)
	}
	if proved != [2]bool{} {
		held = proved // a token says which seat is meant
	}
	return g, acting(held, g.After.Turn), nil
}

// watch finds the game that a request reads and makes sure that its sender may.
func (s *Server) watch(r *http.Request, id events.GameID) (*play.Game, error) {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	g, err := s.game(ctx, id)
	if err != nil {
		return nil, s.hideDamaged(r, id, err)
	}
	if g.Created.Private && s.seated(r, id, g.Players) == [2]bool{} && !s.isInvited(r, g.Open() && !g.Over(), g.Created.Invited) {
		return nil, play.ErrNoGame
	}
	return g, nil
}

// mayWatch makes sure that the sender of a request may see a game in this state.
func (s *Server) mayWatch(r *http.Request, st *projections.State) error {
	if st.Private && s.seated(r, st.Game, st.Seats) == [2]bool{} && !s.isInvited(r, st.Status == projections.StatusOpen, st.Invited) {
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
