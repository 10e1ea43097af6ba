package jetlog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/highwayhash"

	"plylog/events/jetlog"
)

// resealed gives an index the checksum that its stream's server would.
func resealed(t *testing.T, shard int, index []byte) []byte {
	t.Helper()
	key := sha256.Sum256([]byte(jetlog.StreamName(shard)))
	h, err := highwayhash.NewDigest64(key[:])
	if err != nil {
		t.Fatal(err)
	}
	body := index[:len(index)-8]
	_, _ = h.Write(body) // a hash takes everything
	return h.Sum(bytes.Clone(body))
}

// TestIndexThatLies changes an index so that the server would believe it. Without
// the note of how the server stopped, only the records tell that it lies.
func TestIndexThatLies(t *testing.T) {
	s := makeStore(t, 160)
	s.forgetStop()
	file := filepath.Join(s.blocksOf(0), "index.db")
	whole := read(t, file)
	if !bytes.Equal(resealed(t, 0, whole), whole) {
		t.Fatal("the checksum of an index is another")
	}
	subject := []byte(jetlog.Subject(0, s.games[0].ID))
	behind := bytes.Index(whole, subject) + len(subject) // total, first and last block of the game
	if behind < len(subject) {
		t.Fatal("the game is not in the index")
	}
	for name, c := range map[string]struct {
		change func(b []byte) []byte
		says   string
	}{
		"one event fewer of a game": {func(b []byte) []byte { b[behind]--; return b }, "it says of"},
		"another last block":        {func(b []byte) []byte { b[behind+2]--; return b }, "it says of"},
		"another game":              {func(b []byte) []byte { b[behind-1] ^= 1; return b }, "it says of"},
		"one event fewer":           {func(b []byte) []byte { b[2]--; return b }, "it counts"},
		"another version":           {func(b []byte) []byte { b[1]++; return b }, "version"},
		"cut":                       {func(b []byte) []byte { return b[:len(b)/2] }, "ends too soon"},
		"newer than the blocks":     {newer, "its index says"},
	} {
		write(t, file, resealed(t, 0, c.change(bytes.Clone(whole))))
		if wrong := s.refused(name, jetlog.Check{}); !strings.Contains(wrong.Error(), c.says) {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	write(t, file, whole)
	if _, err := jetlog.CheckStore(t.Context(), filepath.Join(s.dir, "nats"), jetlog.Check{Signed: s.signed}); err != nil {
		t.Error(err)
	}
}

// newer adds 10,000 to the numbers of all and of the last event.
func newer(b []byte) []byte {
	rest := b[2:]
	out := bytes.Clone(b[:2])
	for i := range 6 { // events, bytes, first, its time, last, its time
		if i == 3 || i == 5 {
			v, n := binary.Varint(rest)
			out, rest = binary.AppendVarint(out, v), rest[n:]
			continue
		}
		v, n := binary.Uvarint(rest)
		if i == 0 || i == 4 {
			v += 10_000
		}
		out, rest = binary.AppendUvarint(out, v), rest[n:]
	}
	return append(out, rest...)
}
