package blocks

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// seen is what a cursor reads up to a message, in words.
func seen(c *Cursor, to uint64) string {
	var words []string
	for r, err := range c.Read(to) {
		if err != nil {
			words = append(words, why(err))
			continue
		}
		words = append(words, fmt.Sprintf("%d/%d", r.Seq, len(r.Data)))
	}
	return strings.Join(words, " ")
}

// why is an error without the place.
func why(err error) string {
	text := err.Error()
	return text[strings.LastIndex(": "+text, ": "):]
}

// TestCursor reads from every message on, and what is damaged up to the damage.
func TestCursor(t *testing.T) {
	one, two, three := block(1, 1, 3), block(2, 4, 6), block(3, 7, 8)
	size := len(block(2, 4, 4)) // of message 4
	change := func(at int, to byte) []byte {
		b := bytes.Clone(two)
		b[at] ^= to
		return b
	}
	h := newHasher("S-2")
	whole := [][]byte{one, two, three}
	for name, c := range map[string]struct {
		blocks   [][]byte
		from, to uint64
		want     string
	}{
		"all":                {whole, 1, 8, "1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8"},
		"from the middle":    {whole, 5, 7, "5/5 6/6 7/7"},
		"from a block on":    {whole, 4, 6, "4/4 5/5 6/6"},
		"the last":           {whole, 8, 8, "8/8"},
		"nothing":            {whole, 9, 8, ""},
		"more than there is": {whole, 8, 9, "8/8 the files end before it"},
		"a new block":        {[][]byte{one, {}}, 3, 4, "3/3 the files end before it"},
		"behind the end":     {whole, 10, 10, "from: the files end before it"},
		"no block":           {nil, 1, 1, "from: the files end before it"},
		"an empty block":     {[][]byte{{}}, 1, 1, "from: the files end before it"},
		"half a record":      {[][]byte{one, two[:size+9]}, 1, 5, "1/1 2/2 3/3 4/4 the files end before it"},
		"checksum":           {[][]byte{one, change(size+40, 1), three}, 3, 8, "3/3 4/4 the checksum is wrong"},
		"checksum before":    {[][]byte{one, change(size+40, 1), three}, 6, 8, "6/6 7/7 8/8"},
		"length":             {[][]byte{one, change(size+3, 0x40), three}, 4, 8, "4/4 1073741896 bytes of record"},
		"header":             {[][]byte{one, change(size+fixed+8, 1), three}, 4, 8, "4/4 the header does not end where it should"},
		"left out":           {[][]byte{one, two[size:], three}, 1, 8, "1/1 2/2 3/3 another message is in its place"},
		"left out before":    {[][]byte{one, two[size:], three}, 4, 8, "another message is in its place"},
		"again":              {[][]byte{one, append(encode(h, 2, "game.002", header, "xx"), two...)}, 3, 4, "another message is in its place"},
		"removed":            {[][]byte{one, append(encode(h, 4|erased, "", "", ""), two[size:]...)}, 3, 5, "3/3 a message is marked as removed, and nothing is ever removed"},
		"block gone":         {[][]byte{one, nil, three}, 3, 8, "3/3 the files end before it"},
	} {
		s := put(t, c.blocks...)
		for i, b := range c.blocks {
			if b == nil {
				if err := os.Remove(s.Block(uint32(i + 1))); err != nil {
					t.Fatal(err)
				}
			}
		}
		k, err := NewPlaces(s).From(c.from)
		if err != nil {
			if got := "from: " + why(err); got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
			}
			continue
		}
		if got := seen(k, c.to); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		k.Close()
	}
}

// TestCursorBehindAWriter reads a stream whose files grow by pieces of any length, as
// far as it is written each time, with records longer than what is read at once.
func TestCursorBehindAWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := put(t)
	places := NewPlaces(s)
	var c *Cursor
	t.Cleanup(func() { c.Close() })
	next, read := uint64(1), uint64(0)
	for number := range uint32(3) {
		h := blockHasher(s, number+1)
		var b []byte
		ends := map[int]uint64{0: next - 1} // where a record ends, and which
		for range 40 {
			b = append(b, encode(h, next, "game.1", header, strings.Repeat("x", random.IntN(30_000)))...)
			ends[len(b)] = next
			next++
		}
		f, err := os.Create(s.Block(number + 1))
		if err != nil {
			t.Fatal(err)
		}
		for from := 0; from < len(b); {
			to := min(from+random.IntN(60_000), len(b))
			if _, err := f.Write(b[from:to]); err != nil {
				t.Fatal(err)
			}
			from = to
			whole := uint64(0)
			for end, seq := range ends {
				if end <= to {
					whole = max(whole, seq)
				}
			}
			if c == nil {
				if c, err = places.From(1); errors.Is(err, ErrEnd) {
					continue // not one byte is there
				} else if err != nil {
					t.Fatal(err)
				}
			}
			c.Refresh()
			for r, err := range c.Read(whole) {
				if read++; err != nil || r.Seq != read {
					t.Fatalf("message %d where %d follows: %v", r.Seq, read, err)
				}
			}
			if read != whole || c.Next() != whole+1 {
				t.Fatalf("read up to %d, and %d were written", read, whole)
			}
			if _, after, _ := strings.Cut(seen(c, whole+1), "the files end "); after != "before it" {
				t.Fatalf("read beyond message %d", whole)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMessage finds single messages in any order, whether it is known where they are or
// not, and none where another is in its place.
func TestMessage(t *testing.T) {
	const most = 1000
	random := rand.New(rand.NewPCG(3, 4))
	var all [][]byte
	next := uint64(1)
	for number := uint64(1); next <= most; number++ {
		to := min(next+uint64(random.IntN(300)), most)
		all, next = append(all, block(number, next, to)), to+1
	}
	places := NewPlaces(put(t, all...))
	for _, known := range []uint64{0, 500, most} {
		c, err := places.From(1)
		if err != nil {
			t.Fatal(err)
		}
		seen(c, known)
		c.Close()
		if places.Known(known+1) || known > 0 && !places.Known(known) {
			t.Errorf("of %d messages others are known", known)
		}
		c = places.Cursor()
		for range 300 {
			seq := 1 + random.Uint64N(most)
			r, err := c.Message(seq)
			if err != nil || r.Seq != seq || len(r.Data) != int(seq) || string(r.Subject) != fmt.Sprintf("game.%03d", seq) {
				t.Fatalf("message %d is %d of %d bytes: %v", seq, r.Seq, len(r.Data), err)
			}
		}
		if _, err := c.Message(most + 1); !errors.Is(err, ErrEnd) {
			t.Errorf("a message behind the end: %v", err)
		}
		c.Close()
	}
	// The files have changed since: a message of the same length took the place of another.
	b := all[0]
	first := block(1, 1, 1)
	if err := os.WriteFile(places.stream.Block(1), append(encode(newHasher("S-1"), 7, "game.001", header, "x"), b[len(first):]...), 0o600); err != nil {
		t.Fatal(err)
	}
	c := places.Cursor()
	defer c.Close()
	for _, seq := range []uint64{1, 2} {
		if _, err := c.Message(seq); !errors.Is(err, errOther) {
			t.Errorf("message %d: %v", seq, err)
		}
	}
}
