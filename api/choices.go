package api

import (
	"encoding/json"
	"net/http"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// choiceList is the answer of /v1/games/{id}/choices.
type choiceList struct {
	Game    events.GameID    `json:"game"`
	Version int              `json:"version"`
	Seat    events.Seat      `json:"seat,omitzero"` // whose moves; left out where nobody's are asked for
	Turn    events.Seat      `json:"turn"`
	Choices []engines.Choice `json:"choices"`
	Barred  []barredMove     `json:"barred"`
	Reason  string           `json:"reason,omitempty"` // why there are no choices
}

// barredMove is a move that looks possible and is not.
type barredMove struct {
	Move   engines.Move `json:"move"`
	Rule   string       `json:"rule"`
	Code   string       `json:"code"`
	Detail string       `json:"detail"`
}

// choices serves GET /v1/games/{id}/choices: what a seat can play, and of what it
// cannot, why. For a seat that is not on turn the list is empty and says so.
func (s *Server) choices(w http.ResponseWriter, r *http.Request, q query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	at, err := q.number("at", 0, 1, mostVersion)
	if err != nil {
		return err
	}
	g, err := s.watch(r, id)
	if err != nil {
		return err
	}
	players := g.Players
	if at != 0 && at != g.N {
		if g, err = s.cfg.Handler.At(r.Context(), id, at); err != nil {
			return err
		}
	}
	seat, err := s.seatWanted(r, q, id, players, g.After.Turn)
	if err != nil {
		return err
	}
	body, err := json.Marshal(choicesOf(g, seat))
	if err != nil {
		return err
	}
	addVary(w.Header(), "Authorization")
	return sendTagged(w, r, tagOf(g.N), body)
}

// choicesOf lists what a seat can play in a game.
func choicesOf(g *play.Game, seat events.Seat) choiceList {
	turn := g.After.Turn
	list := choiceList{Game: g.ID, Version: g.N, Seat: seat, Turn: turn, Choices: []engines.Choice{}, Barred: []barredMove{}}
	switch {
	case g.Over():
		list.Reason = "the game is over"
	case g.Open():
		list.Reason = "the game begins when somebody joins"
	case turn == engines.Chance:
		list.Reason = "dice are awaited"
	case seat != turn:
		list.Reason = "not your turn: " + turn.String() + " moves"
	default:
		if c := g.Position().Choices(seat); len(c) > 0 {
			list.Choices = c
		} else {
			list.Reason = "there is nothing to play"
		}
		list.Barred = barredMoves(g.Position(), seat)
	}
	return list
}

// barredMoves lists what a rule bars a seat from, never nil.
func barredMoves(p engines.Position, seat events.Seat) []barredMove {
	list := []barredMove{}
	if b, ok := p.(engines.Barrer); ok {
		for _, e := range b.Barred(seat) {
			list = append(list, barredMove{Move: e.Move, Rule: e.Rule, Code: e.Code, Detail: e.Detail})
		}
	}
	return list
}
