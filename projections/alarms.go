package projections

import "plylog/events"

// alarms are games with a time each; the earliest comes first. They are a binary
// heap of small numbers, which stand for places that never move, so that a game
// is found without a pointer. Not for concurrent use.
type alarms struct {
	places []alarm
	free   []uint32 // places without a game
	heap   []uint32 // places by due
	games  map[events.GameID]uint32
}

// alarm is one game whose time runs. Times are Unix milliseconds.
type alarm struct {
	game     events.GameID
	deadline int64
	due      int64  // when to fire, again if need be
	at       uint32 // where in the heap
	tries    uint8  // how often it was fired for this deadline
}

func newAlarms() *alarms { return &alarms{games: make(map[events.GameID]uint32)} }

// get returns a game's alarm, nil if it has none. It is valid until the next put.
func (a *alarms) get(game events.GameID) *alarm {
	p, ok := a.games[game]
	if !ok {
		return nil
	}
	return &a.places[p]
}

// first returns the alarm that is due first, nil if there is none.
func (a *alarms) first() *alarm {
	if len(a.heap) == 0 {
		return nil
	}
	return &a.places[a.heap[0]]
}

// put adds an alarm of a game that has none.
func (a *alarms) put(v alarm) {
	var p uint32
	if n := len(a.free); n > 0 {
		p, a.free = a.free[n-1], a.free[:n-1]
	} else {
		p = uint32(len(a.places))
		a.places = append(a.places, alarm{})
	}
	v.at = uint32(len(a.heap))
	a.places[p] = v
	a.heap = append(a.heap, p)
	a.games[v.game] = p
	a.up(int(v.at))
}

// move changes when an alarm is due.
func (a *alarms) move(v *alarm, due int64) {
	v.due = due
	a.down(a.up(int(v.at)))
}

// drop takes a game's alarm away, if it has one.
func (a *alarms) drop(game events.GameID) {
	p, ok := a.games[game]
	if !ok {
		return
	}
	at, last := int(a.places[p].at), len(a.heap)-1
	a.swap(at, last)
	a.heap = a.heap[:last]
	if at < last {
		a.down(a.up(at))
	}
	delete(a.games, game)
	a.free = append(a.free, p)
}

// all calls f with every alarm, in no order.
func (a *alarms) all(f func(*alarm)) {
	for _, p := range a.heap {
		f(&a.places[p])
	}
}

// order makes a heap of it again after f changed when alarms are due.
func (a *alarms) order() {
	for i := len(a.heap)/2 - 1; i >= 0; i-- {
		a.down(i)
	}
}

func (a *alarms) due(i int) int64 { return a.places[a.heap[i]].due }

func (a *alarms) swap(i, j int) {
	a.heap[i], a.heap[j] = a.heap[j], a.heap[i]
	a.places[a.heap[i]].at, a.places[a.heap[j]].at = uint32(i), uint32(j)
}

// up moves what is due earlier than those above it up, and returns where to.
func (a *alarms) up(i int) int {
	for i > 0 {
		above := (i - 1) / 2
		if a.due(above) <= a.due(i) {
			break
		}
		a.swap(i, above)
		i = above
	}
	return i
}

// down moves what is due later than those below it down.
func (a *alarms) down(i int) {
	for {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < len(a.heap); below++ {
			if a.due(below) < a.due(least) {
				least = below
			}
		}
		if least == i {
			return
		}
		a.swap(i, least)
		i = least
	}
}
