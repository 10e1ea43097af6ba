package projections

import "plylog/events"

// Tally is how games went for a player.
type Tally struct{ Won, Lost, Drawn int }

// Games returns how many games it counts.
func (t Tally) Games() int { return t.Won + t.Lost + t.Drawn }

// add counts a game by who won it, seen from a seat, so many times.
func (t *Tally) add(seat, winner events.Seat, times int) {
	switch winner {
	case seat:
		t.Won += times
	case events.Nobody:
		t.Drawn += times
	default:
		t.Lost += times
	}
}

// plus adds the games of another tally.
func (t *Tally) plus(o Tally) {
	t.Won += o.Won
	t.Lost += o.Lost
	t.Drawn += o.Drawn
}

// counts reports whether a result says anything about who sat in the game: two
// players played it, and all of it here. elsewhere is set for games that were
// imported, or that began at a point of another game.
func counts(who [2]events.PlayerID, reason string, elsewhere bool) bool {
	return who[0] != "" && who[1] != "" && who[0] != who[1] && reason != aborted && !elsewhere
}

// aborted is the reason of games that ended before they were played.
const aborted = "aborted"

// appendFields appends the tally to an object.
func (t *Tally) appendFields(b []byte) []byte {
	b = number(b, "games", int64(t.Games()))
	b = number(b, "won", int64(t.Won))
	b = number(b, "lost", int64(t.Lost))
	return number(b, "drawn", int64(t.Drawn))
}
