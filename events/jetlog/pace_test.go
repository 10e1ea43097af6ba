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
			for range appends {
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
	rounds(20, 8, 20*us, 6000*us) // a lull, in which few wait
	if n := rounds(200, 100, 20*us, 6000*us); n > 50 {
		t.Errorf("a quick disk: %d batches of 200, though singly they are quicker", n)
	}
	if n := rounds(400, 100, 400*us, 6000*us); n < 300 {
		t.Errorf("a slow disk: %d batches of 400, though they are quicker", n)
	}
	// One long stall must not decide for ever.
	p.took(true, 10*time.Second)
	if n := rounds(2000, 100, 400*us, 6000*us); n < 1000 {
		t.Errorf("after a stall: %d batches of 2000, though they are quicker", n)
	}
}
