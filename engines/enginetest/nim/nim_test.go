package nim_test

import (
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest/nim"
)

func TestPlay(t *testing.T) {
	p, err := nim.Engine{}.New([]byte(`{"stones":4}`), "")
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range []engines.Move{"3", "1"} {
		if p, err = p.Play(engines.First+engines.Seat(i), m); err != nil {
			t.Fatal(err)
		}
	}
	if r, over := p.Result(); !over || r.Winner != engines.Second || p.Board() != "0 L" {
		t.Errorf("result %v %v on %q, want the second seat to win", r, over, p.Board())
	}
}
