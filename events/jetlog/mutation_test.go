package jetlog_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"plylog/events/jetlog"
)

// mutation damages the files of a store and returns the names of those that it
// changed, or nothing where this is no damage.
type mutation struct {
	name    string
	index   bool // of an index, which is only held to anything if the server stopped in order
	files   []string
	content func(r *rand.Rand, old [][]byte) [][]byte // nil: the file is removed
}

// TestMutations damages a stopped store in a thousand random ways. Each is found,
// and nothing is changed by looking.
func TestMutations(t *testing.T) {
	const rounds = 1000
	s, other := makeStore(t, 160), makeStore(t, 160)
	var list []mutation
	for shard := range 2 {
		list = append(list, s.mutations(shard, other)...)
	}
	note := read(t, filepath.Join(s.dir, "stopped"))
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	seen := make(map[string]int)
	for done := 0; done < rounds; {
		m := list[r.IntN(len(list))]
		// Either the note of the server says what there was, or what was signed does.
		check := jetlog.Check{}
		byNote := m.index || r.IntN(2) == 0
		if byNote {
			write(t, filepath.Join(s.dir, "stopped"), note)
		} else {
			check = jetlog.Check{Signed: s.signed}
			if err := os.RemoveAll(filepath.Join(s.dir, "stopped")); err != nil {
				t.Fatal(err)
			}
		}
		old := make([][]byte, len(m.files))
		for i, file := range m.files {
			old[i] = read(t, file)
		}
		changed := m.content(r, old)
		if same(changed, old) {
			continue
		}
		for i, file := range m.files {
			if changed[i] == nil {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
				continue
			}
			write(t, file, changed[i])
		}
		s.refused(m.name+" of "+m.files[0], check)
		for i, file := range m.files {
			write(t, file, old[i])
		}
		seen[m.name]++
		done++
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("seed %d, found: %v", seed, seen)

	// What was put back is served.
	write(t, filepath.Join(s.dir, "stopped"), note)
	server := embed(t, jetlog.EmbedOptions{Dir: s.dir, NoSync: true, Check: jetlog.Check{Signed: s.signed}})
	l := open(t, server.Connect, jetlog.Options{})
	for shard := range l.Shards() {
		n := 0
		for _, err := range l.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != int(s.signed[shard].Size) {
			t.Errorf("shard %d has %d events, want %d", shard, n, s.signed[shard].Size)
		}
	}
}

func same(a, b [][]byte) bool {
	for i := range a {
		if a[i] == nil || !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// mutations lists what can be done to a shard; other is a store of the same names.
func (s *stoppedStore) mutations(shard int, other *stoppedStore) []mutation {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.blocksOf(shard), "*.blk"))
	if err != nil || len(found) < 2 {
		s.t.Fatal("want two blocks or more", len(found), err)
	}
	index := filepath.Join(s.blocksOf(shard), "index.db")
	meta := filepath.Join(filepath.Dir(s.blocksOf(shard)), "meta.inf")
	bit := func(r *rand.Rand, old [][]byte) [][]byte {
		b := bytes.Clone(old[0])
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return [][]byte{b}
	}
	zero := func(r *rand.Rand, old [][]byte) [][]byte {
		b := bytes.Clone(old[0])
		at := r.IntN(len(b)) / 4096 * 4096
		clear(b[at:min(at+4096, len(b))])
		return [][]byte{b}
	}
	cut := func(r *rand.Rand, old [][]byte) [][]byte { return [][]byte{bytes.Clone(old[0][:r.IntN(len(old[0]))])} }
	gone := func(*rand.Rand, [][]byte) [][]byte { return [][]byte{nil} }
	put := func(b []byte) func(*rand.Rand, [][]byte) [][]byte {
		return func(*rand.Rand, [][]byte) [][]byte { return [][]byte{bytes.Clone(b)} }
	}
	var list []mutation
	for i, file := range found {
		one := []string{file}
		list = append(list,
			mutation{"flipped bit", false, one, bit},
			mutation{"zeroed page", false, one, zero},
			mutation{"truncation", false, one, cut},
			mutation{"deleted block", false, one, gone},
			mutation{"swapped blocks", false, []string{file, found[(i+1)%len(found)]}, func(_ *rand.Rand, old [][]byte) [][]byte {
				return [][]byte{old[1], old[0]}
			}},
			mutation{"block of another shard", false, one, put(read(s.t, filepath.Join(s.blocksOf(1-shard), filepath.Base(file))))},
		)
		if b, err := os.ReadFile(filepath.Join(other.blocksOf(shard), filepath.Base(file))); err == nil {
			list = append(list, mutation{"block of another store", false, one, put(b)})
		}
	}
	list = append(list,
		mutation{"stale index", true, []string{index}, put(s.older[shard])},
		mutation{"index of another store", true, []string{index}, put(read(s.t, filepath.Join(other.blocksOf(shard), "index.db")))},
		mutation{"flipped bit in an index", true, []string{index}, bit},
		mutation{"cut index", true, []string{index}, cut},
		mutation{"deleted index", true, []string{index}, gone},
		mutation{"flipped bit in the set-up", false, []string{meta}, bit},
		mutation{"cut set-up", false, []string{meta}, cut},
		mutation{"deleted set-up", false, []string{meta}, gone},
	)
	return list
}
