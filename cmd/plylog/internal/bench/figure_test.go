package bench

import "testing"

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		samples []float64
		q, want float64
	}{
		{[]float64{7}, 0.5, 7},
		{[]float64{7}, 0.99, 7},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 3, 2}, 0.5, 2.5},
		{[]float64{4, 1, 3, 2}, 0, 1},
		{[]float64{4, 1, 3, 2}, 1, 4},
	} {
		if got := quantile(test.samples, test.q); got != test.want {
			t.Errorf("quantile %v of %v is %v, want %v", test.q, test.samples, got, test.want)
		}
	}
}

// TestRatioIsOfNeighbours: a round that the whole machine slept through does not
// move the ratio.
func TestRatioIsOfNeighbours(t *testing.T) {
	got := ratioOf([]float64{200, 20, 210}, []float64{100, 10, 100})
	if got.Median != 2 || got.Least != 2 || got.Most != 2.1 {
		t.Errorf("the ratio is %+v", got)
	}
}
