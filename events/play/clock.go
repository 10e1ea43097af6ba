package play

import (
	"time"

	"plylog/events"
)

// A clock stands still between events: After.Clock holds what each seat had
// left when the running seat's time began to run, and when it will be up. What
// was used follows from the two, so that a fold needs no other memory, and a
// deadline that is put off (because the server was away) puts off the rest.

// reserve is all the time that a seat may still use, in milliseconds: what is
// left and what its control gives before that runs.
func (c *Control) reserve(k *events.Clock, seat events.Seat) int64 {
	left := *remaining(k, seat)
	switch c.Kind {
	case ControlDelay:
		return left + c.Delay
	case ControlByoyomi:
		return left + int64(k.Periods[seat-events.First])*c.Period
	default:
		return left
	}
}

func remaining(k *events.Clock, seat events.Seat) *int64 {
	if seat == events.First {
		return &k.First
	}
	return &k.Second
}

// full is the clock at the beginning of a game, with nobody's time running.
func (c *Control) full() *events.Clock {
	k := &events.Clock{First: c.Base, Second: c.Base}
	switch c.Kind {
	case ControlByoyomi:
		k.Periods = &[2]int{c.Periods, c.Periods}
	case ControlCorrespondence:
		k.First, k.Second = int64(c.Days)*day, int64(c.Days)*day
	}
	return k
}

// run starts a seat's time; for Nobody and Chance all time stands still.
func (c *Control) run(k *events.Clock, seat events.Seat, at time.Time) *events.Clock {
	next := copyClock(k)
	next.Running, next.Deadline = events.Nobody, nil
	if !seat.Plays() {
		return next
	}
	up := at.Add(time.Duration(c.reserve(next, seat)) * time.Millisecond)
	next.Running, next.Deadline = seat, &up
	return next
}

// charge takes the time that the running seat used until now off its clock.
func (c *Control) charge(k *events.Clock, at time.Time) *events.Clock {
	next := copyClock(k)
	if k.Deadline == nil {
		return next
	}
	seat, all := k.Running, c.reserve(k, k.Running)
	used := min(max(all-k.Deadline.Sub(at).Milliseconds(), 0), all)
	left := remaining(next, seat)
	switch c.Kind {
	case ControlDelay:
		*left -= max(used-c.Delay, 0)
	case ControlByoyomi:
		over := max(used-*left, 0)
		*left = max(*left-used, 0)
		i := seat - events.First
		// A move at the very deadline is in time: the last period is not lost.
		next.Periods[i] -= min(int(over/c.Period), next.Periods[i]-1)
	default:
		*left -= used
	}
	return next
}

// bonus is what a move gives back to who made it.
func (c *Control) bonus(k *events.Clock, seat events.Seat, first bool) {
	left := remaining(k, seat)
	switch c.Kind {
	case ControlFischer:
		if !first {
			*left += c.Increment
		}
	case ControlCorrespondence:
		*left = int64(c.Days) * day
	}
}

// spent is the clock of a seat whose time is up.
func (c *Control) spent(k *events.Clock) *events.Clock {
	next := copyClock(k)
	*remaining(next, k.Running) = 0
	if next.Periods != nil {
		next.Periods[k.Running-events.First] = 0
	}
	return next
}

func copyClock(k *events.Clock) *events.Clock {
	next := *k
	if k.Periods != nil {
		p := *k.Periods
		next.Periods = &p
	}
	return &next
}

// late reports whether the running seat's time was up before a moment.
func late(k *events.Clock, at time.Time) bool {
	return k != nil && k.Deadline != nil && at.After(*k.Deadline)
}

func sameClock(a, b *events.Clock) bool {
	if a == nil || b == nil {
		return a == b
	}
	if (a.Deadline == nil) != (b.Deadline == nil) || (a.Periods == nil) != (b.Periods == nil) {
		return false
	}
	return a.First == b.First && a.Second == b.Second && a.Running == b.Running &&
		(a.Deadline == nil || a.Deadline.Equal(*b.Deadline)) && (a.Periods == nil || *a.Periods == *b.Periods)
}
