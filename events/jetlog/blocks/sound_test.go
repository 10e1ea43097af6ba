package blocks

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plylog/events"
)

// A stream from which messages are removed is sound where every record that is there is
// what was written, and its set-up too; of the last write the end may be missing.
func TestSound(t *testing.T) {
	one, three := newHasher("S-1"), newHasher("S-3")
	a := slices.Concat(encode(one, 3, "kv.a", header, "one"), encode(one, 4|erased, "", "", "what it was"),
		encode(one, 9, "kv.b", header, "two"), encode(one, 7|tombstone, "", "", ""))
	kept := encode(three, 12, "kv.c", header, "three")
	b := slices.Concat(kept, encode(three, 15, "kv.d", header, "four"))
	set := func(first, last []byte) Stream {
		s := put(t, first, nil, last)
		if err := os.Remove(s.Block(2)); err != nil { // all of it was removed
			t.Fatal(err)
		}
		text := []byte(`{"name":"S"}`)
		if err := errors.Join(os.WriteFile(filepath.Join(s.Dir, metaFile), text, 0o600),
			os.WriteFile(filepath.Join(s.Dir, metaSum), []byte(hex.EncodeToString(newHasher("S").of(text))), 0o600),
			os.WriteFile(filepath.Join(s.Dir, messages, "thw.db"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := set(a, b)
	if err := s.Sound(t.Context()); err != nil {
		t.Errorf("whole: %v", err)
	}
	if err := (Stream{Dir: filepath.Join(s.Dir, "nowhere"), Name: "S"}).Sound(t.Context()); err != nil {
		t.Errorf("not there: %v", err)
	}
	for cut := len(kept); cut <= len(b); cut++ {
		for _, last := range [][]byte{b[:cut], append(b[:cut:cut], make([]byte, len(b)-cut)...)} {
			if d := newHasher("S-3").unsound(last, true); d != nil {
				t.Errorf("cut at %d: %v", cut, d)
			}
		}
	}
	for at := range len(a) - least { // the mark of what was removed has no lengths of its own
		flipped := bytes.Clone(a)
		flipped[at] ^= 1
		erasedSubject := at == len(encode(one, 3, "kv.a", header, "one"))+20 // of chance, as the rest is
		if d := newHasher("S-1").unsound(flipped, false); (d == nil) != erasedSubject {
			t.Errorf("bit at %d: %v", at, d)
		}
	}
	flipped := bytes.Clone(a)
	flipped[30] ^= 4
	writes := func(name string, b []byte) func(Stream) error {
		return func(s Stream) error { return os.WriteFile(filepath.Join(s.Dir, name), b, 0o600) }
	}
	for name, change := range map[string]func(Stream) error{
		"a bit":          writes(filepath.Join(messages, "1.blk"), flipped),
		"the set-up":     writes(metaFile, []byte(`{"name":"T"}`)),
		"its sum":        func(s Stream) error { return os.Remove(filepath.Join(s.Dir, metaSum)) },
		"cut in the way": writes(filepath.Join(messages, "1.blk"), a[:len(a)-9]),
	} {
		s := set(a, b)
		if err := change(s); err != nil {
			t.Fatal(err)
		}
		if err := s.Sound(t.Context()); !errors.Is(err, events.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
