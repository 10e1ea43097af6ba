package baghchal

import (
	"plylog/engines"
	"plylog/engines/alphabeta"
)

// hop is a move in a search: the points of a move in little room.
type hop struct{ from, to, takes int8 }

func (m move) hop() hop { return hop{int8(m.from), int8(m.to), int8(m.takes)} }

func (h hop) move() move { return move{int(h.from), int(h.to), int(h.takes)} }

// searched implements alphabeta.Game over boards. It knows nothing of positions
// that are barred: the moves of the position that is searched are given, and
// deeper down a position that stands again counts as even.
type searched struct{}

// Moves implements alphabeta.Game.
func (searched) Moves(b board, list []hop) []hop {
	for m := range b.moves() {
		list = append(list, m.hop())
	}
	return list
}

// After implements alphabeta.Game.
func (searched) After(b board, h hop) board { return b.after(h.move()) }

// Sharp implements alphabeta.Game: the captures of the tigers.
func (searched) Sharp(b board, list []hop) ([]hop, bool) {
	if b.side == engines.First || b.captured >= mostCaptured {
		return list, false
	}
	for rest := b.tigers; rest != 0; rest &= rest - 1 {
		from := first(rest)
		for to := b.landings(from); to != 0; to &= to - 1 {
			list = append(list, move{from, first(to), over(from, first(to))}.hop())
		}
	}
	return list, false
}

// Key implements alphabeta.Game.
func (searched) Key(b board) uint64 { return keyed(b.key(), b.hand, b.captured) }

func keyed(key uint64, hand, captured uint8) uint64 {
	return alphabeta.Mix(key ^ alphabeta.Mix(uint64(hand)<<8|uint64(captured)))
}

// Promise implements alphabeta.Game: captures first; goats where they cannot be
// jumped, on the border.
func (searched) Promise(b board, h hop, _ int) int {
	switch {
	case h.takes != none:
		return 1000
	case b.side == engines.First && has(border, int(h.to)):
		return 20
	default:
		return size(near[h.to])
	}
}

// border is the sixteen points around.
const border = fileA | fileE | 0x1f | 0x1f<<20

// What things are worth, a captured goat being 1000.
const (
	worthCapture = 1000
	worthTrapped = 350 // a tiger that cannot move
	worthFree    = 14  // a point that a tiger can go to
	worthThreat  = 450 // a goat that can be captured, the tigers being on turn
	worthFork    = 300 // a second goat that can be captured, the goats being on turn
	worthSafe    = 60  // an empty point that no tiger can get to
	worthBorder  = 12  // a goat on the border
	worthHand    = 10  // a goat that is not on the board yet
)

// Value implements alphabeta.Game. The tigers count captures, ways to go and goats
// in danger; the goats tigers that are stuck and points behind their lines.
func (searched) Value(b board) int {
	v, over := b.tigersView()
	if !over {
		switch threats := b.threatened(); {
		case b.side == engines.Second && threats > 0:
			v += worthThreat
		case b.side == engines.First && threats > 1:
			v += worthFork
		}
	}
	if b.side == engines.First {
		return -v
	}
	return v
}

// tigersView is the judgement as the tigers see it, whoever is on turn, without
// what can be captured; over tells that the game has ended so.
func (b board) tigersView() (v int, over bool) {
	if b.captured >= mostCaptured {
		return alphabeta.Win, true
	}
	empty := b.empty()
	free, trapped := 0, 0
	for rest := b.tigers; rest != 0; rest &= rest - 1 {
		t := first(rest)
		n := size(near[t]&empty) + size(b.landings(t))
		free += n
		if n == 0 {
			trapped++
		}
	}
	switch {
	case trapped == pack && b.side == engines.Second:
		return -alphabeta.Win, true
	case b.side == engines.First && b.hand == 0 && !b.goatsMove():
		return alphabeta.Win, true
	}
	v = worthCapture*int(b.captured) + worthFree*free - worthTrapped*trapped
	v -= worthSafe * size(empty&^b.reached())
	v -= worthBorder*size(b.goats&border) + worthHand*int(b.hand)
	return v, false
}

// goatsMove reports whether a goat on the board can step.
func (b board) goatsMove() bool {
	empty := b.empty()
	for rest := b.goats; rest != 0; rest &= rest - 1 {
		if near[first(rest)]&empty != 0 {
			return true
		}
	}
	return false
}

// threatened counts the goats that a tiger can capture.
func (b board) threatened() int {
	var prey set
	for rest := b.tigers; rest != 0; rest &= rest - 1 {
		from := first(rest)
		for to := b.landings(from); to != 0; to &= to - 1 {
			prey |= bit(over(from, first(to)))
		}
	}
	return size(prey)
}

// reached returns the empty points that the tigers can get to by steps, were the
// goats to stand still.
func (b board) reached() set {
	empty := b.empty()
	var all set
	for rim := b.tigers; rim != 0; {
		var more set
		for ; rim != 0; rim &= rim - 1 {
			more |= near[first(rim)]
		}
		rim = more & empty &^ all
		all |= rim
	}
	return all
}
