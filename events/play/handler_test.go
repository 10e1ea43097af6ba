package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// watch counts what a handler reports.
type watch struct{ conflicts, unknown, damaged, reads atomic.Int64 }

func (w *watch) Retried(why string) {
	switch why {
	case "conflict":
		w.conflicts.Add(1)
	case "unknown":
		w.unknown.Add(1)
	}
}

func (w *watch) Read(string) { w.reads.Add(1) }

func (w *watch) Damaged(events.GameID, error) { w.damaged.Add(1) }

func handler(t testing.TB, log events.Log, change ...func(*play.Config)) (*play.Handler, *watch) {
	t.Helper()
	w := &watch{}
	cfg := play.Config{
		Log: log, Registry: registry(t), Secret: secret, Observer: w,
		Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler),
	}
	for _, c := range change {
		c(&cfg)
	}
	h, err := play.NewHandler(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h, w
}

func started(t testing.TB, h *play.Handler, n byte) events.GameID {
	t.Helper()
	cmd := create("nim", n)
	cmd.Options = []byte(`{"stones":1000}`)
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	return cmd.Game
}

func take(game events.GameID, seat events.Seat, n, id int) play.Command {
	return play.Command{Game: game, ID: commandID(id), By: "p_left", Seat: seat, Type: play.Move, Move: fmt.Sprint(n)}
}

// stored reads a game's log.
func stored(t testing.TB, log events.Log, game events.GameID) []*events.Event {
	t.Helper()
	var out []*events.Event
	for e, err := range log.Read(t.Context(), game, 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func TestSameCommandIsOneEventForEver(t *testing.T) {
	log := memlog.New(4)
	h, _ := handler(t, log)
	game := started(t, h, 1)
	first, err := h.Do(t.Context(), take(game, events.First, 2, 1))
	if err != nil || first.Replayed || first.Event.N != 2 || first.Event.Seq == 0 {
		t.Fatalf("first: %+v, %v", first, err)
	}
	if _, err := h.Do(t.Context(), take(game, events.Second, 1, 2)); err != nil {
		t.Fatal(err)
	}
	restarted, _ := handler(t, log, func(c *play.Config) { c.Now = func() time.Time { return now.AddDate(0, 3, 0) } })
	for name, h := range map[string]*play.Handler{"same process": h, "after a restart, months later": restarted} {
		again, err := h.Do(t.Context(), take(game, events.First, 2, 1))
		if err != nil || !again.Replayed || string(again.Event.Raw) != string(first.Event.Raw) {
			t.Errorf("%s: %+v, %v; want the first event again", name, again, err)
		}
		if _, err := h.Do(t.Context(), take(game, events.First, 3, 1)); !errors.Is(err, play.ErrKeyReused) {
			t.Errorf("%s: the id with another move: %v, want ErrKeyReused", name, err)
		}
		other := take(game, events.First, 2, 1)
		other.By = "p_somebody"
		if _, err := h.Do(t.Context(), other); !errors.Is(err, play.ErrKeyReused) {
			t.Errorf("%s: the id by somebody else: %v, want ErrKeyReused", name, err)
		}
		cmd := create("nim", 1)
		cmd.Options = []byte(`{"stones":1000}`)
		if a, err := h.Create(t.Context(), cmd); err != nil || !a.Replayed || a.Event.N != 1 {
			t.Errorf("%s: creating again: %+v, %v", name, a, err)
		}
		cmd.ID = commandID(77)
		if _, err := h.Create(t.Context(), cmd); !errors.Is(err, play.ErrKeyReused) {
			t.Errorf("%s: creating over it: %v, want ErrKeyReused", name, err)
		}
	}
	if n := len(stored(t, log, game)); n != 3 {
		t.Errorf("%d events stored, want 3", n)
	}
}

func TestStaleAndMissing(t *testing.T) {
	h, _ := handler(t, memlog.New(1))
	game := started(t, h, 1)
	cmd := take(game, events.First, 1, 1)
	cmd.IfMatch = 9
	var stale *play.StaleError
	if _, err := h.Do(t.Context(), cmd); !errors.As(err, &stale) || stale.Have != 1 || stale.Want != 9 {
		t.Errorf("stale: %v", err)
	}
	cmd.Game = gameID(9)
	if _, err := h.Do(t.Context(), cmd); !errors.Is(err, play.ErrNoGame) {
		t.Errorf("no game: %v", err)
	}
	if _, err := h.Game(t.Context(), gameID(9)); !errors.Is(err, play.ErrNoGame) {
		t.Errorf("no game: %v", err)
	}
	if h.Cached() != 1 {
		t.Errorf("%d games cached; asking for missing ones must not fill the memory", h.Cached())
	}
	if _, err := h.At(t.Context(), game, 2); !errors.Is(err, play.ErrNoEvent) {
		t.Errorf("a version to come: %v", err)
	}
	bad := create("chess", 2)
	if _, err := h.Create(t.Context(), bad); !errors.Is(err, play.ErrUnknownKind) {
		t.Errorf("unknown kind: %v", err)
	}
	bad = create("nim", 2)
	bad.Options = []byte(`{"stones":0}`)
	var option *engines.BadOptionError
	if _, err := h.Create(t.Context(), bad); !errors.As(err, &option) || option.Option != "stones" {
		t.Errorf("bad option: %v", err)
	}
}

// Whatever becomes of appends, every command ends up once in the log or, where
// the handler says so, not at all; and what was answered is there.
func TestFaults(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		fates := rapid.SliceOfN(rapid.SampledFrom([]memlog.Fate{memlog.Keep, memlog.Keep, memlog.Lose, memlog.KeepSilently}), 1, 40).Draw(rt, "fates")
		var err error
		synctest.Test(t, func(t *testing.T) { err = faults(t, fates) }) // the handler's pauses take no time
		if err != nil {
			rt.Fatal(err)
		}
	})
}

