//go:build torture

package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
)

// timed is a game with a clock that is played while the server is restarted.
type timed struct {
	id      events.GameID
	tokens  client.Tokens
	board   string
	turn    engines.Seat
	version int
	acks    map[events.CommandID]int
	sent    map[events.CommandID]time.Time
}

// newTimed begins a game with so much time for each seat.
func newTimed(ctx context.Context, cl *client.Client, base time.Duration) (*timed, error) {
	made, err := cl.Create(ctx, client.NewGame{
		Kind: "reversi", Opponent: "self", Clock: json.RawMessage(fmt.Sprintf(`{"kind":"fischer","base":%d}`, base.Milliseconds())),
	})
	if err != nil {
		return nil, err
	}
	return &timed{
		made.Game.ID, made.Tokens, made.Game.Board, made.Game.Turn, 1, make(map[events.CommandID]int), make(map[events.CommandID]time.Time),
	}, nil
}

// away is when a server was known not to run, and how much of that it may not notice: who
// is killed noted a second before at most that it ran.
type away struct {
	from, to time.Time
	unseen   time.Duration
	shards   []int // whose games it concerns; nil: all
}

func (o *away) concerns(game events.GameID) bool {
	return o.shards == nil || slices.Contains(o.shards, events.ShardOf(game, clusterShards))
}

// TestRestartUnderClocks restarts the server again and again, asked to stop and killed in
// turn, while 200 games are played under clocks: every move that was answered is there,
// and nobody pays for the time in which no server ran.
func TestRestartUnderClocks(t *testing.T) {
	const games, players, restarts = 200, 8, 6
	dice := mathrand.New(mathrand.NewPCG(clusterSeed(t), 5))
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	reversi, _ := reg.Newest("reversi")
	limits := []string{"--rate-session", "0", "--rate-create", "0", "--rate-move", "0"}
	srv := startServer(t, limits...)
	cl := connect(t, srv)
	list := make([]*timed, games)
	for i := range list {
		if list[i], err = newTimed(t.Context(), cl, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	// Each turn of all games goes on over a restart, which comes in the middle of it.
	var outages []away
	for round := range restarts {
		var work sync.WaitGroup
		begun := make(chan struct{}, games)
		seeds := dice.Perm(games)
		for p := range players {
			work.Go(func() {
				own := mathrand.New(mathrand.NewPCG(uint64(round), uint64(seeds[p])))
				for i := p; i < games; i += players {
					for range 2 {
						if err := list[i].move(t.Context(), cl, reversi, own); err != nil {
							t.Errorf("game %s at version %d: %v", list[i].id, list[i].version, err)
						}
					}
					begun <- struct{}{}
				}
			})
		}
		for range games / 2 {
			<-begun
		}
		end, unseen := srv.stop, 50*time.Millisecond
		if round%2 == 1 {
			end, unseen = srv.kill, 1500*time.Millisecond
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		from := time.Now()
		<-time.After(3 * time.Second)
		outages = append(outages, away{from: from, to: time.Now(), unseen: unseen})
		if err := srv.start(limits...); err != nil {
			t.Fatal(err)
		}
		work.Wait()
	}
	spared := 0
	for _, g := range list {
		spared += g.check(t, cl, outages)
	}
	t.Logf("%d restarts under %d games: %d turns were spared the time", restarts, games, spared)
	if spared < restarts*games/4 {
		t.Errorf("only %d turns went over a restart", spared)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// move makes a move by chance, if the game is not over.
func (g *timed) move(ctx context.Context, cl *client.Client, rules engines.Engine, dice *mathrand.Rand) error {
	if !g.turn.Plays() {
		return nil
	}
	p, err := rules.Parse(g.board)
	if err != nil {
		return err
	}
	id, err := events.NewCommandID(time.Now(), rand.Reader)
	if err != nil {
		return err
	}
	list := p.Choices(g.turn)
	g.sent[id] = time.Now()
	done, err := cl.WithToken(g.tokens.Of(g.turn)).Submit(ctx, g.id, client.Command{Type: "move", Move: string(list[dice.IntN(len(list))].Move), ID: id})
	if err != nil {
		return err
	}
	g.acks[id] = done.Event.N
	g.board, g.turn, g.version = done.Event.After.Board, done.Event.After.Turn, done.Event.N
	return nil
}

// check holds the log of the game against what was answered, and its clocks against the
// outages. It returns how many turns went over one.
func (g *timed) check(t *testing.T, cl *client.Client, outages []away) (over int) {
	t.Helper()
	page, err := cl.Events(t.Context(), g.id, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	before, moves := page.Events[0], 0
	for _, e := range page.Events[1:] {
		if e.Type != events.TypeMoved {
			continue
		}
		moves++
		if n, ok := g.acks[e.Command]; !ok || n != e.N {
			t.Errorf("game %s: event %d is of command %s, which was told %d", g.id, e.N, e.Command, n)
		}
		seat := before.After.Turn
		took, paid := e.Time.Sub(before.Time), left(before, seat)-left(e, seat)
		for _, o := range outages {
			if o.concerns(g.id) && before.Time.Before(o.from) && e.Time.After(o.to) {
				took -= o.to.Sub(o.from) - o.unseen
				over++
			}
		}
		if paid > took {
			t.Errorf("game %s, event %d: %s paid %v for %v", g.id, e.N, seat, paid, took)
		}
		before = e
	}
	if moves != len(g.acks) {
		t.Errorf("game %s has %d moves, and %d were answered", g.id, moves, len(g.acks))
	}
	return over
}

// left is the time that a seat has left after an event.
func left(e *events.Event, seat events.Seat) time.Duration {
	ms := e.After.Clock.First
	if seat == events.Second {
		ms = e.After.Clock.Second
	}
	return time.Duration(ms) * time.Millisecond
}
