package archive_test

import (
	"bytes"
	"testing"

	"plylog/events/archive"
)

// FuzzParse: no bytes make the parser panic or take much room; what it takes it takes
// with the same events however often. The checksum at the end is put right first, so that
// the rest is reached.
func FuzzParse(f *testing.F) {
	s := newShelf(f, 1)
	s.play(3, 20)
	s.put(0, 20)
	for _, b := range s.segments() {
		f.Add(b)
	}
	f.Add([]byte("plyarch1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		if len(b) > 32 {
			b = seal(bytes.Clone(b))
		}
		name, raws, err := archive.Parse(b)
		if err != nil {
			return
		}
		if again, same, err := archive.Parse(b); err != nil || again != name || len(same) != len(raws) || len(raws) == 0 {
			t.Errorf("%s with %d events, then %s with %d: %v", name, len(raws), again, len(same), err)
		}
	})
}
