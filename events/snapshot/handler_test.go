package snapshot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/events/snapshot"
)

// handler plays on a log whose games are opened by snapshots; at most one is in memory.
func handler(t testing.TB, log events.Log, s *snapshot.Snapshots) *play.Handler {
	t.Helper()
	h, err := play.NewHandler(play.Config{
		Log: log, Registry: registry(t), Secret: key, Games: 1, Snapshots: s, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// match is a game under way, and the commands that it was played by.
type match struct {
	create   play.Create
	commands []play.Command
}

// begin makes a game of a kind that one player plays by themselves.
func begin(t testing.TB, h *play.Handler, kind string, number int) *match {
	t.Helper()
	id := func(what string) [16]byte { return events.DeriveID("snapshot", kind, what, fmt.Sprint(number)) }
	m := &match{create: play.Create{Game: id("game"), ID: id("create"), By: "p_ann", Kind: kind, First: "p_ann", Second: "p_bob"}}
	if _, err := h.Create(t.Context(), m.create); err != nil {
		t.Fatal(err)
	}
	return m
}

// move plays a move by chance; false where the game is over.
func (m *match) move(t testing.TB, h *play.Handler, chance *rand.Rand) bool {
	t.Helper()
	g, err := h.Game(t.Context(), m.create.Game)
	if err != nil {
		t.Fatal(err)
	}
	seat := g.Position().Turn()
	list := g.Position().Choices(seat)
	if len(list) == 0 || g.Over() {
		return false
	}
	c := play.Command{
		Game: g.ID, ID: events.DeriveID("snapshot command", g.ID.String(), fmt.Sprint(g.N)), By: g.Player(seat), Seat: seat, Type: play.Move,
	}
	switch mv := list[chance.IntN(len(list))].Move; mv {
	case engines.Roll, engines.Double, engines.Take, engines.Drop:
		c.Type = play.CommandType(mv)
	default:
		c.Move = string(mv)
	}
	if _, err := h.Do(t.Context(), c); err != nil {
		t.Fatalf("%s: %v", c.Type, err)
	}
	m.commands = append(m.commands, c)
	return true
}

// TestCommandsForEver: of every kind, a game that is opened by a snapshot knows every
// command that it was played by, and refuses another under an old id.
func TestCommandsForEver(t *testing.T) {
	t.Parallel()
	for _, kind := range registry(t).Kinds() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			log := memlog.New(2)
			s, c := over(t, log)
			h, chance := handler(t, log, s), rand.New(rand.NewPCG(1, 2))
			m := begin(t, h, kind, 0)
			for len(m.commands) < 24 && m.move(t, h, chance) {
				if len(m.commands)%8 == 0 {
					if err := s.Make(t.Context(), m.create.Game); err != nil {
						t.Fatal(err)
					}
				}
			}
			version, err := h.Game(t.Context(), m.create.Game)
			if err != nil {
				t.Fatal(err)
			}
			fresh := handler(t, log, s)
			for i, cmd := range m.commands {
				a, err := fresh.Do(t.Context(), cmd)
				if err != nil || !a.Replayed || a.Event.N != i+2 {
					t.Fatalf("command %d again: %+v (%v)", i, a, err)
				}
				cmd.Type, cmd.Move, cmd.Value = play.Resign, "", "single"
				if _, err := fresh.Do(t.Context(), cmd); !errors.Is(err, play.ErrKeyReused) {
					t.Fatalf("another command under the id of command %d: %v", i, err)
				}
			}
			if a, err := fresh.Create(t.Context(), m.create); err != nil || !a.Replayed {
				t.Fatalf("creating it again: %+v (%v)", a, err)
			}
			if got, err := fresh.Game(t.Context(), m.create.Game); err != nil || !reflect.DeepEqual(got, version) {
				t.Errorf("the game that was opened is not the one that was played (%v)", err)
			}
			if c.of(snapshot.Hit) == 0 || c.of(snapshot.Ignored) > 0 {
				t.Errorf("snapshots: %v", c.all)
			}
		})
	}
}

