package jetlog

import (
	"cmp"
	"time"
)

// pace decides by what it has seen whether appends travel singly or as a batch. A
// single publish costs the server one wait for the disk. A batch costs about the
// same however large it is, but a lot: it is staged in files of its own. Where one
// becomes cheaper than the other depends on the disk and on what else goes on, and
// moves by a factor of ten and more.
type pace struct {
	single time.Duration // one append among others; 0: not known
	batch  time.Duration // a whole batch; 0: not known
	row    int           // batches since the last single publish
}

const (
	// usualSingle and usualRatio are what a single publish costs, and a batch in
	// single publishes, before anything is known.
	usualSingle = 300 * time.Microsecond
	usualRatio  = 24
	// The costs are smoothed over so many observations. One that is more than
	// mostSurprise times what was believed counts as that: disks stall.
	smoothing    = 8
	mostSurprise = 4
	// What is not used is looked at again some time. After so many batches in a row a
	// few appends travel singly.
	mostBatches = 32
	// And what a batch once cost is forgotten over so many looks at single ones, in favour
	// of the usual ratio.
	forgetBatches = 4096
	// gatherShare is the part of a batch's cost that is spent waiting for those who
	// were in the last one to come back.
	gatherShare = 16
)

// batches reports whether so many appends should travel as a batch.
func (p *pace) batches(appends int) bool {
	return p.row < mostBatches && time.Duration(appends)*p.ofSingle() > p.ofBatch()
}

func (p *pace) ofSingle() time.Duration { return cmp.Or(p.single, usualSingle) }
func (p *pace) ofBatch() time.Duration  { return cmp.Or(p.batch, p.ofSingle()*usualRatio) }

// gather is how long to wait, after a batch, for its writers to append again.
// Without it two crowds take turns, each with half a batch.
func (p *pace) gather() time.Duration { return p.ofBatch() / gatherShare }

// took notes how long a single publish or a batch took the server.
func (p *pace) took(batch bool, took time.Duration) {
	if batch {
		p.row++
		p.batch = toward(p.ofBatch(), min(took, mostSurprise*p.ofBatch()), smoothing)
		return
	}
	p.row = 0
	p.single = toward(p.ofSingle(), min(took, mostSurprise*p.ofSingle()), smoothing)
	if p.batch > 0 {
		p.batch = toward(p.batch, usualRatio*p.single, forgetBatches)
	}
}

// toward is value, moved towards another.
func toward(value, other, slowly time.Duration) time.Duration {
	return max(1, value+(other-value)/slowly)
}
