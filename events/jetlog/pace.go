package jetlog

import "time"

// pace decides by what it has seen whether appends travel singly or as a batch. A
// single publish costs the server one wait for the disk. A batch costs about the
// same however large it is, but a lot: it is staged in files of its own. Where one
// becomes cheaper than the other depends on the disk and on what else goes on, and
// moves by a factor of ten. While batches are large, single publishes are seen only
// in lulls; there are always some.
type pace struct {
	single float64 // seconds for one append among others; 0: not known
	batch  float64 // seconds for a whole batch; 0: not known, usualRatio of single
}

const (
	// usualRatio is what a batch costs in single publishes, before anything is known.
	usualRatio = 24
	// The costs are smoothed over so many observations.
	smoothSingles, smoothBatches = 32, 8
	// What is not used is forgotten over so many observations of the other, in favour
	// of the usual ratio: a cost that was once high is looked at again some time.
	forgetBatches, forgetSingles = 2048, 64
	// gatherShare is the part of a batch's cost that is spent waiting for those who
	// were in the last one to come back.
	gatherShare = 16
)

// batches reports whether so many appends should travel as a batch.
func (p *pace) batches(appends int) bool { return float64(appends)*p.single > p.cost() }

// cost is what a batch is believed to cost.
func (p *pace) cost() float64 {
	if p.batch == 0 {
		return p.single * usualRatio
	}
	return p.batch
}

// gather is how long to wait, after a batch, for its writers to append again.
// Without it two crowds take turns, each with half a batch.
func (p *pace) gather() time.Duration {
	return time.Duration(p.cost() / gatherShare * float64(time.Second))
}

// took notes how long a single publish or a batch took the server.
func (p *pace) took(batch bool, took time.Duration) {
	if batch {
		approach(&p.batch, took.Seconds(), smoothBatches)
		approach(&p.single, p.batch/usualRatio, forgetSingles)
		return
	}
	approach(&p.single, took.Seconds(), smoothSingles)
	if p.batch > 0 {
		approach(&p.batch, p.single*usualRatio, forgetBatches)
	}
}

// approach moves a value towards another; at once if nothing was known.
func approach(value *float64, to float64, slowly float64) {
	if *value == 0 {
		*value = to
		return
	}
	*value += (to - *value) / slowly
}
