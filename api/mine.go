package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"plylog/api/people"
	"plylog/events"
	"plylog/projections"
)

// mine serves GET /v1/me/feed: what concerns a player, in whatever game. Who that
// is the seats say that the request's tokens prove in the games that it names; the
// same player's other games are found by themselves, the next ones of a series too.
// It begins with how things stand. Nothing in it has an id: who comes back begins
// with that again.
func (s *Server) mine(w http.ResponseWriter, r *http.Request, q query) error {
	var want severalWanted
	if _, some := q["games"]; some {
		if err := want.readGames(q["games"]); err != nil {
			return err
		}
	}
	r, end, err := s.while(r)
	if err != nil {
		return err
	}
	defer end()
	form := mineFormOf(negotiate(r.Header["Accept"], formNDJSON, formSSE))
	if form == nil {
		return refuse(notAcceptable, "this feed is given as "+formNDJSON+" and "+formSSE)
	}
	players, err := s.players(r, want.at.games)
	if err != nil {
		return err
	}
	leave, err := s.openFeed(w, r, string(players[0]))
	if err != nil {
		return err
	}
	defer leave()
	listener, err := s.cfg.Views.Concerns.Listen(players...)
	if err != nil {
		return err
	}
	defer listener.Close() // before looking at how things stand: nothing falls between
	standing, err := s.standing(r.Context(), players)
	if err != nil {
		return err
	}
	addVary(w.Header(), "Accept")
	out := s.newStream(w)
	defer out.close()
	out.buf = form.write(out.buf, "state", standing)
	return s.opened(w, r, form, func() error { return s.relayMine(r, form, listener, out) })
}

// players returns who asks: whoever is signed in, and who the tokens of a request
// prove to sit in these games.
func (s *Server) players(r *http.Request, games []events.GameID) ([]events.PlayerID, error) {
	p, err := s.proofs(r)
	if err != nil {
		return nil, err
	}
	if p.some() != nil {
		return nil, refuse(tokenMissing, "send the tokens of your seats in the header "+seatsHeader+", or sign in")
	}
	var players []events.PlayerID
	switch {
	case p.grant.Player() == "" && len(games) == 0:
		return nil, refuseField(badParameter, "games", "want the games in which the tokens prove seats")
	case p.grant.Player() == "":
	case !p.grant.Scopes.Has(people.GamesRead):
		return nil, lacks(people.GamesRead)
	default:
		players = append(players, p.grant.Player())
	}
	for _, game := range games {
		st, held, err := s.seen(r, game, p)
		if err != nil {
			return nil, ofGame(game, err)
		}
		if held == [2]bool{} {
			return nil, ofGame(game, refuse(tokenWrong, "you hold no seat there"))
		}
		for i, p := range st.Seats {
			if held[i] && !slices.Contains(players, p) {
				players = append(players, p)
			}
		}
	}
	return players, nil
}

// standing writes what concerns some players as things stand: of each the newest
// games that go on.
func (s *Server) standing(ctx context.Context, players []events.PlayerID) ([]byte, error) {
	if err := s.catchUpAll(ctx); err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 1024), `{"matters":[`...)
	first := true
	add := func(m projections.Matter) {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = m.AppendJSON(b)
	}
	for _, p := range players {
		asked, err := s.invitations(p)
		if err != nil {
			return nil, err
		}
		for _, m := range asked {
			add(m)
		}
		page, err := s.cfg.Views.Lobby.List(projections.Query{Player: p, Viewer: p, Status: projections.StatusPlaying, Limit: projections.MostListed})
		if err != nil {
			return nil, err
		}
		for _, g := range page.Games {
			st, err := s.cfg.Views.Board.State(ctx, g.Game)
			if errors.Is(err, projections.ErrDamaged) {
				continue
			}
			if err != nil {
				return nil, err
			}
			for i, sits := range st.Seats {
				m, ok := projections.StandingMatter(st, events.First+events.Seat(i))
				if ok && sits == p {
					add(m)
				}
			}
		}
	}
	return append(b, "]}"...), nil
}

// relayMine writes what a listener hears. The error is of the connection.
func (s *Server) relayMine(r *http.Request, form mineForm, listener *projections.Listener, out *stream) error {
	beat := time.NewTicker(s.cfg.Limits.Heartbeat)
	defer beat.Stop()
	for {
		if err := out.flush(); err != nil {
			return err
		}
		m, err := listener.NextOr(r.Context(), beat.C)
		switch {
		case err == nil:
			out.buf = form.write(out.buf, "matter", m.AppendJSON(nil))
		case errors.Is(err, projections.ErrTick):
			out.buf = form.heartbeat(out.buf)
		case signedOutOf(r.Context()):
			out.buf = form.write(out.buf, "bye", appendBye(nil, "", string(signedOutReason), false))
			return out.flush()
		case r.Context().Err() != nil:
			return err // nobody is there any more
		default:
			out.buf = form.write(out.buf, "bye", appendBye(nil, "", string(projections.ReasonOf(err)), true))
			return out.flush()
		}
	}
}

// mineForm writes records that have a name and no id.
type mineForm interface {
	transport
	write(b []byte, name string, value []byte) []byte
	heartbeat(b []byte) []byte
}

func mineFormOf(mediaType string) mineForm {
	switch mediaType {
	case formSSE:
		return sse{}
	case formNDJSON:
		return ndjson{}
	default:
		return nil
	}
}
