package projections

import (
	"cmp"
	"slices"
	"sync"

	"plylog/events"
)

// Players is the projection of how games went for their players. It is told by
// the Lobby: a game counts when its row comes to be over, and not any more should
// the game turn out to be damaged, so that it counts once however often its
// events are delivered.
type Players struct {
	number  func(events.PlayerID) uint32 // as the Lobby numbers them; 0: unknown
	mu      sync.RWMutex
	tallies map[uint32][]KindTally
}

// PlayerResults is how the games of a player went: those that are over and were
// played here by two players. Aborted and imported ones do not count.
type PlayerResults struct {
	Player events.PlayerID
	Total  Tally
	Kinds  []KindTally // of which there are games, by name
}

// KindTally is how games of one kind went.
type KindTally struct {
	Kind string
	Tally
}

// Get returns how the games of a player went; nothing of one that is not known.
func (p *Players) Get(player events.PlayerID) PlayerResults {
	r := PlayerResults{Player: player}
	who := p.number(player)
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, k := range p.tallies[who] {
		if k.Tally != (Tally{}) { // all of them were damaged
			r.Kinds = append(r.Kinds, k)
			r.Total.plus(k.Tally)
		}
	}
	slices.SortFunc(r.Kinds, func(a, b KindTally) int { return cmp.Compare(a.Kind, b.Kind) })
	return r
}

// count counts a game of two players by who won it, so many times.
func (p *Players) count(kind string, players [2]uint32, winner events.Seat, times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, who := range players {
		list := p.tallies[who]
		at := slices.IndexFunc(list, func(k KindTally) bool { return k.Kind == kind })
		if at < 0 {
			at = len(list)
			list = append(list, KindTally{Kind: kind})
			p.tallies[who] = list
		}
		list[at].add(events.First+events.Seat(i), winner, times)
	}
}

// AppendJSON appends the results as they are served.
func (r *PlayerResults) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = textField(b, "player", string(r.Player))
	b = r.Total.appendFields(b)
	b = append(key(b, "kinds"), '[')
	for i := range r.Kinds {
		if i > 0 {
			b = append(b, ',')
		}
		b = textField(append(b, '{'), "kind", r.Kinds[i].Kind)
		b = append(r.Kinds[i].Tally.appendFields(b), '}')
	}
	return append(b, ']', '}')
}
