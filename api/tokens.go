package api

import (
	"fmt"
	"net/http"
	"strings"

	"plylog/api/people"
	"plylog/api/seat"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// seatsHeader carries seat tokens where one request is about several games:
// "Plylog-Seats: plylog_seat_…, plylog_seat_…".
const seatsHeader = "Plylog-Seats"

// tokensIn reads the seat tokens in Plylog-Seats. Errors: a problem of the header.
func tokensIn(h http.Header) (tokens []seat.Token, err error) {
	for _, line := range h[seatsHeader] {
		for word := range strings.SplitSeq(line, ",") {
			if len(tokens) == mostGames {
				return nil, refuseField(badHeader, seatsHeader, fmt.Sprintf("want at most %d tokens", mostGames))
			}
			tok, err := seat.Read(strings.Trim(word, " \t"))
			if err != nil {
				return nil, refuseField(badHeader, seatsHeader, "want seat tokens with commas between them")
			}
			tokens = append(tokens, tok)
		}
	}
	return tokens, nil
}

// seen returns the state of a game with everything that this server has told
// anybody, and the seats that its sender holds in it. A private game is shown to its
// seats only.
func (s *Server) seen(r *http.Request, id events.GameID, p proofs) (st *projections.State, held [2]bool, err error) {
	if err := s.catchUp(r.Context(), id); err != nil {
		return nil, held, err
	}
	if st, err = s.cfg.Views.Board.State(r.Context(), id); err != nil {
		return nil, held, hideBroken(err)
	}
	held = s.held(p, people.GamesRead, id, st.Seats)
	if st.Private && held == [2]bool{} {
		return nil, held, play.ErrNoGame
	}
	return st, held, nil
}
