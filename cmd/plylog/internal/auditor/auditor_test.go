package auditor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plylog/cmd/plylog/internal/auditor"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/merkle"
	"plylog/events/play"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// world is a server whose games are audited.
type world struct {
	t       *testing.T
	games   *engines.Registry
	log     *memlog.Log
	slow    *slowLog // log, as the auditor reads it
	views   *projections.Set
	handler *play.Handler

	mu     sync.Mutex
	failed []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	w := &world{t: t, games: reg, log: memlog.New(1)}
	slow := &slowLog{Log: w.log}
	w.slow = slow
	folder, err := merkle.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	signed := checkpoints.New(checkpoints.Config{Log: w.log, Folder: folder, Logger: quiet})
	if w.views, err = projections.New(projections.Config{Log: w.log, Tap: signed, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	if w.handler, err = play.NewHandler(play.Config{Log: w.log, Registry: reg, Secret: []byte("a secret of the tests"), Logger: quiet, Observer: w}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	run := func(what func(context.Context) error) {
		work.Go(func() {
			if err := what(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	run(w.views.Run)
	<-w.views.Ready()
	if err := signed.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(signed.Run)
	run(auditor.New(auditor.Config{
		Log: slow, Games: reg, Views: w.views, Signed: signed, Close: w.handler.Close, Failed: w.fail, Logger: quiet,
	}).Run)
	t.Cleanup(func() { cancel(); work.Wait(); _ = folder.Archive.Close() })
	return w
}

func (w *world) Retried(string)                        {}
func (w *world) Read(string)                           {}
func (w *world) Damaged(game events.GameID, why error) { w.views.MarkDamaged(game, why) }

func (w *world) fail(reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, reason)
}

func (w *world) reasons() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.failed)
}

// play makes a game of reversi with some moves.
func (w *world) play(n, moves int) *play.Game {
	w.t.Helper()
	a, err := w.handler.Create(w.t.Context(), play.Create{
		Game: events.DeriveID("audited", fmt.Sprint(n)), ID: events.DeriveID("create", fmt.Sprint(n)), By: "p_ann", Kind: "reversi", First: "p_ann", Second: "p_bea",
	})
	for i := 0; i < moves && err == nil; i++ {
		a, err = w.move(a.Game)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return a.Game
}

func (w *world) move(g *play.Game) (play.Answer, error) {
	turn := g.Position().Turn()
	return w.handler.Do(w.t.Context(), play.Command{
		Game: g.ID, ID: events.DeriveID("move", g.ID.String(), fmt.Sprint(g.N)), By: g.Player(turn), Seat: turn, Type: play.Move,
		Move: string(g.Position().Choices(turn)[0].Move),
	})
}

// TestNothingWrong: games that go on while they are audited are left alone.
func TestNothingWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		games := []*play.Game{w.play(1, 3), w.play(2, 5), w.play(3, 0)}
		for range 20 {
			for i, g := range games {
				a, err := w.move(g)
				if err != nil {
					t.Fatal(err)
				}
				games[i] = a.Game
			}
			<-time.After(3 * time.Second)
		}
		if got := w.reasons(); len(got) != 0 {
			t.Errorf("found %q", got)
		}
	})
}

// slowLog is a log that takes its time, and counts it.
type slowLog struct {
	events.Log
	each  atomic.Int64 // nanoseconds that reading a game takes
	spent atomic.Int64
}

func (l *slowLog) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	<-time.After(time.Duration(l.each.Load()))
	l.spent.Add(l.each.Load())
	return l.Log.Read(ctx, game, after)
}

// TestNobodyNotices: of the time in which a server runs, a fiftieth at most goes into
// audits, however long the log takes for an answer.
func TestNobodyNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		for n := range 20 {
			w.play(n, 2)
		}
		for _, each := range []time.Duration{time.Millisecond, 100 * time.Millisecond, time.Second} {
			w.slow.each.Store(int64(each))
			before := w.slow.spent.Load()
			<-time.After(time.Hour)
			spent := time.Duration(w.slow.spent.Load() - before)
			if spent < 10*each || spent > time.Hour/50+each {
				t.Errorf("%v an hour went into audits where a game takes %v", spent, each)
			}
		}
	})
}

// TestChangedLog changes one event of one game under the running server: that game
// is closed within a round, and no other.
func TestChangedLog(t *testing.T) {
	command := []byte(events.CommandID(events.DeriveID("another")).String())
	other := func(raw []byte) []byte { // says the same, by another command
		at := bytes.Index(raw, []byte(`"command":"`)) + len(`"command":"`)
		return append(append(bytes.Clone(raw[:at]), command...), raw[at+len(command):]...)
	}
	for name, tt := range map[string]struct {
		seq    uint64
		change func([]byte) []byte
	}{
		"a move": {3, func(raw []byte) []byte {
			return bytes.Replace(raw, []byte(`"type":"moved"`), []byte(`"type":"taken"`), 1)
		}},
		"a bit":            {2, func(raw []byte) []byte { raw = bytes.Clone(raw); raw[40] ^= 1; return raw }},
		"inside the chain": {3, other},
		"at its end":       {6, other},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				hurt, well := w.play(1, 5), w.play(2, 5)
				<-time.After(2 * time.Second)
				w.log.Corrupt(0, tt.seq, tt.change)
				<-time.After(15 * time.Second)
				if got := w.reasons(); len(got) != 1 {
					t.Errorf("found %q", got)
				}
				if _, err := w.move(hurt); !errors.Is(err, play.ErrDamaged) {
					t.Errorf("a move in the changed game: %v", err)
				}
				if _, err := w.handler.Game(t.Context(), hurt.ID); !errors.Is(err, play.ErrDamaged) {
					t.Errorf("the changed game: %v", err)
				}
				if l, _ := w.views.Lobby.Get(hurt.ID); l.Status != projections.StatusDamaged {
					t.Errorf("it is shown as %s", l.Status)
				}
				if _, err := w.move(well); err != nil {
					t.Errorf("a move in another game: %v", err)
				}
			})
		})
	}
}