// TestEviction: a game that leaves the memory of a handler gets a snapshot, by which it
// comes back.
func TestEviction(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(1)
		s, c := over(t, log)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		h, chance := handler(t, log, s), rand.New(rand.NewPCG(3, 4))
		games := []*match{begin(t, h, "reversi", 1), begin(t, h, "checkers", 1)}
		for range 10 {
			for _, m := range games { // each throws the other out
				m.move(t, h, chance)
				<-time.After(time.Second)
			}
		}
		for _, m := range games {
			wantSame(t, s, log, m.create.Game)
		}
		if c.of(snapshot.Written) < 10 || c.of(snapshot.Hit) < 10 || c.of(snapshot.Failed)+c.of(snapshot.Ignored) > 0 {
			t.Errorf("snapshots: %v", c.all)
		}
		stop()
		<-done
	})
}

// TestOnJetStream: the contract's reader, and games that are played, opened and thrown
// out at the same time, on the log that a server has.
func TestOnJetStream(t *testing.T) {
	t.Parallel()
	server, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	log, err := server.Open(t.Context(), jetlog.Options{Shards: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	s, c := over(t, log)
	crowd(t, log, s, c)
	logtest.Run(t, func(t *testing.T) events.Log { return through{log, s, t} })
}

// TestCrowd is the same on the log in memory.
func TestCrowd(t *testing.T) {
	t.Parallel()
	log := memlog.New(2)
	s, c := over(t, log)
	crowd(t, log, s, c)
}

// crowd plays games while others open them, make snapshots of them, and delete or spoil
// those: whoever reads finds all that was acknowledged before, as the log has it.
func crowd(t *testing.T, log events.Log, s *snapshot.Snapshots, c *counts) {
	t.Helper()
	const games, moves = 4, 30
	var players, others sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	others.Go(func() { s.Run(ctx) })
	var list []*logtest.Game
	acked := make([][]*events.Event, games)
	var mu sync.Mutex
	for range games {
		list = append(list, logtest.NewGame(t))
	}
	for i, g := range list {
		players.Go(func() {
			for range moves {
				e := g.Append(ctx, t, log)
				s.Stored(e)
				mu.Lock()
				acked[i] = append(acked[i], e)
				mu.Unlock()
			}
		})
		for reader := range 2 {
			others.Go(func() {
				for ctx.Err() == nil {
					mu.Lock()
					want := acked[i]
					mu.Unlock()
					n := 0
					for e, err := range s.Read(ctx, g.ID, 0) {
						if err != nil {
							if ctx.Err() == nil {
								t.Errorf("reading: %v", err)
							}
							return
						}
						if n++; e.N != n || n <= len(want) && e.Hash() != want[n-1].Hash() {
							t.Errorf("event %d of the game is another", n)
							return
						}
					}
					if n < len(want) {
						t.Errorf("%d events of %d that were acknowledged", n, len(want))
						return
					}
					switch name := s.File(g.ID); {
					case reader == 0 && n%5 == 0:
						_ = os.Remove(name) // it may not be there
					case reader == 0 && n%7 == 0:
						_ = os.Truncate(name, 40) // likewise
					case reader == 1 && n > 0:
						if err := s.Make(ctx, g.ID); err != nil && ctx.Err() == nil {
							t.Errorf("making a snapshot: %v", err)
							return
						}
					}
				}
			})
		}
	}
	players.Wait()
	stop()
	others.Wait()
	for i, g := range list {
		if err := s.Make(t.Context(), g.ID); err != nil {
			t.Error(err)
		}
		wantSame(t, s, log, g.ID)
		if len(acked[i]) != moves {
			t.Errorf("%d moves of %d", len(acked[i]), moves)
		}
	}
	if c.of(snapshot.Hit) == 0 || c.of(snapshot.Written) == 0 {
		t.Errorf("snapshots: %v", c.all)
	}
}
