package projections_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// node is a server as far as time goes: it takes commands, reads its log and
// ends games whose time is up.
type node struct {
	*play.Handler
	set *projections.Set
}

func newNode(t *testing.T, log events.Log, reg *engines.Registry) *node {
	t.Helper()
	h, err := play.NewHandler(play.Config{Log: log, Registry: reg, Secret: make([]byte, 16)})
	if err != nil {
		t.Fatal(err)
	}
	return &node{h, run(t, projections.Config{Log: log})}
}

func (n *node) flag(t *testing.T) (stop func()) {
	t.Helper()
	<-n.set.Ready()
	return keep(t, n.set, time.Now, &firings{do: n.Flag})
}

func (n *node) create(t *testing.T, i int, clock string) *play.Game {
	t.Helper()
	a, err := n.Create(t.Context(), play.Create{
		Game: gameID(i), ID: events.DeriveID("create", fmt.Sprint(i)), By: "p_left", Kind: "reversi", First: "p_left", Second: "p_right", Clock: []byte(clock),
	})
	if err != nil {
		t.Fatal(err)
	}
	return a.Game
}

func (n *node) move(t *testing.T, g *play.Game) (*play.Game, error) {
	t.Helper()
	turn := g.Position().Turn()
	a, err := n.Do(t.Context(), play.Command{
		Game: g.ID, ID: events.DeriveID("move", g.ID.String(), fmt.Sprint(g.N)), By: g.Player(turn), Seat: turn,
		Type: play.Move, Move: string(g.Position().Choices(turn)[0].Move),
	})
	return a.Game, err
}

// Two nodes keep the time of the same games, whose players move now and then:
// each game ends once, by one event, at its last deadline.
func TestFlagsOfTwoNodes(t *testing.T) {
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(2)
		nodes := []*node{newNode(t, log, reg), newNode(t, log, reg)}
		for _, n := range nodes {
			n.flag(t)
		}
		rnd := rand.New(rand.NewPCG(9, 10))
		games := make([]*play.Game, 60)
		for i := range games {
			games[i] = nodes[i%2].create(t, i, fmt.Sprintf(`{"kind":"fischer","base":%d}`, 20_000+rnd.IntN(40_000)))
		}
		late := 0
		for range 40 {
			<-time.After(time.Duration(1+rnd.IntN(3000)) * time.Millisecond)
			i := rnd.IntN(len(games))
			g, err := nodes[i%2].move(t, games[i])
			var refused *play.RefusedError
			switch {
			case errors.As(err, &refused) && (refused.Code == play.CodeOver || refused.Code == play.CodeTime):
				late++
			case err != nil:
				t.Fatal(err)
			default:
				games[i] = g
			}
		}
		<-time.After(2 * time.Minute)
		for i := range games {
			log, err := nodes[0].Events(t.Context(), gameID(i))
			if err != nil {
				t.Fatal(err)
			}
			end, before := log[len(log)-1], log[len(log)-2]
			if len(log) == 1 || end.Type != events.TypeFlagged || !end.Time.Equal(*before.After.Clock.Deadline) || before.Over() {
				t.Fatalf("game %d ends with %s", i, end.Raw)
			}
			for _, n := range nodes {
				if s, err := n.set.Board.State(t.Context(), gameID(i)); err != nil || s.Status != projections.StatusOver || s.Result.Reason != "time" {
					t.Fatalf("game %d is served as %+v, %v", i, s, err)
				}
			}
		}
		for _, n := range nodes {
			if left := n.set.Deadlines.Running(); len(left) != 0 {
				t.Errorf("the time of %d games still runs", len(left))
			}
		}
		if late == 0 {
			t.Error("nobody moved too late: the test tests less than it could")
		}
	})
}

// Time in which no server ran is given back before anybody is flagged; who was
// late before it still is.
func TestFlagsAfterADowntime(t *testing.T) {
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(2)
		n := newNode(t, log, reg)
		stop := n.flag(t)
		began := time.Now()
		long := n.create(t, 1, `{"kind":"fischer","base":60000}`)
		done := n.create(t, 2, `{"kind":"fischer","base":5000}`)
		free := n.create(t, 3, `{"kind":"none"}`)
		<-time.After(10 * time.Second)
		stop()
		stopped := time.Now()
		late := n.create(t, 4, `{"kind":"fischer","base":1000}`) // by a node that stops a little later
		<-time.After(2 * time.Second)
		stoppedLater := time.Now()
		<-time.After(time.Hour)

		again := newNode(t, log, reg)
		<-again.set.Ready()
		started := time.Now()
		if got := again.set.Deadlines.Running(); len(got) != 2 || got[0] != late.ID || got[1] != long.ID {
			t.Fatalf("time runs in %v, want %s and %s", got, late.ID, long.ID)
		}
		for _, id := range again.set.Deadlines.Running() {
			if err := again.Resume(t.Context(), id, stoppedLater, started); err != nil {
				t.Fatal(err)
			}
		}
		again.flag(t)
		<-time.After(2 * time.Minute)
		up := began.Add(60*time.Second + started.Sub(stoppedLater))
		for id, want := range map[events.GameID]time.Time{
			done.ID: began.Add(5 * time.Second), late.ID: stopped.Add(time.Second), long.ID: up,
		} {
			s, err := again.set.Board.State(t.Context(), id)
			if err != nil || s.Last.Type != events.TypeFlagged || !s.Updated.Equal(want) {
				t.Errorf("game %s ended with %s at %s, want %s: %v", id, s.Last.Type, s.Updated, want, err)
			}
		}
		if s, err := again.set.Board.State(t.Context(), free.ID); err != nil || s.Status != projections.StatusPlaying {
			t.Errorf("a game without a clock: %+v, %v", s, err)
		}
	})
}
