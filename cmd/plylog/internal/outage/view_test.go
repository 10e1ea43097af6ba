package outage

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events/play"
)

// began is when the tests begin.
var began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// part is a node of a world that is made by chance: when it ran, and when it reached the
// leader of the only shard.
type part struct {
	view  *view
	skew  time.Duration // of its clock
	runs  span
	cut   []span // from the leader and from the others
	name  string
	next  time.Time // when it asks the leader
	found []span    // by true time
}

func (p *part) reaches(at time.Time) bool {
	if at.Before(p.runs.from) || !at.Before(p.runs.to) {
		return false
	}
	for _, c := range p.cut {
		if !at.Before(c.from) && at.Before(c.to) {
			return false
		}
	}
	return true
}

// world is some nodes and a shard that is led but for some times.
type world struct {
	parts []*part
	away  []span
	mail  []letter
	slow  func() time.Duration // how long a letter takes
}

// letter is what a node tells another.
type letter struct {
	to   *part
	said []byte
	at   time.Time
}

func (w *world) led(at time.Time) bool {
	for _, a := range w.away {
		if !at.Before(a.from) && at.Before(a.to) {
			return false
		}
	}
	return true
}

// step lets a moment pass.
func (w *world) step(at time.Time) {
	w.deliver(at)
	for _, p := range w.parts {
		if at.Before(p.runs.from) || !at.Before(p.runs.to) {
			continue
		}
		now := at.Add(p.skew)
		if p.view == nil {
			p.view = newView(p.name, 1)
			p.view.begin(time.Time{}, now)
			p.view.serves = now
		}
		ask := false
		s := &p.view.shards[0]
		if !at.Before(p.next) {
			p.next = at.Add(lookSoon)
			if w.led(at) && p.reaches(at) {
				p.next = at.Add(lookEvery)
				ask = s.answered(now)
			}
		}
		if ask || at.Sub(began)%time.Second == 0 {
			w.tell(p, ask, at)
		}
		for _, f := range p.view.settle(now)[0] {
			p.found = append(p.found, span{f.from.Add(-p.skew), f.to.Add(-p.skew)})
		}
	}
}

// tell brings what a node tells to those whom it reaches.
func (w *world) tell(p *part, ask bool, at time.Time) {
	if !p.reaches(at) {
		return
	}
	said := p.view.report(at.Add(p.skew), ask, false).bytes()
	for _, o := range w.parts {
		if o == p || o.view == nil || !o.reaches(at) {
			continue
		}
		w.mail = append(w.mail, letter{o, said, at.Add(w.slow())})
	}
}

// deliver brings what has come.
func (w *world) deliver(at time.Time) {
	mail := w.mail
	w.mail = nil
	for _, l := range mail {
		if l.at.After(at) {
			w.mail = append(w.mail, l)
			continue
		}
		r, err := parse(l.said, 1)
		if err != nil {
			panic(err)
		}
		l.to.view.hear(r, at.Add(l.to.skew))
		if r.Ask {
			w.tell(l.to, false, at)
		}
	}
}

// able reports whether any node that still runs at the end could have stored something
// at a moment.
func (w *world) able(at time.Time) bool {
	for _, p := range w.parts {
		if w.led(at) && p.reaches(at) {
			return true
		}
	}
	return false
}

// met reports whether somebody who could store something in a span could also tell a node
// of it when that was back: for so long that a question and its answer come through.
func (w *world) met(p *part, f span) bool {
	const grain, enough = 125 * time.Millisecond, lookEvery
	for _, o := range w.parts {
		if o == p {
			continue
		}
		stored, together := false, time.Duration(0)
		for at := f.from; at.Before(f.to); at = at.Add(grain) {
			stored = stored || w.led(at) && o.reaches(at)
		}
		for at := f.to; at.Before(f.to.Add(settleWait)); at = at.Add(grain) {
			if o.reaches(at) && p.reaches(at) {
				together += grain
			}
		}
		if stored && together < enough {
			return false
		}
	}
	return true
}

func spans(rt *rapid.T, name string, most int, length int) (list []span) {
	at := began.Add(5 * time.Second)
	for n := rapid.IntRange(0, most).Draw(rt, name); n > 0; n-- {
		at = at.Add(time.Duration(rapid.IntRange(8_000, 30_000).Draw(rt, name+" calm")) * time.Millisecond)
		to := at.Add(time.Duration(rapid.IntRange(100, length).Draw(rt, name+" long")) * time.Millisecond)
		list = append(list, span{at, to})
		at = to
	}
	return list
}

