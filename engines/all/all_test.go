package all_test

import (
	"slices"
	"testing"

	"plylog/engines"
	"plylog/engines/all"
)

func TestRegistry(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"backgammon", "reversi", "checkers", "baghchal"}
	if got := r.Kinds(); !slices.Equal(got, want) {
		t.Errorf("kinds %q, want %q", got, want)
	}
	for _, kind := range want {
		newest, ok := r.Newest(kind)
		if !ok || newest.Name() != kind {
			t.Fatalf("the newest %s is %v", kind, newest)
		}
		if found, ok := r.Find(kind, newest.Ruleset()); !ok || found != newest {
			t.Errorf("%s: ruleset %d is not found", kind, newest.Ruleset())
		}
		if _, ok := r.Find(kind, newest.Ruleset()+1); ok {
			t.Errorf("%s has a ruleset %d", kind, newest.Ruleset()+1)
		}
	}
}

// TestEveryGameBegins: each kind can be made without an option, waits for
// somebody, and has its own word for each seat.
func TestEveryGameBegins(t *testing.T) {
	starts := map[string]engines.Seat{
		"backgammon": engines.Chance, // the opening roll says who begins
		"reversi":    engines.First,
		"checkers":   engines.First,
		"baghchal":   engines.First,
	}
	for _, e := range all.Engines() {
		p, err := e.New(nil, "")
		if err != nil {
			t.Errorf("%s: %v", e.Name(), err)
			continue
		}
		if p.Turn() != starts[e.Name()] {
			t.Errorf("%s begins with %s, want %s", e.Name(), p.Turn(), starts[e.Name()])
		}
		if seats := e.Seats(); seats[0] == seats[1] {
			t.Errorf("%s has the seats %q", e.Name(), seats)
		}
	}
}
