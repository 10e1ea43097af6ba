package majority_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events/jetlog/majority"
)

func TestLed(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for name, c := range map[string]struct {
		of     int
		heard  []time.Duration
		before time.Duration
		want   bool
	}{
		"alone":                                   {1, nil, 0, true},
		"all within the time between heartbeats":  {3, []time.Duration{900 * ms, 10 * ms}, 0, true},
		"all lately":                              {3, []time.Duration{2999 * ms, 2999 * ms}, 0, true},
		"one away, and nothing since":             {3, []time.Duration{60 * s, 10 * ms}, 0, false},
		"one away, the other since":               {3, []time.Duration{60 * s, 10 * ms}, 11 * ms, true},
		"one away, the other just before":         {3, []time.Duration{60 * s, 10 * ms}, 10 * ms, false},
		"both lately but for a little":            {3, []time.Duration{3 * s, 2 * s}, 0, false},
		"one never, and nothing since":            {3, []time.Duration{0, 10 * ms}, 0, false},
		"both never":                              {3, []time.Duration{0, 0}, s, false},
		"nobody is named":                         {3, nil, s, false},
		"one is not named":                        {3, []time.Duration{10 * ms}, 0, false},
		"one is not named, the other since":       {3, []time.Duration{10 * ms}, 20 * ms, true},
		"two of five since":                       {5, []time.Duration{ms, ms, 60 * s, 60 * s}, s, true},
		"one of five since":                       {5, []time.Duration{ms, 2 * s, 60 * s, 60 * s}, s, false},
		"of two copies the other since":           {2, []time.Duration{10 * ms}, 11 * ms, true},
		"of two copies the other not since":       {2, []time.Duration{60 * s}, s, false},
		"more are named than there should be":     {3, []time.Duration{60 * s, 60 * s, 60 * s, ms}, s, false},
		"more are named, enough of them since":    {3, []time.Duration{60 * s, 60 * s, ms, ms}, s, true},
		"a moment ago will do, one of two lately": {3, []time.Duration{60 * s, 2 * s}, majority.Lately, true},
	} {
		if got := majority.Led(c.of, c.heard, c.before); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// However long ago each follower was heard of: where the leader is believed, nobody else
// can have been elected before the question was thought of; and a leader that a majority
// has answered since is believed.
func TestNobodyElseLeads(t *testing.T) {
	const stands = 4 * time.Second // what a follower waits at least before it stands for election
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.IntRange(1, 7).Draw(t, "copies")
		times := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 100).Draw(t, "tenths")) * 100 * time.Millisecond
		})
		heard := rapid.SliceOfN(times, of-1, of-1).Draw(t, "heard of, ago")
		before := times.Draw(t, "thought of, before it was sent")
		thought := before + times.Draw(t, "on the way") // ago, when it was answered
		// Who voted for another before that has answered nobody else since. Whoever stood
		// had heard nothing for long.
		voted, stood, since := 0, 0, 1
		for _, ago := range heard {
			never := ago == 0
			if never || ago >= thought {
				voted++
			}
			if never || ago >= thought+stands {
				stood++
			}
			if !never && ago < before {
				since++
			}
		}
		led := majority.Led(of, heard, before)
		if elected := stood > 0 && voted > of/2; led && elected {
			t.Fatalf("of %d believed, thought of %v ago: %v of %v", of, thought, led, heard)
		}
		if !led && since > of/2 {
			t.Fatalf("of %d not believed, though %d answered since", of, since)
		}
	})
}
