package api

import (
	"context"
	"encoding/json"
	"strconv"

	"plylog/events"
	"plylog/projections"
)

// stateNow returns the JSON of a game's present state with what each seat may do
// now and, with shared dice, what is awaited.
func (s *Server) stateNow(ctx context.Context, st *projections.State) []byte {
	return s.withAllowed(ctx, st, st.JSON())
}

// withAllowed adds to a present state, as it is written, what each seat may do
// now. That is the rules' to say, so it is added here to what the read side
// holds; a state that was overtaken meanwhile goes without.
func (s *Server) withAllowed(ctx context.Context, st *projections.State, body []byte) []byte {
	g, err := s.cfg.Handler.Since(ctx, st.Game, st.Version)
	if err != nil || g.N != st.Version {
		return body
	}
	now := s.cfg.Now()
	b := make([]byte, 0, len(body)+256)
	b = append(b, body[:len(body)-1]...) // without its closing brace
	b = append(b, `,"allowed":{`...)
	for i, seat := range [...]events.Seat{events.First, events.Second} {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, seat.String())
		b = append(b, ':', '[')
		for j, word := range g.Allowed(seat, now) {
			if j > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, word)
		}
		b = append(b, ']')
	}
	b = append(b, '}')
	if f, ok := g.Forfeit(); ok {
		b = append(appendForfeit(append(b, `,"forfeit":{`...), f), '}')
	}
	if shared := g.Shared(); shared != nil {
		if text, err := json.Marshal(shared); err == nil {
			b = append(append(b, `,"shared":`...), text...)
		}
	}
	return append(b, '}')
}
