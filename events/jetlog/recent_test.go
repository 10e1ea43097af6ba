package jetlog

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestRecent holds what is at hand against all that was ever kept: it is what stands
// right behind the position that was asked for, it goes as far as it may, and only
// what lies far back or behind somebody else's append is not there.
func TestRecent(t *testing.T) {
	var r recent
	chance := rand.New(rand.NewPCG(1, 2))
	kept := make(map[uint64][]byte)
	var seq, run uint64 // the last position, and how many in a row end with it
	for range 6 * mostRecent {
		seq, run = seq+1, run+1
		if chance.IntN(mostRecent) == 0 {
			seq, run = seq+uint64(1+chance.IntN(3)), 1
		}
		kept[seq] = []byte("event " + strconv.FormatUint(seq, 10))
		r.keep(seq, kept[seq])
		at := seq - min(seq, uint64(chance.IntN(mostRecent+8)))
		upTo := at + uint64(chance.IntN(mostRecent))
		got := r.behind(at, upTo)
		if want := min(upTo, seq) - at; at+min(run, mostRecent) >= seq && uint64(len(got)) != want {
			t.Fatalf("%d events in a row up to %d: %d are at hand behind %d up to %d, want %d", run, seq, len(got), at, upTo, want)
		}
		for i, raw := range got {
			if want := kept[at+1+uint64(i)]; !slices.Equal(raw, want) {
				t.Fatalf("behind %d at place %d: %q, want %q", at, i, raw, want)
			}
		}
	}
	if got := r.behind(seq, seq+1); got != nil {
		t.Errorf("%q is at hand behind the end", got)
	}
}

// TestRecentIsBounded: whatever is appended, a shard keeps little of it.
func TestRecentIsBounded(t *testing.T) {
	var r recent
	if got := r.behind(0, 9); got != nil {
		t.Errorf("%d events are at hand where there are none", len(got))
	}
	large := make([]byte, mostRecentBytes/4)
	for seq := uint64(1); seq < 20; seq++ {
		r.keep(seq, large)
		if n := len(r.behind(seq-min(seq, 4), seq)); n != int(min(seq, 4)) {
			t.Errorf("%d of the last 4 events are at hand", n)
		}
		if r.bytes > mostRecentBytes || r.bytes != len(r.raws)*len(large) {
			t.Fatalf("%d bytes are kept", r.bytes)
		}
	}
	if r.keep(20, make([]byte, mostRecentBytes+1)); len(r.raws) != 0 || r.behind(19, 20) != nil {
		t.Error("more is kept than may be")
	}
	if r.keep(21, large); len(r.behind(20, 21)) != 1 {
		t.Error("nothing is kept behind what was too large")
	}
}
