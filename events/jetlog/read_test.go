package jetlog_test

import (
	"bytes"
	"errors"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// TestFarApart reads a game whose events lie far apart in their shard, so that they
// are found backwards, and others whose events lie close in part.
func TestFarApart(t *testing.T) {
	t.Run("Asked", func(t *testing.T) {
		farApart(t, func(s *jetlog.Server) *jetlog.Log { return open(t, s.Connect, jetlog.Options{Shards: 1}) })
	})
	t.Run("Files", func(t *testing.T) {
		farApart(t, func(s *jetlog.Server) *jetlog.Log {
			l := near(t, s, jetlog.Options{})
			_, _ = scanned(t, l, 0) // as far as they go it is known where events are
			return l
		})
	})
}

func farApart(t *testing.T, open func(*jetlog.Server) *jetlog.Log) {
	dir := t.TempDir()
	s := embed(t, jetlog.EmbedOptions{Dir: dir, NoSync: true})
	l := open(s)
	game, mixed, filler := logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)
	want := make(map[events.GameID][]*events.Event)
	var seqs []uint64
	add := func(g *logtest.Game, n int) {
		for range n {
			want[g.ID] = append(want[g.ID], g.Append(t.Context(), t, l))
		}
	}
	for range 7 {
		add(game, 1)
		seqs = append(seqs, game.Seq)
		add(mixed, 4)
		add(filler, 80)
	}
	add(mixed, 1)
	_, _ = scanned(t, l, 0)
	check := func(g *logtest.Game, after uint64, want []*events.Event) {
		t.Helper()
		n := 0
		for e, err := range l.Read(t.Context(), g.ID, after) {
			if err != nil {
				t.Fatal(err)
			}
			if n == len(want) || !bytes.Equal(e.Raw, want[n].Raw) {
				t.Fatalf("event %d is another", n+1)
			}
			n++
		}
		if n != len(want) {
			t.Fatalf("%d events, want %d", n, len(want))
		}
	}
	for _, g := range []*logtest.Game{game, mixed, filler} {
		check(g, 0, want[g.ID])
	}
	for i, seq := range seqs {
		check(game, seq, want[game.ID][i+1:])
		check(game, seq-1, want[game.ID][i:])
	}

	// One of them cannot be read any more: what lies before it can.
	for _, bad := range []int{3, 6} {
		l.Close()
		s.Close()
		flip(t, dir, want[game.ID][bad].Raw)
		s = unchecked(t, dir)
		l = open(s)
		n, damaged := 0, new(events.DamagedEvent)
		for _, err := range l.Read(t.Context(), game.ID, 0) {
			if err != nil && (!errors.As(err, &damaged) || damaged.Game != game.ID) {
				t.Fatal(err)
			}
			if err == nil {
				n++
			}
		}
		if damaged.Seq <= seqs[2] || damaged.Seq > seqs[3] || n != 3 {
			t.Errorf("%d events, then damage at %d", n, damaged.Seq)
		}
		check(filler, 0, want[filler.ID])
	}
}

// TestUnreadableHead has the only event of a game, and the last of another, be
// unreadable: neither is taken for a game that does not exist or ends earlier.
func TestUnreadableHead(t *testing.T) {
	dir := t.TempDir()
	s := embed(t, jetlog.EmbedOptions{Dir: dir, NoSync: true})
	l := open(t, s.Connect, jetlog.Options{Shards: 1})
	lone, longer, last := logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)
	only := lone.Append(t.Context(), t, l)
	longer.Append(t.Context(), t, l)
	head := longer.Append(t.Context(), t, l)
	last.Append(t.Context(), t, l)
	l.Close()
	s.Close()
	flip(t, dir, only.Raw)
	flip(t, dir, head.Raw)
	l = open(t, unchecked(t, dir).Connect, jetlog.Options{})
	for g, want := range map[*logtest.Game]int{lone: 0, longer: 1} {
		n, damaged := 0, false
		for _, err := range l.Read(t.Context(), g.ID, 0) {
			if damaged = errors.Is(err, events.ErrDamaged); !damaged && err != nil {
				t.Fatal(err)
			}
			if err == nil {
				n++
			}
		}
		if n != want || !damaged {
			t.Errorf("%d events, want %d; damaged: %v", n, want, damaged)
		}
	}
}