func faults(t *testing.T, fates []memlog.Fate) error {
	var at atomic.Int64
	log := memlog.New(2, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
		return fates[int(at.Add(1)-1)%len(fates)]
	}))
	h, w := handler(t, log)
	cmd := create("nim", 1)
	cmd.Options = []byte(`{"stones":1000}`)
	var err error
	for range 20 {
		if _, err = h.Create(t.Context(), cmd); err == nil {
			break
		}
	}
	if err != nil {
		return nil // every append of the create was lost
	}
	acknowledged := map[events.CommandID]bool{cmd.ID: true}
	for i := range 12 {
		seat := events.First + events.Seat(i%2)
		c := take(cmd.Game, seat, 1+i%3, i+1)
		a, err := h.Do(t.Context(), c)
		if err != nil {
			if !errors.Is(err, play.ErrUnavailable) {
				return fmt.Errorf("move %d: %v", i, err)
			}
			break
		}
		if a.Event.N != i+2 || a.Replayed {
			return fmt.Errorf("move %d: event %d, replayed %t", i, a.Event.N, a.Replayed)
		}
		acknowledged[c.ID] = true
	}
	seen := map[events.CommandID]int{}
	for _, e := range stored(t, log, cmd.Game) {
		seen[e.Command]++
	}
	for id := range acknowledged {
		if seen[id] != 1 {
			return fmt.Errorf("an acknowledged command is %d times in the log", seen[id])
		}
	}
	for id, n := range seen {
		if n != 1 {
			return fmt.Errorf("command %s is %d times in the log", id, n)
		}
	}
	if w.damaged.Load() != 0 {
		return errors.New("a game was called damaged")
	}
	return nil
}

// Two handlers over one log are two nodes: the expected position decides.
func TestTwoNodesRace(t *testing.T) {
	log := memlog.New(1)
	a, _ := handler(t, log)
	b, _ := handler(t, log)
	game := started(t, a, 1)
	const n = 25
	var wg sync.WaitGroup
	var done atomic.Int64
	for i := range 2 * n {
		h := []*play.Handler{a, b}[i%2]
		wg.Go(func() {
			cmd := take(game, events.First, 1+i%3, i+1)
			cmd.IfMatch = 1
			_, err := h.Do(context.Background(), cmd)
			var stale *play.StaleError
			switch {
			case err == nil:
				done.Add(1)
			case !errors.As(err, &stale):
				t.Errorf("command %d: %v, want one success and the rest stale", i, err)
			}
		})
	}
	wg.Wait()
	if done.Load() != 1 || len(stored(t, log, game)) != 2 {
		t.Errorf("%d commands succeeded, %d events; want 1 and 2", done.Load(), len(stored(t, log, game)))
	}
}

// A caller who leaves while the append is under way changes nothing for the
// next: the outcome is learnt from the log.
func TestCallerLeaves(t *testing.T) {
	began := make(chan struct{}, 1)
	var hold atomic.Bool
	log := memlog.New(1, memlog.OnAppend(func(ctx context.Context, _ *events.Event) memlog.Fate {
		if hold.CompareAndSwap(true, false) {
			began <- struct{}{}
			<-ctx.Done()
			return memlog.KeepSilently
		}
		return memlog.Keep
	}))
	h, _ := handler(t, log)
	game := started(t, h, 1)
	ctx, cancel := context.WithCancel(t.Context())
	hold.Store(true)
	go func() { <-began; cancel() }()
	a, err := h.Do(ctx, take(game, events.First, 1, 1))
	if err != nil && !errors.Is(err, play.ErrUnavailable) {
		t.Fatalf("the caller who left: %+v, %v", a, err)
	}
	b, err := h.Do(t.Context(), take(game, events.First, 1, 1))
	if err != nil || b.Event.N != 2 || len(stored(t, log, game)) != 2 {
		t.Fatalf("the command again: %+v, %v; %d events", b, err, len(stored(t, log, game)))
	}
}

