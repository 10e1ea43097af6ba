package vault

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"plylog/events/jetlog"
)

// What a crash between a write and its erasing leaves is erased when the vault is
// opened again.
func TestSweep(t *testing.T) {
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	ctx := t.Context()
	v, err := OpenJet(ctx, nc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var revs []uint64
	for i, key := range []string{"a.b", "a.b", "c.d", "a.b", "c.d"} {
		behind := uint64(0)
		if at := map[int]int{1: 0, 3: 1, 4: 2}; i == 1 || i == 3 || i == 4 {
			behind = revs[at[i]]
		}
		rev, err := v.publish(ctx, key, []byte{byte('0' + i)}, nil, 0, behind) // and crash
		if err != nil {
			t.Fatal(err)
		}
		revs = append(revs, rev)
	}
	v.Close()
	if v, err = OpenJet(ctx, nc, 1, nil); err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	info, err := v.stream.Info(ctx, jetstream.WithSubjectFilter(subject+">"))
	if err != nil {
		t.Fatal(err)
	}
	if info.State.Msgs != 2 || info.State.Subjects[subject+"a.b"] != 1 || info.State.Subjects[subject+"c.d"] != 1 {
		t.Errorf("%d messages are left: %v", info.State.Msgs, info.State.Subjects)
	}
	for key, want := range map[string]string{"a.b": "3", "c.d": "4"} {
		if e, err := v.Get(ctx, key); err != nil || string(e.Value) != want {
			t.Errorf("%s: %q, %v", key, e.Value, err)
		}
	}
}
