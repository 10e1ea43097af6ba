package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plylog/api/people"
	"plylog/events"
	"plylog/events/play"
)

// claimedSeat says what became of a seat whose token was sent.
type claimedSeat struct {
	Game    string `json:"game"`
	Seat    string `json:"seat"`
	Claimed bool   `json:"claimed"`
	Version int    `json:"version,omitempty"`
	Why     string `json:"why,omitempty"` // the slug of a problem, where it was not claimed
}

// claimSeats serves POST /v1/me/seats: the seats that somebody took as a guest become
// theirs, in all games that go on. Each is one event; nothing that was is rewritten.
// Its token is good for nothing then, so that sent again it claims nothing.
func (s *Server) claimSeats(w http.ResponseWriter, r *http.Request, _ query) error {
	if !s.commands.enter() {
		return refuse(stopping, "")
	}
	defer s.commands.leave()
	g, err := s.signedIn(r)
	switch {
	case err != nil:
		return err
	case g.Player() == "":
		return refuse(signedOut, "sign in first: GET /v1/me says how")
	case !g.Scopes.Has(people.GamesPlay):
		return lacks(people.GamesPlay)
	}
	games, err := s.readGamesClaimed(r)
	if err != nil {
		return err
	}
	tokens, err := tokensIn(r.Header)
	if err != nil {
		return err
	}
	out := []claimedSeat{}
	for _, game := range games {
		ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
		seats, err := s.claim(ctx, game, proofs{tokens: tokens}, g.Player())
		cancel()
		if err != nil {
			return ofGame(game, err)
		}
		out = append(out, seats...)
	}
	return sendMine(w, http.StatusOK, map[string]any{"seats": out})
}

// readGamesClaimed reads the games in which tokens prove seats.
func (s *Server) readGamesClaimed(r *http.Request) ([]events.GameID, error) {
	f, err := s.readOnly(r, "a claim", "games")
	if err != nil {
		return nil, err
	}
	raw, _ := f.get("games")
	var texts []string
	wrong := refuseField(badField, "games", fmt.Sprintf("want the ids of 1 to %d games in which the tokens prove seats", mostGames))
	if err := json.Unmarshal(raw, &texts); err != nil || len(texts) == 0 || len(texts) > mostGames {
		return nil, wrong
	}
	games := make([]events.GameID, len(texts))
	for i, text := range texts {
		if games[i], err = events.ParseGameID(text); err != nil {
			return nil, wrong
		}
	}
	return games, nil
}

// claim hands the seats of a game that tokens prove over to a player. A game in which
// they prove none is passed over: it may be one that does not exist, or is hidden.
func (s *Server) claim(ctx context.Context, game events.GameID, p proofs, me events.PlayerID) (out []claimedSeat, err error) {
	g, err := s.game(ctx, game)
	if err != nil {
		slug := problemOf(err).slug
		if slug == noGame || slug == damaged {
			return nil, nil
		}
		return nil, err
	}
	for i, holds := range s.held(p, "", game, g.Players) {
		if !holds {
			continue
		}
		at := events.First + events.Seat(i)
		c := claimedSeat{Game: game.String(), Seat: at.String()}
		a, err := s.do(ctx, play.Command{
			Game: game, ID: events.CommandID(events.DeriveID("plylog-claim/1 command", game.String(), at.String(), string(g.Players[i]), string(me))),
			By: g.Players[i], Seat: at, Type: play.Hand, Player: me,
		})
		switch {
		case err == nil:
			c.Claimed, c.Version = true, a.Event.N
		default:
			if c.Why = problemOf(err).slug; c.Why == internal || c.Why == unavailable || c.Why == storageFull || c.Why == storageFailed {
				return out, err
			}
		}
		out = append(out, c)
	}
	return out, nil
}
