package jetlog_test

import (
	"testing"

	"plylog/events/jetlog"
)

// What a node tells comes to the others, in order, and not to itself.
func TestNodesTell(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	one, two := open(t, s.Connect, jetlog.Options{Shards: 1}), open(t, s.Connect, jetlog.Options{})
	heard := make(chan string, 8)
	for name, l := range map[string]*jetlog.Log{"one": one, "two": two} {
		if err := l.Hear(func(what []byte) { heard <- name + " hears " + string(what) }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := two.Last(t.Context(), 0); err != nil { // the server knows by now that it listens
		t.Fatal(err)
	}
	for _, what := range []string{"1", "2"} {
		if err := one.Tell([]byte(what)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"two hears 1", "two hears 2"} {
		if got := <-heard; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if err := one.Leads(t.Context(), 0); err != nil {
		t.Error(err)
	}
	if err := one.Leads(t.Context(), 1); err == nil {
		t.Error("a shard is led that there is none of")
	}
}
