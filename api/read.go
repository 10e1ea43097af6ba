package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"plylog/events"
	"plylog/projections"
)

// mostVersion bounds versions in queries.
const mostVersion = 1<<31 - 1

// current returns the state of a game with everything that this server has told
// anybody, for a request whose sender may see it.
func (s *Server) current(r *http.Request, id events.GameID) (*projections.State, error) {
	if err := s.catchUp(r.Context(), id); err != nil {
		return nil, err
	}
	st, err := s.cfg.Views.Board.State(r.Context(), id)
	if err != nil {
		return nil, hideBroken(err)
	}
	return st, s.mayWatch(r, st)
}

// state serves GET /v1/games/{id}.
func (s *Server) state(w http.ResponseWriter, r *http.Request, q query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	at, err := q.number("at", 0, 1, mostVersion)
	if err != nil {
		return err
	}
	st, err := s.current(r, id)
	if err != nil {
		return err
	}
	if at != 0 && at != st.Version {
		if st, err = s.cfg.Views.Board.At(r.Context(), id, at); err != nil {
			return err
		}
	}
	body, tag := st.JSON(), strconv.Itoa(st.Version)
	if name, ok := q["board"]; ok {
		if body, err = s.inNotation(r.Context(), st, name); err != nil {
			return err
		}
		tag += "-" + name // the same version, another answer
	}
	if at == 0 {
		body = s.withAllowed(r.Context(), st, body)
	}
	if st.Status == projections.StatusDamaged {
		tag += "-damaged"
	}
	tag = `"` + tag + `"`
	w.Header()["Plylog-Version"] = []string{strconv.Itoa(st.Version)}
	if notModified(w, r, tag) {
		return nil
	}
	return send(w, http.StatusOK, body) // its tag is the version, as it is
}

// list serves GET /v1/games: the games that everybody may see.
func (s *Server) list(w http.ResponseWriter, r *http.Request, q query) error {
	want := projections.Query{Kind: q["kind"], Cursor: q["cursor"]}
	var err error
	if _, ok := q["kind"]; ok && s.kindLabel(want.Kind) == other {
		return refuseField(badParameter, "kind", "GET /v1/kinds lists the games")
	}
	status, err := q.word("status", "open", "playing", "over", "damaged")
	if err != nil {
		return err
	}
	want.Status = projections.Status(status)
	if p, ok := q["player"]; ok {
		if want.Player, err = events.ParsePlayerID(p); err != nil {
			return refuseField(badParameter, "player", `want a player's id: "p_" and letters and digits`)
		}
	}
	if want.Limit, err = q.number("limit", 0, 1, projections.MostListed); err != nil {
		return err
	}
	if err := s.catchUpAll(r.Context()); err != nil {
		return err
	}
	page, err := s.cfg.Views.Lobby.List(want)
	if err != nil {
		return err
	}
	if page.Next != "" {
		next := url.Values{}
		for name, value := range q {
			next.Set(name, value)
		}
		next.Set("cursor", page.Next)
		w.Header().Set("Link", "</v1/games?"+next.Encode()+`>; rel="next"`)
	}
	return sendMedia(w, r, jsonType, page.AppendJSON(make([]byte, 0, 256+256*len(page.Games))))
}

// history serves GET /v1/games/{id}/history.
func (s *Server) history(w http.ResponseWriter, r *http.Request, q query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	boards, err := q.flag("boards")
	if err != nil {
		return err
	}
	st, err := s.current(r, id)
	if err != nil {
		return err
	}
	moves, err := s.cfg.Views.History.At(r.Context(), id, st.Version)
	if err != nil {
		return err
	}
	return sendTagged(w, r, tagOf(moves.Version), moves.AppendJSON(make([]byte, 0, 4096), boards))
}

// repetitions serves GET /v1/games/{id}/repetitions: the counts are a projection,
// the moves that they bar are the engine's to tell.
func (s *Server) repetitions(w http.ResponseWriter, r *http.Request, _ query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	g, err := s.watch(r, id)
	if err != nil {
		return err
	}
	s.acknowledge(id, g.Seq)
	if err := s.catchUp(r.Context(), id); err != nil {
		return err
	}
	counts, err := s.cfg.Views.Repetition.At(r.Context(), id, g.N)
	if err != nil {
		return err
	}
	barred := []barredMove{}
	if !g.Over() && !g.Open() {
		barred = barredMoves(g.Position(), g.After.Turn)
	}
	list, err := json.Marshal(barred)
	if err != nil {
		return err
	}
	return sendTagged(w, r, tagOf(g.N), counts.AppendJSON(make([]byte, 0, 2048), list))
}

// seatWanted returns the seat that a query names, else the one that its sender
// holds, else the one on turn, else Nobody.
func (s *Server) seatWanted(r *http.Request, q query, id events.GameID, players [2]events.PlayerID, turn events.Seat) (events.Seat, error) {
	name, err := q.word("seat", events.First.String(), events.Second.String())
	if err != nil {
		return events.Nobody, err
	}
	if !turn.Plays() {
		turn = events.Nobody
	}
	return cmp.Or(seatNamed(name), s.holder(r, id, players, turn), turn), nil
}
