package jetlog_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// near opens the log of a server in this process: shards are read from its files.
func near(t testing.TB, s *jetlog.Server, o jetlog.Options) *jetlog.Log {
	t.Helper()
	l, err := s.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// scanned is what a log gives out of shard 0 behind a position, and how it ended.
func scanned(t *testing.T, l *jetlog.Log, after uint64) (list []*events.Event, failed error) {
	t.Helper()
	for e, err := range l.Scan(t.Context(), 0, after) {
		if err != nil {
			return list, err
		}
		list = append(list, e)
	}
	return list, nil
}

// TestFilesGiveTheSame reads a shard of several blocks from the files while it is
// written to, singly and in batches: everything comes once, in order and as it was
// stored, and the server is asked for none of it.
func TestFilesGiveTheSame(t *testing.T) {
	t.Parallel()
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l, far := near(t, s, jetlog.Options{}), open(t, s.Connect, jetlog.Options{})
	const games, each = 6, 30
	var stored sync.Map // what was appended, by position
	var all sync.WaitGroup
	for range games {
		all.Go(func() {
			g := logtest.NewGame(t)
			for range each {
				e := g.Sized(t, 50_000)
				seq, err := l.Append(t.Context(), g.Seq, e)
				if err != nil {
					t.Error(err)
					return
				}
				g.Stored(e, seq)
				stored.Store(seq, e.Raw)
			}
		})
	}
	var followed []*events.Event
	for e, err := range l.Follow(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if followed = append(followed, e); len(followed) == games*each {
			break
		}
	}
	all.Wait()
	before, err := s.Figures()
	if err != nil {
		t.Fatal(err)
	}
	if before.StoreBytes <= 8<<20 {
		t.Fatalf("%d bytes fit into one block", before.StoreBytes)
	}
	got, err := scanned(t, l, 0)
	if err != nil {
		t.Fatal(err)
	}
	after, err := s.Figures()
	if err != nil {
		t.Fatal(err)
	}
	if out := after.OutMessages - before.OutMessages; out > 10 {
		t.Errorf("the server sent %d messages for what is in its files", out)
	}
	asked, err := scanned(t, far, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]*events.Event{followed, got, asked} {
		if len(list) != games*each {
			t.Fatalf("%d events of %d", len(list), games*each)
		}
		for i, e := range list {
			if raw, _ := stored.Load(e.Seq); e.Seq != uint64(i+1) || !bytes.Equal(e.Raw, raw.([]byte)) {
				t.Fatalf("event %d is not what was stored at %d", e.Seq, i+1)
			}
		}
	}
	for _, from := range []uint64{1, 100, 167, 168, 169, games*each - 1, games * each} {
		rest, err := scanned(t, l, from)
		if err != nil || len(rest) != int(games*each-from) || len(rest) > 0 && rest[0].Seq != from+1 {
			t.Errorf("%d events behind %d: %v", len(rest), from, err)
		}
	}
}

// TestFilesEndOfGames reads games behind each of their events, and behind what lies between,
// with the files at hand and without: both say the same, of games that went on since the
// files were read and of two that are taken for one there as well.
func TestFilesEndOfGames(t *testing.T) {
	t.Parallel()
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l, far := near(t, s, jetlog.Options{Shards: 1}), open(t, s.Connect, jetlog.Options{})
	games := []*logtest.Game{logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)}
	twin := games[0].ID
	twin[0] ^= 1
	games[1].ID, games[1].Head = twin, events.Genesis(twin)
	const total = 40
	play := func() {
		for i := range total {
			games[i*i%3].Append(t.Context(), t, l)
		}
		games[2].Append(t.Context(), t, l)
	}
	same := func() {
		t.Helper()
		for _, g := range games {
			for after := range uint64(2*total + 4) {
				if got, want := behind(t, l, g.ID, after), behind(t, far, g.ID, after); !slices.Equal(got, want) {
					t.Errorf("behind %d: %d events, want %d, or others", after, len(got), len(want))
				}
			}
		}
	}
	play()
	if _, err := scanned(t, l, 0); err != nil {
		t.Fatal(err)
	}
	same()
	play()
	same()
}

// behind is what a log says of a game behind a position.
func behind(t *testing.T, l *jetlog.Log, game events.GameID, after uint64) (list []string) {
	t.Helper()
	for e, err := range l.Read(t.Context(), game, after) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(e.Seq, e.N, e.Hash()))
	}
	return list
}

// TestFilesDamaged changes a byte of an event under a running server: reading the files
// says what the server says that is asked, and gives out what it gives out.
func TestFilesDamaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := embed(t, jetlog.EmbedOptions{Dir: dir, NoSync: true})
	l := near(t, s, jetlog.Options{})
	g := logtest.NewGame(t)
	var list []*events.Event
	for range 9 {
		list = append(list, g.Append(t.Context(), t, l))
	}
	if _, err := scanned(t, l, 0); err != nil {
		t.Fatal(err)
	}
	before, err := s.Figures()
	if err != nil {
		t.Fatal(err)
	}
	for range l.Read(t.Context(), g.ID, 0) {
	}
	after, err := s.Figures()
	if err != nil {
		t.Fatal(err)
	}
	if out := after.OutMessages - before.OutMessages; out > 4 {
		t.Errorf("the server sent %d messages for a game that is in its files", out)
	}
	flip(t, dir, list[4].Raw)
	n := 0
	for _, err := range l.Read(t.Context(), g.ID, 0) {
		if n++; err != nil {
			t.Errorf("event %d of the game: %v", n, err)
		}
	}
	if n != len(list) {
		t.Errorf("%d events of the game", n)
	}
	if got, err := scanned(t, l, 0); err != nil || len(got) != len(list) { // it has them in memory
		t.Errorf("%d events, then %v", len(got), err)
	}
	l.Close()
	s.Close()
	s = unchecked(t, dir)
	l = near(t, s, jetlog.Options{})
	got, err := scanned(t, l, 0)
	var bad *events.DamagedEvent
	if len(got) != 4 || !errors.As(err, &bad) || bad.Seq != 5 || bad.Game != (events.GameID{}) {
		t.Errorf("%d events, then %v", len(got), err)
	}
	if rest, err := scanned(t, l, 5); err != nil || len(rest) != 4 {
		t.Errorf("%d events behind the damage: %v", len(rest), err)
	}
}
