package api

import (
	"context"
	"strconv"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// appendForfeit writes the members of an object that says who stands to lose by
// staying away, and from when on.
func appendForfeit(b []byte, f play.Forfeit) []byte {
	b = append(b, `"seat":`...)
	b = strconv.AppendQuote(b, f.Seat.String())
	b = append(b, `,"from":"`...)
	b = f.From.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	return append(b, '"')
}

// warner reminds the readers of a feed that a seat is about to lose by staying
// away. It follows from the game and the time and is stored nowhere; each reader
// is reminded once for each time that a seat is waited for.
type warner struct {
	server *Server
	game   events.GameID
	told   time.Time // the end of the wait that was spoken of last
}

// due returns the record that is due now, nil if none is. The cost, where the game
// is in memory, is a look at it.
func (w *warner) due(ctx context.Context) []byte {
	g, err := w.server.cfg.Handler.Game(ctx, w.game)
	if err != nil {
		return nil // the feed itself says what is wrong
	}
	f, ok := g.Forfeit()
	if !ok || f.From.Equal(w.told) || w.server.cfg.Now().Before(f.Warn) {
		return nil
	}
	w.told = f.From
	b := append(make([]byte, 0, 128), `{"game":`...)
	b = append(strconv.AppendQuote(b, w.game.String()), ',')
	return append(appendForfeit(b, f), '}')
}
