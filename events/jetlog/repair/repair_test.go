package repair_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/logtest"
	"plylog/events/merkle"
)

// history is a stopped store of one shard, what it holds, and what was signed of it.
type history struct {
	t      *testing.T
	dir    string
	events []*events.Event
	signed []merkle.Checkpoint
}

// newHistory plays some games in turn, and signs after every so many events.
func newHistory(t *testing.T, total, every int) *history {
	t.Helper()
	h := &history{t: t, dir: t.TempDir()}
	games := make([]*logtest.Game, 5)
	for i := range games {
		games[i] = logtest.NewGame(t)
	}
	var tree merkle.Tree
	h.with(h.dir, func(log *jetlog.Log) {
		for i := range total {
			e := games[i%len(games)].Append(t.Context(), t, log)
			h.events = append(h.events, e)
			if tree.Add(e.Raw); (i+1)%every == 0 {
				h.signed = append(h.signed, merkle.Checkpoint{Size: tree.Size(), Root: tree.Root()})
			}
		}
	})
	return h
}

// with opens the log of a store for a while.
func (h *history) with(dir string, use func(*jetlog.Log)) {
	h.t.Helper()
	s, err := jetlog.Embed(h.t.Context(), jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	l, err := jetlog.Open(h.t.Context(), s.Connect, jetlog.Options{Shards: 1})
	if err != nil {
		h.t.Fatal(err)
	}
	defer l.Close()
	use(l)
}

func (h *history) block() string {
	return filepath.Join(jetlog.StoreFolder(h.dir), "jetstream", "$G", "streams", "PLYLOG_00", "msgs", "1.blk")
}

// damage changes the bytes of the events from one position to another.
func (h *history) damage(from, to int) {
	h.t.Helper()
	b, err := os.ReadFile(h.block())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range h.events[from-1 : to] {
		at := slices.Index(b, e.Raw[0])
		for at >= 0 && string(b[at:at+len(e.Raw)]) != string(e.Raw) {
			next := slices.Index(b[at+1:], e.Raw[0])
			if next < 0 {
				h.t.Fatal("an event is not in its block")
			}
			at += 1 + next
		}
		clear(b[at : at+len(e.Raw)])
	}
	if err := os.WriteFile(h.block(), b, 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// restore plans and builds from some exported events and some stores.
func (h *history) restore(exported []*events.Event, stores ...string) (repair.Added, []*events.Event, error) {
	h.t.Helper()
	p := repair.New(1)
	for _, e := range exported {
		p.AddEvent(e)
	}
	for _, dir := range stores {
		if _, _, err := p.AddStore(h.t.Context(), jetlog.StoreFolder(dir)); err != nil {
			return repair.Added{}, nil, err
		}
	}
	added, err := p.Solve(map[int][]merkle.Checkpoint{0: h.signed})
	if err != nil {
		return repair.Added{}, nil, err
	}
	dir := filepath.Join(h.t.TempDir(), "new")
	last := make(map[int]merkle.Checkpoint)
	if n := len(h.signed); n > 0 {
		last[0] = h.signed[n-1]
	}
	if _, err := p.Build(context.WithoutCancel(h.t.Context()), dir, last); err != nil {
		return added[0], nil, err
	}
	var got []*events.Event
	h.with(dir, func(l *jetlog.Log) {
		for e, err := range l.Scan(h.t.Context(), 0, 0) {
			if err != nil {
				h.t.Fatal(err)
			}
			got = append(got, e)
		}
	})
	return added[0], got, nil
}

// timed returns the events as if they had been received so far apart.
func (h *history) timed(apart time.Duration) []*events.Event {
	list := make([]*events.Event, len(h.events))
	for i, e := range h.events {
		copied := *e
		copied.Time = time.Unix(1_700_000_000, 0).Add(time.Duration(i) * apart)
		list[i] = &copied
	}
	return list
}

func (h *history) same(got []*events.Event) {
	h.t.Helper()
	if len(got) != len(h.events) {
		h.t.Fatalf("%d events, want %d", len(got), len(h.events))
	}
	for i := range got {
		if string(got[i].Raw) != string(h.events[i].Raw) {
			h.t.Fatalf("event %d is another", i+1)
		}
	}
}

func TestHolesAreFilled(t *testing.T) {
	h := newHistory(t, 60, 10)
	h.damage(7, 7)
	h.damage(21, 26)
	h.damage(60, 60)
	added, got, err := h.restore(h.events, h.dir)
	if err != nil || added != (repair.Added{Filled: 8}) {
		t.Fatal(added, err)
	}
	h.same(got)
}

// TestOrderIsThatWhichWasSigned exports events whose times say nothing about the
// order in which they were stored.
func TestOrderIsThatWhichWasSigned(t *testing.T) {
	h := newHistory(t, 60, 10)
	h.damage(32, 37)
	_, got, err := h.restore(h.timed(0), h.dir)
	if err != nil {
		t.Fatal(err)
	}
	h.same(got)
}

func TestBackupAndExports(t *testing.T) {
	h := newHistory(t, 40, 10)
	backup := t.TempDir()
	if err := os.CopyFS(backup, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	h.damage(1, 40)
	if _, _, err := h.restore(nil, h.dir); !errors.Is(err, repair.ErrMissing) {
		t.Errorf("from nothing: %v", err)
	}
	_, got, err := h.restore(nil, h.dir, backup)
	if err != nil {
		t.Fatal(err)
	}
	h.same(got)
	// Everything from exports alone, to a store that is lost.
	if _, got, err = h.restore(h.timed(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	h.same(got)
}

func TestRefused(t *testing.T) {
	h := newHistory(t, 40, 10)
	other := newHistory(t, 40, 10)
	other.signed = h.signed
	fork := logtest.NewGame(t)
	fork.ID, fork.N, fork.Head = h.events[39].Game, h.events[34].N, h.events[34].Hash()
	forked := fork.Next(t) // another event 8 of the same game
	h.damage(30, 31)
	for name, c := range map[string]struct {
		exported []*events.Event
		stores   []string
		want     error
	}{
		"short":             {h.events[:30], []string{h.dir}, repair.ErrMissing},
		"another history":   {nil, []string{other.dir}, repair.ErrSigned},
		"two histories":     {nil, []string{h.dir, other.dir}, repair.ErrContradiction},
		"a fork at the end": {append(h.timed(time.Millisecond), forked), []string{h.dir}, repair.ErrContradiction},
		"other events":      {other.events[29:31], []string{h.dir}, repair.ErrSigned},
	} {
		if _, _, err := h.restore(c.exported, c.stores...); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestNothingSigned makes a store of what there is: newer events of an export go to
// the end.
func TestNothingSigned(t *testing.T) {
	h := newHistory(t, 30, 100)
	game := logtest.NewGame(t)
	more := game.Next(t)
	added, got, err := h.restore([]*events.Event{more}, h.dir)
	if err != nil || added != (repair.Added{Appended: 1}) {
		t.Fatal(added, err)
	}
	h.events = append(h.events, more)
	h.same(got)
}
