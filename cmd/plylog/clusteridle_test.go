package main

import (
	"context"
	"encoding/json"
	"time"

	"plylog/api/client"
	"plylog/events"
)

// leave begins a game with a clock in every shard, in which nobody ever moves.
func (c *contest) leave(ctx context.Context) {
	c.t.Helper()
	left := make(map[int]bool)
	for len(left) < clusterShards {
		made, err := c.clients[0].Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self", Clock: json.RawMessage(`{"kind":"fischer","base":86400000}`)})
		if err != nil {
			c.t.Fatal(err)
		}
		c.idle = append(c.idle, made.Game.ID)
		left[events.ShardOf(made.Game.ID, clusterShards)] = true
	}
}

// awaitGiven waits until time was given back to every idle game of a shard.
func (c *contest) awaitGiven(ctx context.Context, shard int) {
	c.t.Helper()
	for _, game := range c.idle {
		if events.ShardOf(game, clusterShards) != shard {
			continue
		}
		for n := 0; n < 2; {
			page, err := c.clients[0].Events(ctx, game, 0, 1000)
			if err != nil {
				c.t.Fatalf("no time is given back to idle game %s: %v", game, err)
			}
			n = len(page.Events)
			select {
			case <-c.moved: // as good as any time to ask again
			case <-ctx.Done():
				c.t.Fatalf("no time is given back to idle game %s: %v", game, context.Cause(ctx))
			}
		}
	}
}

// checkClocks holds what was given back to the idle games against when moves were
// acknowledged: nothing in which somebody moved by a node that lived to tell, but for the
// three seconds that it may take until a node notes that it is there. The server that
// leads shard 0 was killed, and another was not chosen at once.
func (c *contest) checkClocks(ctx context.Context) {
	c.t.Helper()
	const slack = 3 * time.Second
	for _, game := range c.idle {
		page, err := c.clients[0].Events(ctx, game, 0, 1000)
		if err != nil {
			c.t.Fatal(err)
		}
		shard, end, given := events.ShardOf(game, clusterShards), page.Events[0].Time, time.Duration(0)
		for _, e := range page.Events[1:] {
			r, ok := e.Data.(*events.Resumed)
			if !ok {
				c.t.Errorf("idle game %s: event %d is %s", game, e.N, e.Type)
				continue
			}
			from := r.Stopped
			if end.After(from) {
				from = end
			}
			given, end = given+r.Started.Sub(from), r.Started
			for _, a := range c.acked {
				if a.shard == shard && c.told(a) && a.sent.After(from.Add(slack)) && a.at.Before(r.Started.Add(-time.Second)) {
					c.t.Errorf("idle game %s, event %d: gives back %v to %v, and a move was sent at %v and acknowledged at %v", game, e.N, from, r.Started, a.sent, a.at)
				}
			}
		}
		c.t.Logf("shard %d: %v was given back", shard, given.Round(time.Millisecond))
		if shard == 0 && given < 2*time.Second {
			c.t.Errorf("idle game %s: %v was given back, and the server that leads its shard was killed", game, given)
		}
	}
}
