package jetlog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/logtest"
	"plylog/events/merkle"
)

// shelved is a store of one shard whose first events are archived.
type shelved struct {
	t      testing.TB
	dir    string
	games  []*logtest.Game
	events []*events.Event
	signed map[int]merkle.Checkpoint
}

// shelve makes a store of so many events and archives the first of them; more runs, each
// further ones.
func shelve(t testing.TB, total int, ends ...int) *shelved {
	t.Helper()
	key, err := merkle.NewKey("plylog-test", strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	s := &shelved{t: t, dir: t.TempDir(), signed: make(map[int]merkle.Checkpoint)}
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
	l := open(t, server.Connect, jetlog.Options{Shards: 1})
	for range 5 {
		s.games = append(s.games, logtest.NewGame(t))
	}
	var tree merkle.Tree
	notes := make(map[int][]byte)
	for i := range total {
		e := s.games[i*i%len(s.games)].Append(t.Context(), t, l)
		s.events = append(s.events, e)
		tree.Add(e.Raw)
		s.signed[0] = merkle.Checkpoint{Origin: merkle.Origin("plylog-test", 0), Size: tree.Size(), Root: tree.Root()}
		if notes[i+1], err = key.Sign(s.signed[0]); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	server.Close()
	for _, end := range ends {
		to := filepath.Join(t.TempDir(), "log")
		if _, err := repair.Shelve(t.Context(), to, s.dir, 1, map[int][]byte{0: notes[end]}, s.signed); err != nil {
			t.Fatal(err)
		}
		s.dir = to
	}
	return s
}

// open opens the store as a node does.
func (s *shelved) open(o jetlog.Options) (log events.Log, hot *jetlog.Log, end func()) {
	s.t.Helper()
	server := embed(s.t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true, Check: jetlog.Check{Signed: s.signed}})
	hot, err := server.Open(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	end = func() { hot.Close(); server.Close() }
	s.t.Cleanup(end)
	return archive.Over(server.Archive(), hot), hot, end
}

// holds checks that the log has every event where it stood.
func (s *shelved) holds(log events.Log) {
	s.t.Helper()
	n := 0
	for e, err := range log.Scan(s.t.Context(), 0, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		if n++; e.Seq != uint64(n) || !bytes.Equal(e.Raw, s.events[n-1].Raw) {
			s.t.Fatalf("the event at %d is another", n)
		}
	}
	if n != len(s.events) {
		s.t.Fatalf("%d events of %d", n, len(s.events))
	}
}

// play appends to every game.
func (s *shelved) play(log events.Log) {
	s.t.Helper()
	for _, g := range s.games {
		s.events = append(s.events, g.Append(s.t.Context(), s.t, log))
	}
}

// TestContractArchived runs the contract against a store that begins in an archive, and one
// that is archived to its last event.
func TestContractArchived(t *testing.T) {
	for name, end := range map[string]int{"Half": 21, "All": 40} {
		t.Run(name, func(t *testing.T) {
			log, _, _ := shelve(t, 40, end).open(jetlog.Options{})
			logtest.Run(t, func(*testing.T) events.Log { return log })
		})
	}
}

// TestArchivedGoesOn plays on behind an archive, over stops and kills: games that began in
// it go on, and the health of the stream is as good as that of any other.
func TestArchivedGoesOn(t *testing.T) {
	for name, ends := range map[string][]int{"half": {21}, "all": {40}, "by and by": {7, 8, 30}} {
		t.Run(name, func(t *testing.T) {
			s := shelve(t, 40, ends...)
			for _, killed := range []bool{false, false, true, false} {
				var stands [2]uint64
				log, hot, end := s.open(jetlog.Options{Observe: jetlog.Observer{Stands: func(_ int, n, missing uint64) { stands = [2]uint64{n, missing} }}})
				s.play(log)
				s.holds(log)
				if err := hot.Health(t.Context()); err != nil || stands != [2]uint64{uint64(len(s.events)), 0} {
					t.Errorf("%v: %d", err, stands)
				}
				if _, err := log.Append(t.Context(), 0, s.events[0]); !errors.Is(err, events.ErrConflict) {
					t.Errorf("a game was made a second time: %v", err)
				}
				end()
				if killed { // as if there had been no time for it
					for _, file := range []string{filepath.Join(s.dir, "stopped"), filepath.Join(s.messages(), "index.db")} {
						if err := os.Remove(file); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		})
	}
}

func (s *shelved) messages() string {
	return filepath.Join(jetlog.StoreFolder(s.dir), "jetstream", "$G", "streams", "PLYLOG_00", "msgs")
}

// TestArchivedDamage spoils one of the two, or exchanges them: the store is refused, and
// what is wrong is named.
func TestArchivedDamage(t *testing.T) {
	t.Parallel()
	s, other, less := shelve(t, 40, 9, 21), shelve(t, 40, 21), shelve(t, 40)
	folder := jetlog.ArchiveFolder(s.dir)
	segments, err := filepath.Glob(filepath.Join(folder, "*.segment"))
	if err != nil || len(segments) != 2 {
		t.Fatal(segments, err)
	}
	flip := func(path string, at int) func() error {
		return func() error {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b[(at+len(b))%len(b)] ^= 4
			return os.WriteFile(path, b, 0o600)
		}
	}
	block := filepath.Join(s.messages(), "2.blk")
	for name, c := range map[string]struct {
		spoil func() error
		says  string
	}{
		"a bit of a segment":                       {flip(segments[0], 300), filepath.Base(segments[0])},
		"a segment is missing":                     {func() error { return os.Remove(segments[0]) }, "events 1 to 9"},
		"the last is missing":                      {func() error { return os.Remove(segments[1]) }, "begins with event 22"},
		"a segment is cut off":                     {func() error { return os.Truncate(segments[1], 900) }, filepath.Base(segments[1])},
		"no archive":                               {func() error { return os.RemoveAll(folder) }, "begins with event 22"},
		"another store's":                          {func() error { return swap(folder, jetlog.ArchiveFolder(other.dir)) }, "another history"},
		"the stream of a store without an archive": {func() error { return swap(s.messages(), less.messages()) }, "1.blk"},
		"the mark before the stream":               {flip(block, 5), "2.blk"},
		"the first event behind":                   {flip(block, 100), "2.blk"},
		"the last event":                           {flip(block, -30), "2.blk"},
		"no block":                                 {func() error { return os.Remove(block) }, "2.blk"},
	} {
		t.Run(name, func(t *testing.T) {
			keep := t.TempDir()
			if err := os.CopyFS(keep, os.DirFS(s.dir)); err != nil {
				t.Fatal(err)
			}
			if err := c.spoil(); err != nil {
				t.Fatal(err)
			}
			_, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: s.dir, Check: jetlog.Check{Signed: s.signed}})
			var wrong *jetlog.StoreError
			if !errors.As(err, &wrong) || !errors.Is(err, events.ErrDamaged) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
			if err := errors.Join(os.RemoveAll(s.dir), os.CopyFS(s.dir, os.DirFS(keep))); err != nil {
				t.Fatal(err)
			}
		})
	}
	// And as it was before it is served.
	log, _, _ := s.open(jetlog.Options{})
	s.holds(log)
	// Fewer were signed than were archived: the checkpoints are old ones.
	s.signed[0] = merkle.Checkpoint{Size: 5, Root: s.signed[0].Root}
	if _, err := jetlog.CheckStore(t.Context(), jetlog.StoreFolder(s.dir), jetlog.Check{Signed: s.signed}); err == nil || !strings.Contains(err.Error(), "checkpoints are missing") {
		t.Errorf("%v", err)
	}
}

// swap puts a copy of a folder in the place of another.
func swap(to, from string) error {
	return errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(from)))
}

// TestArchivedWithoutArchive: a log that is not told of the archive is not opened on the
// stream behind it.
func TestArchivedWithoutArchive(t *testing.T) {
	s := shelve(t, 20, 9)
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
	if _, err := jetlog.Open(t.Context(), server.Connect, jetlog.Options{}); !errors.Is(err, jetlog.ErrConfig) || !strings.Contains(err.Error(), "first_seq is 10") {
		t.Errorf("%v", err)
	}
}

// TestArchivedFiles reads what is behind an archive from the files, from its first event on.
func TestArchivedFiles(t *testing.T) {
	s := shelve(t, 400, 100)
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
	hot, err := server.Open(t.Context(), jetlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hot.Close)
	before, err := server.Figures()
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []uint64{100, 250, 100} {
		at := after
		for e, err := range hot.Scan(t.Context(), 0, after) {
			if at++; err != nil || e.Seq != at || !bytes.Equal(e.Raw, s.events[at-1].Raw) {
				t.Fatalf("at %d: %v", at, err)
			}
		}
		if at != 400 {
			t.Fatalf("it ends at %d", at)
		}
	}
	after, err := server.Figures()
	if err != nil {
		t.Fatal(err)
	}
	if out := after.OutMessages - before.OutMessages; out > 20 {
		t.Errorf("the server sent %d messages for what is in its files", out)
	}
}

// TestArchivedLost names the events that are lost behind an archive by their numbers in
// their games, and none of those that are archived.
func TestArchivedLost(t *testing.T) {
	s := shelve(t, 60, 30)
	b, err := os.ReadFile(filepath.Join(s.messages(), "2.blk"))
	if err != nil {
		t.Fatal(err)
	}
	lost := s.events[44]
	at := bytes.Index(b, lost.Raw)
	b[at+10] ^= 1
	if err := os.WriteFile(filepath.Join(s.messages(), "2.blk"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = jetlog.CheckStore(t.Context(), jetlog.StoreFolder(s.dir), jetlog.Check{Signed: s.signed})
	var wrong *jetlog.StoreError
	if !errors.As(err, &wrong) || len(wrong.Lost) != 1 || wrong.Lost[0] != (jetlog.Lost{Game: lost.Game, From: lost.N, To: lost.N}) {
		t.Errorf("event %d of %s: %v", lost.N, lost.Game, err)
	}
}
