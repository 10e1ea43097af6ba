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
