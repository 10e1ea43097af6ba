package bench

import "slices"

// Figure is what the samples of one thing come to.
type Figure struct {
	Median  float64   `json:"median"`
	Least   float64   `json:"least"`
	Most    float64   `json:"most"`
	Samples []float64 `json:"samples,omitempty"` // in the order of the rounds
}

// figureOf sums samples up; there must be one at least.
func figureOf(samples []float64) *Figure {
	return &Figure{Median: median(samples), Least: slices.Min(samples), Most: slices.Max(samples), Samples: samples}
}

// ratioOf sums up how one thing stood to another in each round. The two samples
// of a round are neighbours in time, so that this says more on a busy machine
// than the quotient of two medians.
func ratioOf(ours, raw []float64) *Figure {
	each := make([]float64, len(ours))
	for i := range each {
		each[i] = ours[i] / raw[i]
	}
	f := figureOf(each)
	f.Samples = nil
	return f
}

func median(samples []float64) float64 { return quantile(samples, 0.5) }

// quantile returns the value that so much of the samples (0 to 1) do not exceed;
// the middle between two where it lies between them.
func quantile(samples []float64, q float64) float64 {
	s := slices.Sorted(slices.Values(samples))
	at := q * float64(len(s)-1)
	low := int(at)
	if low+1 >= len(s) {
		return s[len(s)-1]
	}
	return s[low] + (at-float64(low))*(s[low+1]-s[low])
}
