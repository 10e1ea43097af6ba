package play

// What the tests outside need of the inside.
var (
	DecideFlag   = decideFlag
	DecideResume = decideResume
)

// Rolled is the game as if that many rolls had fallen.
func Rolled(g *Game, rolls int) *Game {
	next := *g
	next.rolls = rolls
	for i := range next.shown {
		next.shown[i].Roll = rolls
	}
	return &next
}
