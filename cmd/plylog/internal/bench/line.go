package bench

// Line is one line of the report: one thing that was measured, or why it was not.
type Line struct {
	Bench      string  `json:"bench"`
	What       string  `json:"what"`
	Unit       string  `json:"unit"`
	Ours       *Figure `json:"ours,omitempty"`
	RawIs      string  `json:"rawIs,omitempty"` // what Raw was measured on
	Raw        *Figure `json:"raw,omitempty"`
	Ratio      *Figure `json:"ratio,omitempty"` // ours / raw, in rates and in times
	Target     *Target `json:"target,omitempty"`
	Reached    *bool   `json:"reached,omitempty"` // where there is a target
	Unmeasured string  `json:"unmeasured,omitempty"`
}

// Target is what a line should come to.
type Target struct {
	Ratio   bool    `json:"ratio"` // of the ratio; else of our own figure
	AtLeast float64 `json:"atLeast,omitempty"`
	AtMost  float64 `json:"atMost,omitempty"` // where AtLeast is 0
}

// The ways of stating a target.
func ratioAtLeast(x float64) *Target { return &Target{Ratio: true, AtLeast: x} }
func ratioAtMost(x float64) *Target  { return &Target{Ratio: true, AtMost: x} }
func oursAtLeast(x float64) *Target  { return &Target{AtLeast: x} }
func oursAtMost(x float64) *Target   { return &Target{AtMost: x} }

// measured fills in what was measured. raw is nil where there is nothing to
// compare with.
func (l Line) measured(ours, raw []float64) Line {
	l.Ours = figureOf(ours)
	if raw != nil {
		l.Raw, l.Ratio = figureOf(raw), ratioOf(ours, raw)
	}
	if l.Target != nil {
		got := l.Ours.Median
		if l.Target.Ratio {
			got = l.Ratio.Median
		}
		reached := got >= l.Target.AtLeast
		if l.Target.AtMost > 0 {
			reached = got <= l.Target.AtMost
		}
		l.Reached = &reached
	}
	return l
}

// unmeasured fills in why nothing was.
func (l Line) unmeasured(why string) Line {
	l.Unmeasured = why
	return l
}
