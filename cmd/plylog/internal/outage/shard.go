package outage

import (
	"time"

	"plylog/events/play"
)

const (
	// lookEvery is how often a leader is asked that answers, and lookSoon how often one
	// that does not.
	lookEvery = time.Second
	lookSoon  = 250 * time.Millisecond
	// rough is how long after an answer that was long in coming somebody may still be
	// trying to store what came in time, and roughLong the same after an outage: nodes
	// find back to the leader one later than the other, and what was asked of the old one
	// is given up after five seconds. roughStart is the same where a node was started: of
	// an outage that has ended just now it may not know, and those who do give it back.
	rough      = time.Second
	roughLong  = 10 * time.Second
	roughStart = 5 * time.Second
	// mostKept is how many silences and outages are remembered of a shard, and keptFor
	// how long: others ask about them at once, and what is owed is given back soon.
	mostKept = 8
	keptFor  = 10 * time.Minute
)

// shard is what a node knows of one shard.
type shard struct {
	good     time.Time // when the leader answered last; zero: it was not asked yet
	steady   time.Time // from when on nothing that came in time can be on its way
	silences []silence // that have ended, the newest last
	outages  []*outage // that everybody had, the newest last
}

// outage is a silence that everybody had.
type outage struct {
	span
	owed bool // not every game whose time runs has been given it back
}

// silence is a time in which the leader answered a node nothing.
type silence struct {
	span
	settled bool // whether the others had it too is known
}

// answered notes that the leader answers, and reports whether that ends a silence.
func (s *shard) answered(now time.Time) (ended bool) {
	silent := now.Sub(s.good)
	switch {
	case s.good.IsZero():
	case silent > play.ShortestOutage:
		s.silences = append(s.silences, silence{span: span{s.good, now}})
		s.shaken(now.Add(roughLong))
		ended = true
	case silent > lookEvery+lookSoon:
		s.shaken(now.Add(rough))
	}
	if now.After(s.good) {
		s.good = now
	}
	return ended
}

// shaken says that commands may be waiting until a moment.
func (s *shard) shaken(until time.Time) {
	if until.After(s.steady) {
		s.steady = until
	}
}

// known reports whether every outage so far is known.
func (s *shard) known(now time.Time) bool {
	if s.good.IsZero() || now.Sub(s.good) > play.ShortestOutage {
		return false
	}
	for _, q := range s.silences {
		if !q.settled {
			return false
		}
	}
	return true
}

// whole is until when all that the shard took from anybody is known and given back; zero
// where it was not asked yet.
func (s *shard) whole() time.Time {
	at := s.good
	for _, q := range s.silences {
		if !q.settled && q.from.Before(at) {
			at = q.from
		}
	}
	for _, o := range s.outages {
		if o.owed && o.from.Before(at) {
			at = o.from
		}
	}
	return at
}

// forget drops what nobody asks about any more.
func (s *shard) forget(now time.Time) {
	for len(s.silences) > 0 && s.silences[0].settled && (len(s.silences) > mostKept || now.Sub(s.silences[0].to) > keptFor) {
		s.silences = s.silences[1:]
	}
	for len(s.outages) > mostKept || len(s.outages) > 0 && now.Sub(s.outages[0].to) > keptFor {
		s.outages = s.outages[1:]
	}
}

// spans are the silences, for others to hear of.
func (s *shard) spans() (list []span) {
	for _, q := range s.silences {
		list = append(list, q.span)
	}
	return list
}

// given is an outage as it is given back: as long as it was by this node, wherever its
// clock was set meanwhile.
func given(s span) play.Outage {
	to := s.to.Round(0)
	return play.Outage{From: to.Add(-s.long()), To: to}
}
