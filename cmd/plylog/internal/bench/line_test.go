package bench

import "testing"

func TestTargets(t *testing.T) {
	for _, test := range []struct {
		target    *Target
		ours, raw float64
		want      bool
		words     string
	}{
		{ratioAtLeast(4), 400, 100, true, "ratio >= 4"},
		{ratioAtLeast(4), 399, 100, false, "ratio >= 4"},
		{ratioAtMost(1.3), 13, 10, true, "ratio <= 1.3"},
		{ratioAtMost(1.3), 14, 10, false, "ratio <= 1.3"},
		{oursAtLeast(150_000), 150_000, 1, true, ">= 150,000"},
		{oursAtLeast(150_000), 149_999, 1, false, ">= 150,000"},
		{oursAtMost(1.5), 1.5, 1, true, "<= 1.5"},
		{oursAtMost(1.5), 1.6, 1, false, "<= 1.5"},
	} {
		l := Line{Target: test.target}.measured([]float64{test.ours}, []float64{test.raw})
		if l.Reached == nil || *l.Reached != test.want {
			t.Errorf("%v of %v against %v: reached is %v", test.target, test.ours, test.raw, l.Reached)
		}
		if got := test.target.String(); got != test.words {
			t.Errorf("the target reads %q, want %q", got, test.words)
		}
	}
	if l := (Line{}).measured([]float64{1}, nil); l.Reached != nil || l.Ratio != nil {
		t.Errorf("a line without target or raw side has %+v", l)
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.01234: "0.0123", 12.345: "12.3", 999: "999", 1000: "1,000", 1234567.8: "1,234,568", -4321: "-4,321"} {
		if got := number(x); got != want {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
}
