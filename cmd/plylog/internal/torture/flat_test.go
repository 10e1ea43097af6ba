package torture

import "testing"

// What grows is told from what warms up, and from what comes and goes.
func TestGrown(t *testing.T) {
	for name, tt := range map[string]struct {
		seen []float64
		grew bool
	}{
		"nothing":           {nil, false},
		"too little":        {[]float64{1, 200}, false},
		"flat":              {[]float64{50, 50, 50, 50, 50, 50, 50, 50, 50}, false},
		"warms up":          {[]float64{10, 30, 50, 60, 60, 60, 60, 60, 61}, false},
		"comes and goes":    {[]float64{50, 90, 50, 50, 95, 50, 90, 52, 99}, false},
		"grows":             {[]float64{50, 55, 60, 65, 70, 75, 80, 85, 90}, true},
		"grows and swings":  {[]float64{50, 90, 60, 110, 70, 120, 80, 130, 90}, true},
		"one step, at last": {[]float64{50, 50, 50, 50, 50, 50, 70, 70, 70}, true},
		"falls":             {[]float64{90, 80, 70, 60, 50, 40, 30, 20, 10}, false},
	} {
		if early, late, grew := grown(tt.seen, 1.05, 4); grew != tt.grew {
			t.Errorf("%s: from %v to %v grew: %v", name, early, late, grew)
		}
	}
}
