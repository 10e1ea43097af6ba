package ports

import (
	"net"
	"testing"
)

func TestKeep(t *testing.T) {
	seen := map[int]bool{}
	for range 200 {
		p, err := Keep()
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if p.Number < From || p.Number >= To || seen[p.Number] {
			t.Fatalf("port %d, after %d others", p.Number, len(seen))
		}
		seen[p.Number] = true
		l, err := net.Listen("tcp", p.Address())
		if err != nil {
			t.Fatalf("who keeps it cannot listen: %v", err)
		}
		l.Close()
	}
}

// TestKeepFor: who has an address keeps it, and who has none gets one.
func TestKeepFor(t *testing.T) {
	had, none, neither := "127.0.0.1:1", "", ""
	kept, err := KeepFor(&had, &none, &neither)
	if err != nil || len(kept) != 2 {
		t.Fatalf("%d ports, %v", len(kept), err)
	}
	for _, p := range kept {
		defer p.Close()
	}
	if had != "127.0.0.1:1" || none != kept[0].Address() || neither != kept[1].Address() {
		t.Errorf("the addresses are %q, %q and %q", had, none, neither)
	}
}

// TestKeptOnce: neither what is kept nor what is listened at is given out.
func TestKeptOnce(t *testing.T) {
	p, err := Keep()
	if err != nil {
		t.Fatal(err)
	}
	if other, err := keep(p.Number); err == nil {
		t.Error("a port was given out twice")
		other.Close()
	}
	l, err := net.Listen("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if other, err := keep(p.Number); err == nil {
		t.Error("a port that is listened at was given out")
		other.Close()
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := keep(p.Number)
	if err != nil {
		t.Fatalf("one that was let go: %v", err)
	}
	again.Close()
}
