package console

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows how far long work is, on a terminal only.
type Progress struct{ bar *progressbar.ProgressBar }

// Progress begins a bar of most steps on standard error; where that is no
// terminal nothing shows.
func (c *Console) Progress(most int, what string) *Progress {
	if !c.errTerminal {
		return &Progress{}
	}
	return &Progress{bar: progressbar.NewOptions(most,
		progressbar.OptionSetWriter(c.Err),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// Add moves the bar on. It is safe for concurrent use. A terminal that cannot be
// written to is no reason to stop the work.
func (p *Progress) Add(n int) {
	if p.bar != nil {
		_ = p.bar.Add(n)
	}
}

// Done takes the bar away.
func (p *Progress) Done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
