package repair_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// from gives out the events of a history, changed in some way.
func (h *history) from(change func([]*events.Event) []*events.Event) repair.Source {
	return func(_ context.Context, _ int, after, to uint64) iter.Seq2[*events.Event, error] {
		return func(yield func(*events.Event, error) bool) {
			for _, e := range change(h.events[after:to]) {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

func asTheyAre(list []*events.Event) []*events.Event { return list }

// TestExtend copies a history piece by piece, as far as each checkpoint goes.
func TestExtend(t *testing.T) {
	h := newHistory(t, 60, 20)
	dir := t.TempDir()
	for i, c := range append(h.signed, h.signed[2]) {
		added, list, err := repair.Extend(t.Context(), dir, 1, map[int]merkle.Checkpoint{0: c}, h.from(asTheyAre))
		if want := map[bool]int{true: 20}[i < 3]; err != nil || added != want || list[0].Events != uint64(c.Size) {
			t.Fatalf("up to %d: %d added, %+v, %v", c.Size, added, list, err)
		}
	}
	var got []*events.Event
	h.with(dir, func(l *jetlog.Log) {
		for e, err := range l.Scan(t.Context(), 0, 0) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
	})
	h.same(got)
}

// TestExtendRefuses gives it what is not what was signed.
func TestExtendRefuses(t *testing.T) {
	h, other := newHistory(t, 40, 20), newHistory(t, 40, 20)
	broken := errors.New("cut off")
	for name, c := range map[string]struct {
		from repair.Source
		want error
	}{
		"too few":         {h.from(func(l []*events.Event) []*events.Event { return l[:len(l)-1] }), repair.ErrMissing},
		"too many":        {h.from(func(l []*events.Event) []*events.Event { return append(l[:len(l):len(l)], l[0]) }), repair.ErrSigned},
		"one left out":    {h.from(func(l []*events.Event) []*events.Event { return append(l[:3:3], l[4:]...) }), repair.ErrContradiction},
		"another history": {other.from(asTheyAre), events.ErrDamaged},
		"another order": {h.from(func(l []*events.Event) []*events.Event {
			return append([]*events.Event{l[1], l[0]}, l[2:]...)
		}), events.ErrDamaged},
		"cut off": {func(context.Context, int, uint64, uint64) iter.Seq2[*events.Event, error] {
			return func(yield func(*events.Event, error) bool) { yield(nil, broken) }
		}, broken},
	} {
		if _, _, err := repair.Extend(t.Context(), t.TempDir(), 1, map[int]merkle.Checkpoint{0: h.signed[0]}, c.from); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	dir := t.TempDir()
	if _, _, err := repair.Extend(t.Context(), dir, 1, map[int]merkle.Checkpoint{0: h.signed[1]}, h.from(asTheyAre)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := repair.Extend(t.Context(), dir, 1, map[int]merkle.Checkpoint{0: h.signed[0]}, h.from(asTheyAre)); !errors.Is(err, repair.ErrSigned) {
		t.Errorf("back to an earlier checkpoint: %v", err)
	}
}
