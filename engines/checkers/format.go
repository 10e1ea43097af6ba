package checkers

import (
	"fmt"

	"plylog/engines"
)

// MostFile is the size in bytes above which a file of games is not read.
const MostFile = 16 << 20

// mostTurns is the number of moves above which a recorded game is not read.
const mostTurns = 10_000

// FormatError says why a file of recorded games could not be read.
type FormatError struct {
	Format string // "PDN" or "ACF"
	Game   int    // which game of the file, from 1; 0: the file as a whole
	Line   int    // which line of the file, from 1; 0: no one line
	Detail string // one sentence
}

// Error implements error.
func (e *FormatError) Error() string {
	where := e.Format
	if e.Game > 0 {
		where += fmt.Sprintf(", game %d", e.Game)
	}
	if e.Line > 0 {
		where += fmt.Sprintf(", line %d", e.Line)
	}
	return where + ": " + e.Detail
}

// readResult reads a result as both formats write it. In checkers the first number
// is that of the first player, Red. The scores of two-point results are read as
// well; 0-0, a game that both lost, has no place among our endings.
func readResult(word string) (engines.Ending, bool) {
	switch word {
	case "1-0", "2-0":
		return engines.Ending{Known: true, Winner: engines.First}, true
	case "0-1", "0-2":
		return engines.Ending{Known: true, Winner: engines.Second}, true
	case "1/2-1/2", "1-1":
		return engines.Ending{Known: true, Winner: engines.Nobody}, true
	case "0-0", "*":
		return engines.Ending{}, true
	default:
		return engines.Ending{}, false
	}
}
