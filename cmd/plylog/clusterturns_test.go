//go:build torture

package main

import (
	"context"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"plylog/api/client"
)

// TestClusterTurns measures what it costs that a game is played through several nodes:
// always through the same, in turn, and through either by chance.
func TestClusterTurns(t *testing.T) {
	m := newMachines(t)
	m.join(2)
	c := newContest(t, m.nodes)
	ways := []struct {
		name  string
		node  func(table, n int) int
		took  []time.Duration
		reads float64
	}{
		{name: "always the same node", node: func(table, _ int) int { return table % 2 }},
		{name: "the two in turn", node: func(_, n int) int { return n % 2 }},
		{name: "either by chance", node: func(int, int) int { return mathrand.IntN(2) }},
	}
	reads := func() float64 {
		const name = `plylog_game_reads_total{why="behind"}`
		return metric(t, m.nodes[0], name) + metric(t, m.nodes[1], name)
	}
	for range 3 {
		for i := range ways {
			w, before := &ways[i], reads()
			var work sync.WaitGroup
			var mu sync.Mutex
			for table := range 8 {
				work.Go(func() {
					took, err := c.turns(t.Context(), func(n int) int { return w.node(table, n) })
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					w.took = append(w.took, took...)
				})
			}
			work.Wait()
			w.reads += reads() - before
		}
	}
	for _, w := range ways {
		slices.Sort(w.took)
		t.Logf("%-20s %d moves: half in %v, 99 of 100 in %v; %v had to be read", w.name, len(w.took), w.took[len(w.took)/2], w.took[len(w.took)*99/100], w.reads)
	}
}

// turns plays a game of at most 30 moves with a pause before each, and measures them.
func (c *contest) turns(ctx context.Context, node func(n int) int) (took []time.Duration, err error) {
	made, err := c.clients[node(0)].Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		return nil, err
	}
	board, turn := made.Game.Board, made.Game.Turn
	for n := 1; n <= 30 && turn.Plays(); n++ {
		p, err := c.engine.Parse(board)
		if err != nil {
			return nil, err
		}
		list := p.Choices(turn)
		<-time.After(time.Duration(30+mathrand.IntN(40)) * time.Millisecond)
		from := time.Now()
		done, err := c.clients[node(n)].WithToken(made.Tokens.Of(turn)).Submit(ctx, made.Game.ID, client.Command{Type: "move", Move: string(list[mathrand.IntN(len(list))].Move)})
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(from))
		board, turn = done.Event.After.Board, done.Event.After.Turn
	}
	return took, nil
}
