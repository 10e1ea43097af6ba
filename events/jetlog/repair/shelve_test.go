package repair_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/memlog"
	"plylog/events/merkle"
)

// note signs what a history had signed at a place.
func (h *history) note(i int) map[int][]byte {
	h.t.Helper()
	key, err := merkle.NewKey("plylog-test", strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		h.t.Fatal(err)
	}
	c := h.signed[i]
	c.Origin = merkle.Origin("plylog-test", 0)
	note, err := key.Sign(c)
	if err != nil {
		h.t.Fatal(err)
	}
	return map[int][]byte{0: note}
}

// TestShelve archives by and by, also what was signed long ago and what is archived
// already, and leaves what it reads as it is; a backup takes all of it.
func TestShelve(t *testing.T) {
	h := newHistory(t, 40, 8)
	last := map[int]merkle.Checkpoint{0: h.signed[4]}
	from := h.dir
	for i, want := range []repair.Shelved{{Written: 16}, {Written: 0}, {Written: 24}} {
		at := []int{1, 0, 4}[i]
		to := filepath.Join(t.TempDir(), "log")
		made, err := repair.Shelve(t.Context(), to, from, 1, h.note(at), last)
		if err != nil || made.Written != want.Written || made.Events != 40 {
			t.Fatalf("%+v: %v", made, err)
		}
		from = to
	}
	if _, err := jetlog.CheckStore(t.Context(), jetlog.StoreFolder(h.dir), jetlog.Check{Signed: last}); err != nil {
		t.Error(err)
	}
	added, list, err := repair.Extend(t.Context(), filepath.Join(t.TempDir(), "copy"), 1, last, repair.Stopped(from, 1))
	if err != nil || added != 40 || list[0].Events != 40 || list[0].Archived != 0 {
		t.Errorf("%d events were copied, %+v: %v", added, list, err)
	}
	if added, err := repair.Into(t.Context(), memlog.New(1), last, repair.Stopped(from, 1)); err != nil || added != 40 {
		t.Errorf("%d events went into another log: %v", added, err)
	}
}

// TestShelveRefuses makes nothing of a store that is damaged, and nothing that was signed
// otherwise.
func TestShelveRefuses(t *testing.T) {
	h := newHistory(t, 40, 8)
	last := map[int]merkle.Checkpoint{0: h.signed[4]}
	other := h.note(1)
	other[0] = []byte(strings.Replace(string(other[0]), h.signed[1].Root.String(), h.signed[2].Root.String(), 1))
	if _, err := repair.Shelve(t.Context(), filepath.Join(t.TempDir(), "a"), h.dir, 1, other, last); !errors.Is(err, events.ErrDamaged) {
		t.Errorf("another root: %v", err)
	}
	there := t.TempDir()
	if _, err := repair.Shelve(t.Context(), there, h.dir, 1, h.note(1), last); !errors.Is(err, os.ErrExist) {
		t.Errorf("a folder that is there: %v", err)
	}
	h.damage(3, 4)
	if _, err := repair.Shelve(t.Context(), filepath.Join(t.TempDir(), "b"), h.dir, 1, h.note(1), last); !errors.Is(err, events.ErrDamaged) {
		t.Errorf("a damaged store: %v", err)
	}
}
