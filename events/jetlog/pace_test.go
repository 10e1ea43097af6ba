package jetlog

import (
	"testing"
	"time"
)

// TestPace has the disk cost what it likes, and checks that the cheaper way is
// found and found again.
func TestPace(t *testing.T) {
	var p pace
	rounds := func(n, appends int, single, batch time.Duration) (batches int) {
		for range n {
			if p.batches(appends) {
				batches++
				p.took(true, batch)
				continue
			}
			for range min(appends, mostSingles) {
				p.took(false, single)
			}
		}
		return batches
	}
	const us = time.Microsecond
	if n := rounds(100, 8, 200*us, 6000*us); n != 0 {
		t.Errorf("8 appends: %d batches, though singly they are quicker", n)
	}
	if n := rounds(200, 100, 200*us, 6000*us); n < 190 {
		t.Errorf("100 appends: %d batches of 200, though they are quicker", n)
	}
	if n := rounds(200, 8, 200*us, 6000*us); n > 10 {
		t.Errorf("8 appends again: %d batches of 200", n)
	}
	if n := rounds(400, 100, 20*us, 6000*us); n > 200 {
		t.Errorf("a quick disk: %d batches of 400, though singly they are quicker", n)
	}
	if n := rounds(400, 100, 400*us, 6000*us); n < 300 {
		t.Errorf("a slow disk: %d batches of 400, though they are quicker", n)
	}
	// One long stall must not decide for ever.
	p.took(true, time.Second)
	if n := rounds(4000, 100, 400*us, 6000*us); n < 2000 {
		t.Errorf("after a stall: %d batches of 4000, though they are quicker", n)
	}
}