// Whoever is cut off while others go on gives nothing back, unless those who went on are
// cut off in turn before they could say so; what nobody could do anything
// in is an outage, for everybody who was there, however wrong their clocks are.
func TestOutagesAreWhatAllHadInCommon(t *testing.T) {
	const grain = 125 * time.Millisecond
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{away: spans(rt, "away", 3, 15_000), slow: func() time.Duration { return time.Duration(rapid.IntRange(0, 250).Draw(rt, "slow")) * time.Millisecond }}
		for i := range rapid.IntRange(1, 3).Draw(rt, "nodes") {
			w.parts = append(w.parts, &part{
				name: fmt.Sprint("node", i), skew: time.Duration(rapid.IntRange(-3600, 3600).Draw(rt, "skew")) * time.Second,
				next: began.Add(time.Duration(rapid.IntRange(0, 1000).Draw(rt, "phase")) * time.Millisecond), runs: span{began, never}, cut: spans(rt, "cut", 2, 8_000),
			})
		}
		end := began.Add(75 * time.Second)
		var nobody []span // the times in which nobody could do anything
		for at := began; at.Before(end); at = at.Add(grain) {
			w.step(at)
			switch n := len(nobody); {
			case w.able(at):
			case n > 0 && nobody[n-1].to.Equal(at):
				nobody[n-1].to = at.Add(grain)
			default:
				nobody = append(nobody, span{at, at.Add(grain)})
			}
		}
		// A leader is asked every second, and every quarter of one where it is silent.
		// What others tell is a little old when it comes.
		const slack = lookEvery + 3*lookSoon + 2*grain
		for _, p := range w.parts {
			for _, f := range p.found {
				wide := span{f.from.Add(slack), f.to.Add(-slack)}
				if len(common([]span{wide}, nobody, wide.long()-time.Nanosecond)) == 0 && wide.long() > 0 && w.met(p, f) {
					rt.Fatalf("%s gives back %v to %v, and nobody could move in %v", p.name, f.from.Sub(began), f.to.Sub(began), told(nobody))
				}
			}
			for _, n := range nobody {
				if n.long() > play.ShortestOutage+slack && n.to.Before(end.Add(-20*time.Second)) && len(common([]span{n}, p.found, n.long()-slack)) == 0 {
					rt.Fatalf("%s found %v, and nobody could move from %v to %v", p.name, told(p.found), n.from.Sub(began), n.to.Sub(began))
				}
			}
		}
	})
}

func told(list []span) (s []string) {
	for _, x := range list {
		s = append(s, fmt.Sprintf("%v-%v", x.from.Sub(began), x.to.Sub(began)))
	}
	return s
}

// TestFoundAgain: a node notes until when nobody lacks any time. One that ends between
// finding an outage and giving it back has not noted that it is over, so that whoever
// comes next finds it.
func TestFoundAgain(t *testing.T) {
	at := func(s int) time.Time { return began.Add(time.Duration(s) * time.Second) }
	v := newView("a", 2)
	v.begin(time.Time{}, began)
	v.serves = began
	for i := range v.shards {
		v.shards[i].answered(at(1))
	}
	for s := 2; s <= 9; s++ {
		v.shards[1].answered(at(s))
	}
	v.shards[0].answered(at(9)) // away for eight seconds
	if got := v.whole(); !got.Equal(at(1)) {
		t.Errorf("before it is known: whole until %v", got.Sub(began))
	}
	found := v.settle(at(9).Add(settleWait))
	if len(found) != 1 || len(found[0]) != 1 {
		t.Fatalf("found %v", found)
	}
	if got := v.whole(); !got.Equal(at(1)) {
		t.Errorf("before it is given back: whole until %v", got.Sub(began))
	}
	for s := 10; s <= 13; s++ {
		v.shards[0].answered(at(s))
		v.shards[1].answered(at(s))
	}
	next := newView("b", 2)
	next.begin(v.whole(), at(13))
	next.serves = at(13)
	next.hear(v.report(at(13), false, true), at(13))
	for i := range next.shards {
		next.shards[i].answered(at(14))
	}
	again := next.settle(at(14).Add(settleWait))
	if len(again[0]) != 1 || again[0][0].span != found[0][0].span || len(again[1]) != 0 {
		t.Errorf("the next finds %v, not what was found", again)
	}
	found[0][0].owed = false
	if got := v.whole(); !got.Equal(at(13)) {
		t.Errorf("given back: whole until %v", got.Sub(began))
	}
}
