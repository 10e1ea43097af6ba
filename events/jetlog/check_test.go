package jetlog_test

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
	"plylog/events/merkle"
)

// stoppedStore is a store of two shards in small blocks, on a server that has stopped.
type stoppedStore struct {
	t      testing.TB
	dir    string
	games  []*logtest.Game
	signed map[int]merkle.Checkpoint // all of it
	older  map[int][]byte            // an index of each shard from when it had half of its events
}

// blocksOf is the folder of the blocks of a shard.
func (s *stoppedStore) blocksOf(shard int) string {
	return filepath.Join(s.dir, "nats", "jetstream", "$G", "streams", jetlog.StreamName(shard), "msgs")
}

// makeStore makes a store of so many events.
func makeStore(t testing.TB, total int) *stoppedStore {
	t.Helper()
	s := &stoppedStore{t: t, dir: t.TempDir(), signed: make(map[int]merkle.Checkpoint), older: make(map[int][]byte)}
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
	smallBlocks(t, server, 2)
	l := open(t, server.Connect, jetlog.Options{})
	for len(s.games) < 6 { // three of each shard, in turn
		if g := logtest.NewGame(t); l.Shard(g.ID) == len(s.games)%2 {
			s.games = append(s.games, g)
		}
	}
	for i := range total {
		if i == total/2 {
			l.Close()
			server.Close()
			for shard := range 2 {
				s.older[shard] = read(t, filepath.Join(s.blocksOf(shard), "index.db"))
			}
			server = embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
			l = open(t, server.Connect, jetlog.Options{})
		}
		g := s.games[i*7%12%len(s.games)]
		e := g.Sized(t, 400+i*37%200)
		seq, err := l.Append(t.Context(), g.Seq, e)
		if err != nil {
			t.Fatal(err)
		}
		g.Stored(e, seq)
	}
	for shard := range l.Shards() {
		var tree merkle.Tree
		for e, err := range l.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			tree.Add(e.Raw)
		}
		s.signed[shard] = merkle.Checkpoint{Size: tree.Size(), Root: tree.Root()}
	}
	l.Close()
	server.Close()
	return s
}

