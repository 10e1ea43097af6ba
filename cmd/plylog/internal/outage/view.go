package outage

import (
	"time"

	"plylog/events/play"
)

const (
	// settleWait bounds how long a node waits for others to say how they see a silence.
	settleWait = 3 * time.Second
	// bornWait is how long a node that was just started waits for others that it does not
	// know yet.
	bornWait = time.Second
	// recent is how long before a silence somebody must have been heard to be waited for.
	recent = 10 * time.Second
)

// view is what a node knows. It does nothing by itself, and has no clock.
type view struct {
	node   string
	begun  time.Time // when it began to look
	serves time.Time // since when it takes commands; zero: not yet
	shards []shard
	peers  map[string]*peer
}

func newView(node string, shards int) *view {
	return &view{node: node, shards: make([]shard, shards), peers: make(map[string]*peer)}
}

// begin begins to look. Nobody is known to have served since a moment, zero for unknown.
func (v *view) begin(since, now time.Time) {
	v.begun = now
	if since.IsZero() {
		return
	}
	for i := range v.shards {
		if since.Before(now) {
			v.shards[i].good = since
		}
		v.shards[i].shaken(now.Add(roughStart))
	}
}

// report is what the others are told.
func (v *view) report(now time.Time, ask, gone bool) *report {
	r := &report{Node: v.node, Ask: ask, Gone: gone, Serves: since(v.serves, now)}
	for i := range v.shards {
		s := seen{Good: since(v.shards[i].good, now), Silences: [][2]int64{}}
		for _, q := range v.shards[i].spans() {
			s.Silences = append(s.Silences, [2]int64{*since(q.from, now), *since(q.to, now)})
		}
		r.Shards = append(r.Shards, s)
	}
	return r
}

// hear takes in what another node tells.
func (v *view) hear(r *report, now time.Time) {
	if r.Node != v.node {
		v.peers[r.Node] = r.peer(now)
	}
}

// awaited reports whether somebody has yet to say how they see a silence.
func (v *view) awaited(q span, now time.Time) bool {
	if now.Sub(v.begun) < bornWait {
		return true
	}
	if now.Sub(q.to) >= settleWait {
		return false
	}
	for _, p := range v.peers {
		if !p.gone && !p.heard.After(q.to) && p.heard.After(q.from.Add(-recent)) {
			return true
		}
	}
	return false
}

// settle decides about the silences that nobody is awaited for any more, and returns the
// outages that come of it, by shard.
func (v *view) settle(now time.Time) (found map[int][]*outage) {
	for i := range v.shards {
		s := &v.shards[i]
		for j := range s.silences {
			q := &s.silences[j]
			if q.settled || v.awaited(q.span, now) {
				continue
			}
			q.settled = true
			all := []span{q.span}
			for _, p := range v.peers {
				all = common(all, p.shards[i], play.ShortestOutage)
			}
			for _, o := range all {
				if found == nil {
					found = make(map[int][]*outage)
				}
				one := &outage{span: o, owed: true}
				s.outages = append(s.outages, one)
				found[i] = append(found[i], one)
			}
		}
		s.forget(now)
	}
	for name, p := range v.peers {
		if now.Sub(p.heard) > keptFor {
			delete(v.peers, name)
		}
	}
	return found
}

// whole is until when all that any shard took from anybody is known and given back; zero
// where one was not asked yet.
func (v *view) whole() (at time.Time) {
	for i := range v.shards {
		if whole := v.shards[i].whole(); i == 0 || whole.Before(at) {
			at = whole
		}
	}
	return at
}