// One damaged game is closed; the others play on.
func TestDamagedGame(t *testing.T) {
	log := memlog.New(1)
	h, _ := handler(t, log)
	good, bad := started(t, h, 1), started(t, h, 2)
	for _, g := range []events.GameID{good, bad} {
		if _, err := h.Do(t.Context(), take(g, events.First, 1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	log.Corrupt(0, 4, func(raw []byte) []byte {
		return bytes.Replace(raw, []byte(`"board":"999 `), []byte(`"board":"998 `), 1)
	})
	fresh, w := handler(t, log)
	for range 2 {
		if _, err := fresh.Do(t.Context(), take(bad, events.Second, 1, 2)); !errors.Is(err, play.ErrDamaged) {
			t.Errorf("the damaged game: %v, want ErrDamaged", err)
		}
	}
	if w.damaged.Load() != 1 {
		t.Errorf("reported %d times, want once", w.damaged.Load())
	}
	if _, err := fresh.Do(t.Context(), take(good, events.Second, 1, 2)); err != nil {
		t.Errorf("the other game: %v", err)
	}
}

// The cache is bounded, and a game that fell out of it goes on from the log.
func TestCacheIsBounded(t *testing.T) {
	h, _ := handler(t, memlog.New(2), func(c *play.Config) { c.Games = 3 })
	for round := range 3 {
		for n := range byte(10) {
			if round == 0 {
				started(t, h, n)
			}
			if _, err := h.Do(t.Context(), take(gameID(n), events.First+events.Seat(round%2), 1, round+1)); err != nil {
				t.Fatal(err)
			}
			if h.Cached() > 3 {
				t.Fatalf("%d games cached, want at most 3", h.Cached())
			}
		}
	}
	g, err := h.At(t.Context(), gameID(0), 3)
	if err != nil || g.N != 3 {
		t.Errorf("version 3: %+v, %v", g, err)
	}
}

// The error a Folder gives names the game once and lets the others go on.
func TestFolder(t *testing.T) {
	log := memlog.New(1)
	h, _ := handler(t, log)
	good, bad := started(t, h, 1), started(t, h, 2)
	if _, err := h.Do(t.Context(), take(good, events.First, 1, 1)); err != nil {
		t.Fatal(err)
	}
	f := play.NewFolder(registry(t))
	for e, err := range log.Scan(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Game == bad {
			wrong := *e
			wrong.After.Board = "7 L"
			e = &wrong
		}
		if err := f.Apply(e); (err != nil) != (e.Game == bad) {
			t.Errorf("event %d of %s: %v", e.N, e.Game, err)
		}
	}
	if len(f.Bad()) != 1 || f.Bad()[bad] == nil {
		t.Errorf("bad games: %v", f.Bad())
	}
}

// Readers do not wait for a command that is under way.
func TestReadingDuringAnAppend(t *testing.T) {
	began, release := make(chan struct{}), make(chan struct{})
	var hold atomic.Bool
	log := memlog.New(1, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
		if hold.CompareAndSwap(true, false) {
			close(began)
			<-release
		}
		return memlog.Keep
	}))
	h, _ := handler(t, log)
	game := started(t, h, 1)
	hold.Store(true)
	done := make(chan error)
	go func() {
		_, err := h.Do(context.Background(), take(game, events.First, 1, 1))
		done <- err
	}()
	<-began
	if g, err := h.Game(t.Context(), game); err != nil || g.N != 1 {
		t.Errorf("while the move is under way: %+v, %v", g, err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if g, err := h.Game(t.Context(), game); err != nil || g.N != 2 {
		t.Errorf("once it is acknowledged: %+v, %v", g, err)
	}
}

// A node whose game in memory is behind asks the log before it refuses.
func TestRefusalsAreByTheNewestGame(t *testing.T) {
	log := memlog.New(1)
	a, _ := handler(t, log)
	b, _ := handler(t, log)
	game := started(t, a, 1)
	if _, err := b.Game(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Do(t.Context(), take(game, events.First, 1, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Do(t.Context(), take(game, events.Second, 1, 2)); err != nil {
		t.Errorf("a legal move on the node that is behind: %v", err)
	}
	cmd := take(game, events.First, 1, 3)
	cmd.IfMatch = 3
	if _, err := a.Do(t.Context(), cmd); err != nil {
		t.Errorf("a move at the newest version on the node that is behind: %v", err)
	}
	var illegal *engines.IllegalError
	if _, err := b.Do(t.Context(), take(game, events.First, 1, 4)); !errors.As(err, &illegal) {
		t.Errorf("out of turn: %v", err)
	}
}
