package merkle

import (
	"bytes"
	"testing"
)

func FuzzReadArchive(f *testing.F) {
	k := newTestKey(f)
	one := append(sign(f, k, at(3)), '\n')
	f.Add([]byte{})
	f.Add(one)
	f.Add(append(bytes.Clone(one), one[:40]...))
	if r, err := k.Rotate(newTestKey(f)); err == nil {
		f.Add(append(bytes.Clone(one), append(r, '\n')...))
	}
	f.Add(bytes.Repeat([]byte("\n"), 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		// Whatever is read is a beginning of the data, record by record.
		var whole []byte
		torn, err := ReadArchive(bytes.NewReader(data), func(r Record) error {
			if int(r.Offset) != len(whole) || (r.Checkpoint == nil) == (r.Rotation == nil) {
				t.Fatalf("record at %d: %+v", len(whole), r)
			}
			whole = append(append(whole, r.Note...), '\n')
			return nil
		})
		if !bytes.HasPrefix(data, whole) || err == nil && len(whole)+int(torn) != len(data) {
			t.Fatalf("%d bytes read and %d torn of %d", len(whole), torn, len(data))
		}
		if s, err := Summarise(bytes.NewReader(data)); err == nil && s.Size+s.Torn != int64(len(data)) {
			t.Fatalf("%d bytes and %d torn of %d", s.Size, s.Torn, len(data))
		}
	})
}

func FuzzParseReceipt(f *testing.F) {
	r := Receipt{Event: []byte("e"), Path: []Hash{{1}}, Note: []byte("n")}
	f.Add(r.Marshal())
	f.Add([]byte(receiptTag + "\nextra \nindex 0\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseReceipt(data)
		if err != nil {
			return
		}
		if !bytes.Equal(r.Marshal(), data) || !IsReceipt(data) {
			t.Fatalf("%q is read and written as %q", data, r.Marshal())
		}
		_, _ = r.Check(nil)
	})
}

func FuzzParseKeys(f *testing.F) {
	k := newTestKey(f)
	f.Add(k.Public().String())
	f.Add(k.Secret())
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := ParsePublicKey(s); err == nil && p.String() != s {
			t.Fatalf("%q is written %q", s, p)
		}
		if k, err := ParseKey(s); err == nil && k.Secret() != s {
			t.Fatalf("%q is written otherwise", s)
		}
		if tile, err := ParseTile(s); err == nil && tile.Path() != s {
			t.Fatalf("%q is written %q", s, tile.Path())
		}
		if c, err := ParseCheckpoint(s); err == nil && c.Text() != s {
			t.Fatalf("%q is written %q", s, c.Text())
		}
		if r, err := ParseRotation([]byte(s)); err == nil && !isRotation(r.text()) {
			t.Fatalf("%q", s)
		}
	})
}
