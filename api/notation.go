package api

import (
	"context"
	"strconv"
	"strings"

	"plylog/engines"
	"plylog/projections"
)

// notationText is the notation that every kind of game has: the board drawn in
// lines of text.
const notationText = "text"

// inNotation returns the JSON of a state whose board is written in another
// notation of the field, which it names.
func (s *Server) inNotation(ctx context.Context, st *projections.State, name string) ([]byte, error) {
	g, err := s.cfg.Handler.Game(ctx, st.Game)
	if err != nil || g.N != st.Version {
		if g, err = s.cfg.Handler.At(ctx, st.Game, st.Version); err != nil {
			return nil, err
		}
	}
	write, ok := notationOf(g.Engine, name)
	if !ok {
		return nil, refuseField(badParameter, "board", "want "+strings.Join(notationsOf(g.Engine), ", ")+"; without it the board is in the kind's own line")
	}
	f := st.Facts
	if f.Board, err = write(g.Position()); err != nil {
		return nil, err
	}
	b := f.AppendJSON(make([]byte, 0, 2048))
	b = append(b[:len(b)-1], `,"notation":`...)
	return append(strconv.AppendQuote(b, name), '}'), nil
}

// notationOf finds how an engine writes a position in a notation.
func notationOf(e engines.Engine, name string) (func(engines.Position) (string, error), bool) {
	if name == notationText {
		return func(p engines.Position) (string, error) { return strings.TrimRight(e.Draw(p), "\n"), nil }, true
	}
	if n, ok := e.(engines.Notator); ok {
		for _, have := range n.Notations() {
			if have.Name == name {
				return have.Write, true
			}
		}
	}
	return nil, false
}

// notationsOf lists the names of an engine's notations.
func notationsOf(e engines.Engine) []string {
	var names []string
	if n, ok := e.(engines.Notator); ok {
		for _, have := range n.Notations() {
			names = append(names, have.Name)
		}
	}
	return append(names, notationText)
}
