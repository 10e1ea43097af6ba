package vault

import (
	"testing"
	"time"

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

// Of three servers who leads is believed by the rule of package majority, and who does not
// lead is not.
func TestLed(t *testing.T) {
	for name, c := range map[string]struct {
		leader string
		heard  []time.Duration
		before time.Duration
		want   bool
	}{
		"both heard of":                   {"one", []time.Duration{time.Second, time.Second}, 0, true},
		"one away":                        {"one", []time.Duration{time.Minute, time.Second}, 0, false},
		"one away, the other heard since": {"one", []time.Duration{time.Minute, time.Millisecond}, time.Second, true},
		"both away":                       {"one", []time.Duration{time.Minute, time.Minute}, time.Second, false},
		"nobody leads":                    {"", []time.Duration{time.Millisecond, time.Millisecond}, time.Second, false},
		"neither was ever heard of":       {"one", []time.Duration{0, 0}, time.Second, false},
	} {
		info := &jetstream.StreamInfo{Config: jetstream.StreamConfig{Replicas: 3}, Cluster: &jetstream.ClusterInfo{Leader: c.leader}}
		for _, ago := range c.heard {
			info.Cluster.Replicas = append(info.Cluster.Replicas, &jetstream.PeerInfo{Active: ago})
		}
		if got := led(info, c.before); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if !led(new(jetstream.StreamInfo), 0) {
		t.Error("one server is not believed")
	}
}
