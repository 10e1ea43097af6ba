//go:build torture

package projections_test

// What each of the writers of TestEverythingAtOnce does.
const (
	stressGames = 250
	stressMoves = 50 // of a game, on average
)
