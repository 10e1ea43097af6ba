//go:build !torture

package projections_test

// What each of the writers of TestEverythingAtOnce does.
const (
	stressGames = 4
	stressMoves = 12 // of a game, on average
)
