package pack_test

import (
	"bytes"
	"errors"
	"testing"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/pack"
)

// game makes the events of a game, at positions that lie apart.
func game(t testing.TB, n int) []*events.Event {
	g := logtest.NewGame(t)
	var list []*events.Event
	for range n {
		e := g.Next(t)
		e.Seq = g.Seq + uint64(g.N)*1000 + 1
		g.Stored(e, e.Seq)
		list = append(list, e)
	}
	return list
}

// TestRoundTrip reads back what was packed, with and without the first hash, and finds
// the hashes left out.
func TestRoundTrip(t *testing.T) {
	list := game(t, 5)
	for from, first := range list {
		var body []byte
		at, size := first.Seq-1, 0
		for i, e := range list[from:] {
			body = pack.Append(body, at, e, i > 0)
			at, size = e.Seq, size+len(e.Raw)
		}
		if left := 64 * (len(list) - from - 1); len(body) > size-left+8*(len(list)-from) {
			t.Errorf("%d bytes of events became %d", size, len(body))
		}
		at, prev := first.Seq-1, events.Hash{}
		for _, e := range list[from:] {
			seq, raw, rest, err := pack.Next(body, at, prev)
			if err != nil || seq != e.Seq || !bytes.Equal(raw, e.Raw) {
				t.Fatalf("event %d at %d became %q at %d: %v", e.N, e.Seq, raw, seq, err)
			}
			at, prev, body = seq, e.Hash(), rest
		}
		if len(body) > 0 {
			t.Errorf("%d bytes are left", len(body))
		}
	}
}

// TestOtherPrev keeps bytes in which prev does not stand as events write it.
func TestOtherPrev(t *testing.T) {
	for _, raw := range []string{`{"v":1}`, `{"prev":"`, `{"prev":"ab"}`, `{"prev":""}`} {
		e := &events.Event{Seq: 7, Raw: []byte(raw)}
		seq, got, rest, err := pack.Next(pack.Append(nil, 0, e, true), 0, events.Hash{1})
		if err != nil || seq != 7 || string(got) != raw || len(rest) > 0 {
			t.Errorf("%s became %q at %d, %v", raw, got, seq, err)
		}
	}
}

// FuzzNext: no bytes make it panic, give more than there is, or stand still.
func FuzzNext(f *testing.F) {
	for _, e := range game(f, 2) {
		f.Add(pack.Append(nil, e.Seq-1, e, true), uint64(1))
		f.Add(pack.Append(nil, e.Seq-1, e, false), ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, body []byte, at uint64) {
		for len(body) > 0 {
			seq, raw, rest, err := pack.Next(body, at, events.Hash{})
			if err != nil {
				if !errors.Is(err, pack.ErrCut) {
					t.Fatal(err)
				}
				return
			}
			if skipped, err := pack.Skip(body); err != nil || len(skipped) != len(rest) {
				t.Fatalf("%d bytes are left behind an event that is read, and %d of one that is passed over: %v", len(rest), len(skipped), err)
			}
			if seq <= at || len(raw) > len(body)+64 || len(rest) >= len(body) {
				t.Fatalf("%d bytes at %d, %d are left of %d", len(raw), seq, len(rest), len(body))
			}
			at, body = seq, rest
		}
	})
}
