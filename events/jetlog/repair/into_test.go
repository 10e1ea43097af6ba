package repair_test

import (
	"errors"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// TestInto copies a store into a log in two runs, and refuses what is not what was
// signed.
func TestInto(t *testing.T) {
	h := newHistory(t, 40, 20)
	into := func(dir string, c merkle.Checkpoint, from repair.Source) (added int, err error) {
		h.with(dir, func(log *jetlog.Log) {
			added, err = repair.Into(t.Context(), log, map[int]merkle.Checkpoint{0: c}, from)
		})
		return added, err
	}
	dir := t.TempDir()
	for _, c := range h.signed {
		if added, err := into(dir, c, h.from(asTheyAre)); added != 20 || err != nil {
			t.Fatalf("%d new events, %v", added, err)
		}
	}
	var got []*events.Event
	h.with(dir, func(log *jetlog.Log) {
		for e, err := range log.Scan(t.Context(), 0, 0) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
	})
	h.same(got)
	if _, err := into(dir, h.signed[0], h.from(asTheyAre)); !errors.Is(err, repair.ErrSigned) {
		t.Errorf("back to an earlier checkpoint: %v", err)
	}
	other := h.signed[1]
	other.Root[0] ^= 1
	if _, err := into(t.TempDir(), other, h.from(asTheyAre)); !errors.Is(err, repair.ErrSigned) {
		t.Errorf("another root: %v", err)
	}
	if _, err := into(t.TempDir(), h.signed[1], h.from(func(l []*events.Event) []*events.Event { return l[:len(l)-1] })); !errors.Is(err, repair.ErrMissing) {
		t.Errorf("too few: %v", err)
	}
}
