package logtest

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"plylog/events"
)

// Game makes the events of one game that no rules stand behind: correctly chained
// and encoded, each with content of its own.
type Game struct {
	ID   events.GameID
	N    int         // of the last event, 0 before the first
	Seq  uint64      // where the log keeps it
	Head events.Hash // its hash; of the game id before the first
}

// NewGame returns a game that no log has heard of.
func NewGame(t testing.TB) *Game {
	t.Helper()
	id, err := events.NewGameID(time.Now(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &Game{ID: id, Head: events.Genesis(id)}
}

// Next returns the event that may follow, encoded. It does not move the game on:
// called twice it makes two events that contend for one place.
func (g *Game) Next(t testing.TB) *events.Event {
	t.Helper()
	return g.next(t, "O-X\t\"é😀\"")
}

// Sized is Next with an event of exactly so many bytes.
func (g *Game) Sized(t testing.TB, bytes int) *events.Event {
	t.Helper()
	bare := len(g.next(t, "").Raw)
	if bytes < bare {
		t.Fatalf("an event has at least %d bytes", bare)
	}
	return g.next(t, strings.Repeat("x", bytes-bare))
}

func (g *Game) next(t testing.TB, board string) *events.Event {
	t.Helper()
	command, err := events.NewCommandID(time.Now(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	e := &events.Event{
		V: events.Version, Game: g.ID, N: g.N + 1, Kind: "reversi", Ruleset: 1, Type: events.TypeMoved,
		Time: time.Now().UTC().Truncate(time.Millisecond), By: "p_ann", Command: command, Prev: g.Head,
		Data:  &events.Act{Seat: events.First, Move: "d3"},
		After: events.After{Board: board, Turn: events.Second},
	}
	if g.N == 0 {
		e.Type, e.Data = events.TypeCreated, &events.Created{First: "p_ann"}
	}
	if _, err := e.Encode(); err != nil {
		t.Fatal(err)
	}
	return e
}

// Stored moves the game on behind an event that the log took.
func (g *Game) Stored(e *events.Event, seq uint64) {
	g.N, g.Seq, g.Head = e.N, seq, e.Hash()
}

// Append appends the next event, which must succeed, and moves the game on.
func (g *Game) Append(ctx context.Context, t testing.TB, log events.Log) *events.Event {
	t.Helper()
	e := g.Next(t)
	seq, err := log.Append(ctx, g.Seq, e)
	if err != nil {
		t.Fatalf("append of event %d behind %d: %v", e.N, g.Seq, err)
	}
	g.Stored(e, seq)
	return e
}
