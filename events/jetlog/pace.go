package jetlog

import "time"

// pace decides by what it has seen whether appends travel singly or as a batch. A
// single publish costs the server one wait for the disk. A batch costs about the
// same however large it is, but a lot: it is staged in files of its own. Where one
// becomes cheaper than the other depends on the disk and on what else goes on, and
// moves by a factor of ten.
type pace struct {
	single, batch float64 // seconds: of one append among others, of a whole batch
}

const (
	// usualRatio is what a batch costs in single publishes, before anything is known.
	usualRatio = 24
	// A cost is smoothed over this many rounds.
	smoothing = 8
	// What is not used is forgotten over this many rounds, in favour of the usual
	// ratio, so that a cost that was once high is looked at again.
	forgetting = 64
)

// batches reports whether so many appends should travel as a batch.
func (p *pace) batches(appends int) bool { return float64(appends)*p.single > p.batch }

// took notes how long a round took.
func (p *pace) took(appends int, batch bool, took time.Duration) {
	if batch {
		approach(&p.batch, took.Seconds(), smoothing)
		approach(&p.single, p.batch/usualRatio, forgetting)
		return
	}
	approach(&p.single, took.Seconds()/float64(appends), smoothing)
	approach(&p.batch, p.single*usualRatio, forgetting)
}

// approach moves a value towards another; at once if nothing was known.
func approach(value *float64, to float64, slowly float64) {
	if *value == 0 {
		*value = to
		return
	}
	*value += (to - *value) / slowly
}
