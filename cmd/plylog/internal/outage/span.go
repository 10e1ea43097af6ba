package outage

import (
	"slices"
	"time"
)

// span is the time from one moment to another.
type span struct{ from, to time.Time }

func (s span) long() time.Duration { return s.to.Sub(s.from) }

// meet is what two spans have in common; not long where that is nothing.
func (s span) meet(o span) span {
	if o.from.After(s.from) {
		s.from = o.from
	}
	if o.to.Before(s.to) {
		s.to = o.to
	}
	return s
}

// joined makes one span of those that meet or overlap.
func joined(list []span) (out []span) {
	slices.SortFunc(list, func(a, b span) int { return a.from.Compare(b.from) })
	for _, s := range list {
		if n := len(out); n > 0 && !s.from.After(out[n-1].to) {
			if s.to.After(out[n-1].to) {
				out[n-1].to = s.to
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// common is what every one of a list has in common with another list, as far as it is
// longer than least.
func common(list, with []span, least time.Duration) (both []span) {
	for _, s := range list {
		for _, w := range with {
			if m := s.meet(w); m.long() > least {
				both = append(both, m)
			}
		}
	}
	return both
}
