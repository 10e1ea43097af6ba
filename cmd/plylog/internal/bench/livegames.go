package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"plylog/cmd/plylog/internal/bench/wire"
	"plylog/cmd/plylog/internal/child"
)

// histories is of how many games a server keeps the moves at hand.
const histories = 1000

// live measures what a game costs that is at hand: on the read side, once somebody asks
// for its moves, once it is played, and for every reader that follows it.
func (l *lab) live(ctx context.Context) (err error) {
	g, err := l.grow(ctx, l.atHand, sixty, l.atHand)
	if err != nil {
		return err
	}
	defer os.RemoveAll(g.data) //nolint:errcheck // what stays goes with the measurement's folder
	small, err := l.started(ctx, 1, g, "--games", "1")
	if err != nil {
		return err
	}
	c := &child.Server{Data: g.data, Patience: 20 * time.Minute}
	defer func() { err = errors.Join(err, c.Kill()) }()
	if err := c.Start(ctx); err != nil {
		return err
	}
	at := small[0].heap
	more := func(name string, games int) error {
		var now start
		if err := l.weigh(ctx, c, &now); err != nil {
			return err
		}
		l.add(Line{
			Bench: "growth", What: fmt.Sprintf("%s, of %s games of up to %d events", name, number(float64(g.count)), sixty), Unit: "bytes",
		}.measured([]float64{(now.heap - at) / float64(games)}, nil))
		at = now.heap
		return nil
	}
	if err := more("a live game: board and repetitions", g.count); err != nil {
		return err
	}
	for _, part := range []struct {
		path, name string
		games      int
	}{
		{"/choices?seat=first", "and played: the fold of the write side", g.count},
		{"/history", "and read: its moves, at hand of the newest 1,000", min(g.count, histories)},
	} {
		for _, p := range g.games {
			if _, err := child.Fetch(ctx, "http://"+c.Listen+"/v1/games/"+p.Create.Game.String()+part.path); err != nil {
				return err
			}
		}
		if err := more(part.name, part.games); err != nil {
			return err
		}
	}
	game, err := l.unended(ctx, c, g)
	if err != nil {
		return err
	}
	return l.followed(ctx, c, game)
}

// unended finds a game that goes on.
func (l *lab) unended(ctx context.Context, c *child.Server, g *grown) (string, error) {
	for _, p := range g.games {
		state, err := child.Fetch(ctx, "http://"+c.Listen+"/v1/games/"+p.Create.Game.String())
		if err != nil || strings.Contains(state, `"status":"playing"`) {
			return p.Create.Game.String(), err
		}
	}
	return "", errors.New("every game of the store is over")
}

// followed measures readers of one game over HTTP, in the server alone.
func (l *lab) followed(ctx context.Context, c *child.Server, game string) error {
	var before, after start
	if err := l.weigh(ctx, c, &before); err != nil {
		return err
	}
	request := wire.Request("GET", c.Listen, "/v1/games/"+game+"/events?follow=1", "", wire.Header{Name: "Accept", Value: "text/event-stream"})
	for range l.reading {
		conn, err := net.Dial("tcp", c.Listen)
		if err != nil {
			return fmt.Errorf("connecting: %w", err)
		}
		defer conn.Close() //nolint:errcheck // until all are weighed
		if _, err := conn.Write(request); err != nil {
			return fmt.Errorf("opening a feed: %w", err)
		}
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, " 200 ") {
			return fmt.Errorf("opening a feed: the server answers %q (%w)", line, err)
		}
	}
	if err := l.weigh(ctx, c, &after); err != nil {
		return err
	}
	n := float64(l.reading)
	what := fmt.Sprintf(", of %s readers of one game over SSE", number(n))
	l.add(Line{Bench: "growth", What: "heap of a reader" + what, Unit: "bytes"}.measured([]float64{(after.heap - before.heap) / n}, nil))
	l.add(Line{Bench: "growth", What: "memory of the process for a reader" + what, Unit: "bytes"}.measured([]float64{(after.retained - before.retained) / n}, nil))
	return nil
}
