package projections_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/projections"
)

// start is when the tests' games begin.
var start = time.Date(2026, 11, 29, 20, 46, 23, 0, time.UTC)

// tb is what *testing.T, *testing.B and *rapid.T have in common.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// game writes events that fit, without any rules behind them.
type game struct {
	log  events.Log
	id   events.GameID
	kind string
	n    int
	seq  uint64
	head events.Hash
	all  []*events.Event // as made
	seen map[string]int
	who  [2]events.PlayerID
}

func gameID(n int) events.GameID { return events.DeriveID("game", fmt.Sprint(n)) }

func newGame(log events.Log, n int) *game {
	id := gameID(n)
	return &game{log: log, id: id, kind: "test", head: events.Genesis(id), seen: map[string]int{}}
}

// make makes the game's next event without storing it.
func (g *game) make(t tb, typ events.Type, data events.Data, after events.After) *events.Event {
	t.Helper()
	e := &events.Event{
		V: 1, Game: g.id, N: g.n + 1, Kind: g.kind, Ruleset: 1, Type: typ, By: "p_left",
		Time:    start.Add(time.Duration(g.n) * time.Second),
		Command: events.DeriveID("command", g.id.String(), fmt.Sprint(g.n)), Prev: g.head, Data: data, After: after,
	}
	if typ == events.TypeJoined {
		e.By = "p_right"
	}
	return e
}

// store writes an event to the log, whatever it says.
func (g *game) store(t tb, e *events.Event) *events.Event {
	t.Helper()
	if _, err := e.Encode(); err != nil {
		t.Fatalf("encoding: %v", err)
	}
	seq, err := g.log.Append(context.Background(), g.seq, e)
	if err != nil {
		t.Fatalf("appending event %d of game %s: %v", e.N, e.Game, err)
	}
	e.Seq = seq
	g.n, g.seq, g.head = e.N, seq, e.Hash()
	g.all = append(g.all, e)
	return e
}

func (g *game) create(t tb, c events.Created) *events.Event {
	t.Helper()
	g.who = [2]events.PlayerID{c.First, c.Second}
	return g.store(t, g.make(t, events.TypeCreated, &c, events.After{Board: "start", Turn: events.First}))
}

// begin creates the game with both seats taken.
func (g *game) begin(t tb) *events.Event {
	t.Helper()
	return g.create(t, events.Created{First: "p_left", Second: "p_right"})
}

// move makes a move to a board; repetition counts.
func (g *game) move(t tb, board string) *events.Event {
	t.Helper()
	g.seen[board]++
	return g.store(t, g.make(t, events.TypeMoved, &events.Act{Seat: g.turn(), Move: "to " + board},
		events.After{Board: board, Turn: g.turn().Opponent(), Seen: g.seen[board]}))
}

// end ends the game.
func (g *game) end(t tb) *events.Event {
	t.Helper()
	last := g.all[len(g.all)-1].After
	return g.store(t, g.make(t, events.TypeResigned, &events.Act{Seat: g.turn()}, events.After{
		Board: last.Board, Seen: last.Seen,
		Result: &events.Result{Winner: g.turn().Opponent(), Points: 1, Reason: "resigned", Score: &[2]int{3, 4}},
	}))
}

func (g *game) turn() events.Seat {
	if g.n%2 == 1 {
		return events.First
	}
	return events.Second
}

// play begins a game and makes moves.
func (g *game) play(t tb, moves int) {
	t.Helper()
	g.begin(t)
	for i := range moves {
		g.move(t, fmt.Sprint("board ", i))
	}
}

// run makes a set and runs it until the test ends.
func run(t testing.TB, cfg projections.Config) *projections.Set {
	t.Helper()
	set := made(t, cfg)
	t.Cleanup(running(t, set))
	return set
}

// made makes a set that keeps quiet.
func made(t tb, cfg projections.Config) *projections.Set {
	t.Helper()
	cfg.Logger = slog.New(slog.DiscardHandler)
	set, err := projections.New(cfg)
	if err != nil {
		t.Fatalf("making a set: %v", err)
	}
	return set
}

// running runs a set until stop is called; stop waits for its end.
func running(t tb, set *projections.Set) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- set.Run(ctx) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("running the projections: %v", err)
		}
	}
}

// wait waits until the set has applied a game's last event.
func (g *game) wait(t tb, set *projections.Set) {
	t.Helper()
	if err := set.Wait(context.Background(), g.log.Shard(g.id), g.seq); err != nil {
		t.Fatalf("waiting: %v", err)
	}
}

func newLog(shards int) *memlog.Log { return memlog.New(shards) }