// smallBlocks makes the streams of a store as the log would, but with so little
// room that the server divides them into blocks of 32,000 bytes.
func smallBlocks(t testing.TB, s *jetlog.Server, shards int) {
	t.Helper()
	open(t, s.Connect, jetlog.Options{Shards: shards}).Close()
	js := client(t, s)
	for i := range shards {
		stream, err := js.Stream(t.Context(), jetlog.StreamName(i))
		if err != nil {
			t.Fatal(err)
		}
		cfg := stream.CachedInfo().Config
		cfg.MaxBytes = 120_000
		if err := js.DeleteStream(t.Context(), cfg.Name); err != nil {
			t.Fatal(err)
		}
		if _, err := js.CreateStream(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// write changes a file in place: one that is cut to nothing first is written
// through to the disk by some file systems, which takes its time.
func write(t testing.TB, file string, b []byte) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(b)
	if err := errors.Join(err, f.Truncate(int64(len(b))), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// digest is over all names and contents of a folder.
func digest(t testing.TB, dir string) [32]byte {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		h.Write([]byte(path + "\x00"))
		if d.Type().IsRegular() {
			h.Write(read(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return [32]byte(h.Sum(nil))
}

// refused starts a server on the store, which must be refused with nothing changed.
func (s *stoppedStore) refused(what string, check jetlog.Check) *jetlog.StoreError {
	s.t.Helper()
	before := digest(s.t, s.dir)
	server, err := jetlog.Embed(s.t.Context(), jetlog.EmbedOptions{Dir: s.dir, NoSync: true, Check: check})
	if err == nil {
		server.Close()
		s.t.Fatalf("%s: served", what)
	}
	var wrong *jetlog.StoreError
	if !errors.Is(err, events.ErrDamaged) || !errors.As(err, &wrong) || len(wrong.Findings) == 0 {
		s.t.Fatalf("%s: %v", what, err)
	}
	if digest(s.t, s.dir) != before {
		s.t.Fatalf("%s: refused, but something was changed", what)
	}
	return wrong
}

// forgetStop makes it a store whose server was killed.
func (s *stoppedStore) forgetStop() {
	s.t.Helper()
	if err := os.Remove(filepath.Join(s.dir, "stopped")); err != nil {
		s.t.Fatal(err)
	}
}

// lastBlock is the file of the last block of a shard.
func (s *stoppedStore) lastBlock(shard int) string {
	s.t.Helper()
	files, err := filepath.Glob(filepath.Join(s.blocksOf(shard), "*.blk")) // fewer than ten: sorted
	if err != nil || len(files) == 0 {
		s.t.Fatal("no block", err)
	}
	return files[len(files)-1]
}

// TestTornWrite cuts the last block of a store whose server was killed at every
// place. What was signed must be there; what was not may be torn, by a write, not
// by anything else.
func TestTornWrite(t *testing.T) {
	s := makeStore(t, 60)
	s.forgetStop()
	for shard := range 2 {
		if err := os.Remove(filepath.Join(s.blocksOf(shard), "index.db")); err != nil {
			t.Fatal(err)
		}
	}
	file := s.lastBlock(0)
	whole := read(t, file)
	all := jetlog.Check{Signed: s.signed}
	most := uint64(s.signed[0].Size)
	for _, cut := range []int{0, 1, 21, 22, 30, len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		write(t, file, whole[:cut])
		wrong := s.refused("cut", all)
		if !strings.Contains(wrong.Error(), "were signed") {
			t.Errorf("cut at %d: %v", cut, wrong)
		}
		list, err := jetlog.CheckStore(t.Context(), filepath.Join(s.dir, "nats"), jetlog.Check{})
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if list[0].Events >= most || (list[0].Torn == nil) != (cut == 0) || list[0].Torn != nil && list[0].Torn.From != list[0].Events+1 {
			t.Errorf("cut at %d: %d events, torn %v", cut, list[0].Events, list[0].Torn)
		}
	}

	// The last pages were never written.
	zeros := append(whole[:len(whole):len(whole)], make([]byte, 5000)...)
	write(t, file, zeros)
	list, err := jetlog.CheckStore(t.Context(), filepath.Join(s.dir, "nats"), all)
	if err != nil || list[0].Events != most || list[0].Torn == nil {
		t.Errorf("zeros at the end: %+v, %v", list, err)
	}

	// A flipped bit in the last event is not torn, wherever it is; nor what looks cut
	// off and has something whole behind it.
	last := len(whole) - int(lastSize(whole))
	for at := last; at < len(whole); at += 5 {
		b := append([]byte(nil), whole...)
		b[at] ^= 0x10
		write(t, file, b)
		s.refused("flipped bit in the last event", jetlog.Check{})
	}
	b := append([]byte(nil), whole...)
	b[2] ^= 0x01 // its first record is said to be 64 KiB longer
	write(t, file, b)
	s.refused("wrong length", jetlog.Check{})

	// With the server's start a torn write goes, and nothing else.
	write(t, file, whole[:len(whole)-1])
	signed := map[int]merkle.Checkpoint{1: s.signed[1]}
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true, Check: jetlog.Check{Signed: signed}})
	if list := server.Checked(); list[0].Torn == nil || list[0].Events != most-1 {
		t.Errorf("checked: %+v", list)
	} else if list[0].Tree.Size() != 0 || list[1].Tree.Size() != signed[1].Size || list[1].Tree.Root() != signed[1].Root {
		t.Errorf("the trees are over %d and %d events", list[0].Tree.Size(), list[1].Tree.Size())
	}
	l := open(t, server.Connect, jetlog.Options{})
	if n, err := l.Last(t.Context(), 0); err != nil || n != most-1 {
		t.Errorf("the shard ends at %d, %v", n, err)
	}
	if err := l.Health(t.Context()); err != nil {
		t.Error(err)
	}
}

// lastSize is the length of the last record of a block: found from its beginning.
func lastSize(b []byte) uint32 {
	for {
		size := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		if int(size) == len(b) {
			return size
		}
		b = b[size:]
	}
}

// TestDamageIsNamed says which file, game and events are affected.
func TestDamageIsNamed(t *testing.T) {
	s := makeStore(t, 60)
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true})
	l := open(t, server.Connect, jetlog.Options{})
	var victim *events.Event
	for e, err := range l.Read(t.Context(), s.games[0].ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.N == 3 {
			victim = e
		}
	}
	l.Close()
	server.Close()
	flip(t, s.dir, victim.Raw)
	wrong := s.refused("flipped", jetlog.Check{})
	if len(wrong.Lost) != 1 || wrong.Lost[0] != (jetlog.Lost{Game: victim.Game, From: 3, To: 3}) {
		t.Errorf("lost: %+v", wrong.Lost)
	}
	for _, want := range []string{".blk at byte ", "the checksum is wrong", victim.Game.String() + ": event 3", "nothing was changed"} {
		if !strings.Contains(wrong.Error(), want) {
			t.Errorf("%q is not in: %v", want, wrong)
		}
	}
}
