package blocks

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events"
)

const header = "NATS/1.0\r\nPlylog-N: 3\r\n\r\n"

// encode writes a record as the format says, by a way of its own.
func encode(h *hasher, seq uint64, subject, header, data string) []byte {
	var b bytes.Buffer
	length := uint32(30 + len(subject) + len(data))
	text := header + data
	if header != "" {
		length = (length + 4 + uint32(len(header))) | 1<<31
	}
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes everything
	put(length)
	put(seq)
	put(uint64(1_700_000_000_000_000_000 + seq))
	put(uint16(len(subject)))
	b.WriteString(subject)
	if header != "" {
		put(uint32(len(header)))
	}
	b.WriteString(text)
	b.Write(h.of(b.Bytes()[4:20], []byte(subject), []byte(text)))
	return b.Bytes()
}

// put writes the blocks of a stream "S", each from its records.
func put(t testing.TB, blocks ...[]byte) Stream {
	t.Helper()
	s := Stream{Dir: t.TempDir(), Name: "S"}
	if err := os.Mkdir(filepath.Join(s.Dir, messages), 0o700); err != nil {
		t.Fatal(err)
	}
	for i, b := range blocks {
		if err := os.WriteFile(s.Block(uint32(i+1)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// block makes a block of the messages from one number to another.
func block(number, from, to uint64) []byte {
	h := newHasher(fmt.Sprintf("S-%d", number))
	var b []byte
	for seq := from; seq <= to; seq++ {
		b = append(b, encode(h, seq, fmt.Sprintf("game.%03d", seq), header, strings.Repeat("x", int(seq)))...)
	}
	return b
}

// story is what is found in a stream, in words.
func story(t *testing.T, s Stream) string {
	t.Helper()
	var words []string
	for r, err := range s.Records(t.Context()) {
		var d *Damage
		switch {
		case errors.As(err, &d):
			if !errors.Is(err, events.ErrDamaged) {
				t.Errorf("%v is not damage", err)
			}
			word := fmt.Sprintf("[%d-%d %s %v]", d.From, d.To, filepath.Base(d.File), d.Err)
			if d.Torn {
				word = "torn" + word
			}
			words = append(words, word)
		case err != nil:
			t.Fatal(err)
		default:
			if string(r.Header) != header || len(r.Data) != int(r.Seq) || string(r.Subject) != fmt.Sprintf("game.%03d", r.Seq) {
				t.Errorf("record %d: %q %q %q", r.Seq, r.Subject, r.Header, r.Data)
			}
			words = append(words, fmt.Sprint(r.Seq))
		}
	}
	return strings.Join(words, " ")
}

func TestRecords(t *testing.T) {
	one, two, three := block(1, 1, 3), block(2, 4, 6), block(3, 7, 8)
	size := len(block(2, 4, 4)) // of message 4
	change := func(b []byte, at int, to byte) []byte {
		b = bytes.Clone(b)
		b[at] ^= to
		return b
	}
	h := newHasher("S-2")
	for name, c := range map[string]struct {
		blocks [][]byte
		want   string
	}{
		"in order":               {[][]byte{one, two, three}, "1 2 3 4 5 6 7 8"},
		"no block":               {nil, ""},
		"new block":              {[][]byte{one, {}}, "1 2 3"},
		"empty block":            {[][]byte{one, {}, three}, "1 2 3 [4-6 2.blk the file is empty] 7 8"},
		"killed while empty":     {[][]byte{{}, block(2, 1, 3), block(3, 4, 6)}, "1 2 3 4 5 6"},
		"killed at a new block":  {[][]byte{one, {}, block(3, 4, 6)}, "1 2 3 4 5 6"},
		"killed, and torn":       {[][]byte{{}, block(2, 1, 3)[:20]}, "torn[1-0 2.blk the file ends inside a record]"},
		"killed and killed":      {[][]byte{{}, {}}, ""},
		"checksum":               {[][]byte{one, change(two, size+40, 1), three}, "1 2 3 4 [5-5 2.blk the checksum is wrong] 6 7 8"},
		"length":                 {[][]byte{one, change(two, size, 1), three}, "1 2 3 4 [5-5 2.blk the checksum is wrong] 6 7 8"},
		"length beyond the file": {[][]byte{one, change(two, size+2, 1), three}, "1 2 3 4 [5-5 2.blk the file ends inside a record] 6 7 8"},
		"length of nothing":      {[][]byte{one, change(two, size+3, 0x40), three}, "1 2 3 4 [5-5 2.blk a length that cannot be: 1073741896 bytes of record] 6 7 8"},
		"length of the subject":  {[][]byte{one, change(two, size+20, 1), three}, "1 2 3 4 [5-5 2.blk the checksum is wrong] 6 7 8"},
		"length of the header":   {[][]byte{one, change(two, size+fixed+8, 1), three}, "1 2 3 4 [5-5 2.blk the header does not end where it should] 6 7 8"},
		"number":                 {[][]byte{one, change(two, size+4, 1), three}, "1 2 3 4 [5-5 2.blk the checksum is wrong] 6 7 8"},
		"last of a block":        {[][]byte{one, change(two, len(two)-1, 1), three}, "1 2 3 4 5 [6-6 2.blk the checksum is wrong] 7 8"},
		"cut block":              {[][]byte{one, two[:size+9], three}, "1 2 3 4 [5-6 2.blk the file ends inside a record] 7 8"},
		"cut between two":        {[][]byte{one, two[:size], three}, "1 2 3 4 [5-6 3.blk messages are missing before this one] 7 8"},
		"swapped":                {[][]byte{one, three, two}, "1 2 3 [4-0 2.blk the checksum is wrong]"},
		"torn":                   {[][]byte{one, two[:len(two)-1]}, "1 2 3 4 5 torn[6-0 2.blk the file ends inside a record]"},
		"torn in the number":     {[][]byte{one, two[:size+6]}, "1 2 3 4 torn[5-0 2.blk the file ends inside a record]"},
		"torn: zeros":            {[][]byte{one, append(two[:size:size], make([]byte, 10)...)}, "1 2 3 4 torn[5-0 2.blk the file ends inside a record]"},
		"not torn: the last":     {[][]byte{one, change(two, len(two)-1, 1)}, "1 2 3 4 5 [6-0 2.blk the checksum is wrong]"},
		"not torn: its length":   {[][]byte{one, change(two[:size], 1, 1)}, "1 2 3 [4-0 2.blk the file ends inside a record]"},
		"not torn: two":          {[][]byte{one, change(two, 1, 8)}, "1 2 3 [4-4 2.blk the file ends inside a record] 5 6"},
		"again":                  {[][]byte{one, append(encode(h, 2, "game.002", header, "xx"), two...)}, "1 2 3 [2-2 2.blk a message that was there already] 4 5 6"},
		"left out":               {[][]byte{one, two[size:]}, "1 2 3 [4-4 2.blk messages are missing before this one] 5 6"},
		"removed":                {[][]byte{one, append(encode(h, 4|erased, "", "", ""), two[size:]...)}, "1 2 3 [4-4 2.blk a message is marked as removed, and nothing is ever removed] 5 6"},
		"too much":               {[][]byte{one, append([]byte("what is this?"), two...)}, "1 2 3 [0-0 2.blk a length that cannot be: 1952540791 bytes of record] 4 5 6"},
		"tombstone":              {[][]byte{one, append(two[:len(two):len(two)], encode(h, 6|tombstone, "", "", "")...)}, "1 2 3 4 5 6 [7-0 2.blk a message is marked as removed, and nothing is ever removed]"},
	} {
		if got := story(t, put(t, c.blocks...)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestFiles(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s Stream) error
		want   string
	}{
		"block gone":       {func(s Stream) error { return os.Remove(s.Block(1)) }, "[1-3 1.blk the file is missing] 4 5 6"},
		"last block gone":  {func(s Stream) error { return os.Remove(s.Block(2)) }, "1 2 3"},
		"new block gone":   {func(s Stream) error { return errors.Join(os.WriteFile(s.Block(3), nil, 0o600), os.Remove(s.Block(2))) }, "1 2 3"},
		"number gone":      {func(s Stream) error { return os.Rename(s.Block(2), s.Block(3)) }, "1 2 3 [4-0 2.blk the file is missing]"},
		"folder gone":      {func(s Stream) error { return os.RemoveAll(filepath.Join(s.Dir, messages)) }, "no such file"},
		"half a purge":     {func(s Stream) error { return os.Mkdir(filepath.Join(s.Dir, "__new_msgs__"), 0o700) }, "does not belong"},
		"index of a block": {func(s Stream) error { return os.WriteFile(filepath.Join(s.Dir, messages, "1.idx"), nil, 0o600) }, "does not belong"},
		"second name":      {func(s Stream) error { return os.WriteFile(filepath.Join(s.Dir, messages, "02.blk"), nil, 0o600) }, "does not belong"},
		"folder":           {func(s Stream) error { return os.Mkdir(s.Block(3), 0o700) }, "does not belong"},
		"left over":        {func(s Stream) error { return os.WriteFile(s.Block(1)+".tmp", nil, 0o600) }, "1 2 3 4 5 6"},
		"large":            {func(s Stream) error { return os.Truncate(s.Block(2), mostBlock+1) }, "1 2 3 [4-0 2.blk larger than any block: 67108865 bytes]"},
	} {
		s := put(t, block(1, 1, 3), block(2, 4, 6))
		if err := c.change(s); err != nil {
			t.Fatal(err)
		}
		if got := story(t, s); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// FuzzRecord reads anything as a record. What passes is what the writer writes.
func FuzzRecord(f *testing.F) {
	h := newHasher("S-1")
	f.Add(encode(h, 1, "game.1", header, "{}"))
	f.Add(encode(h, 2, "game.1", "", "{}"))
	f.Add(encode(h, 3|erased, "", "", ""))
	f.Add(block(1, 1, 2)[:70])
	f.Add(make([]byte, 40))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := h.parse(b)
		if err == nil && r.Time == int64(1_700_000_000_000_000_000+r.Seq) {
			if again := encode(h, r.Seq, string(r.Subject), string(r.Header), string(r.Data)); !bytes.Equal(again, b[:r.Size]) {
				t.Errorf("%x is read as %x", b[:r.Size], again)
			}
		}
		if err != nil {
			h.torn(b, 17, 1)
			subjectAt(b)
		}
		(&walk{next: 1}).resume(h, b, 0)
	})
}

// BenchmarkRecords reads a stream of 8 blocks of 8 MB, of events as they are.
func BenchmarkRecords(b *testing.B) {
	var all [][]byte
	var size int64
	data := `{"v":1,` + strings.Repeat("x", 443)
	seq := uint64(0)
	for number := range 8 {
		h := newHasher(fmt.Sprintf("S-%d", number+1))
		var k []byte
		for len(k) < 8<<20 {
			seq++
			k = append(k, encode(h, seq, "plylog.game.0.01a22a35-28a6-794e-ad45-91c978469423", header, data)...)
		}
		all, size = append(all, k), size+int64(len(k))
	}
	s := put(b, all...)
	b.SetBytes(size)
	for b.Loop() {
		for _, err := range s.Records(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
