package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"plylog/api/people"
	"plylog/events"
)

// mostNames bounds the players of one question.
const mostNames = 100

// nameOf is what others are told of a player.
func (s *Server) nameOf(ctx context.Context, id events.PlayerID) (string, error) {
	if name, ok := id.Bot(); ok && s.isBot(name) {
		return name, nil
	}
	if s.cfg.People == nil {
		return people.MadeUp(id), nil
	}
	name, _, err := s.cfg.People.Name(ctx, id)
	return name, err
}

// names serves GET /v1/players: what some players are called. Whoever has not chosen
// a name has one that follows from their id, as has an id that is nobody's.
func (s *Server) names(w http.ResponseWriter, r *http.Request, q query) error {
	list := q["ids"]
	if list == "" || strings.Count(list, ",") >= mostNames {
		return refuseField(badParameter, "ids", fmt.Sprintf("want the ids of 1 to %d players with commas between them", mostNames))
	}
	type named struct {
		Player events.PlayerID `json:"player"`
		Name   string          `json:"name"`
	}
	var all []named
	for text := range strings.SplitSeq(list, ",") {
		id, err := events.ParsePlayerID(text)
		if err != nil {
			return refuseField(badParameter, "ids", `want ids of players: "p_" and letters and digits`)
		}
		name, err := s.nameOf(r.Context(), id)
		if err != nil {
			return err
		}
		all = append(all, named{id, name})
	}
	body, err := json.Marshal(map[string]any{"players": all})
	if err != nil {
		return err
	}
	return sendMedia(w, r, jsonType, body)
}
