package alphabeta

// Game is what a search asks of the rules of a game. P is a position with a side
// on turn, M a move; both are small values. Scores are always
// those of the side on turn.
type Game[P any, M comparable] interface {
	// Moves appends the legal moves. There are none exactly where the game is
	// over; a pass that is forced is a move.
	Moves(p P, list []M) []M
	// After returns the position after a move, with the other side on turn.
	After(p P, m M) P
	// Value judges a position as it stands. Where the game is over it is Win or
	// more for a win, -Win or less for a loss, near 0 for a draw; elsewhere it
	// stays well between -Win and Win.
	Value(p P) int
	// Sharp appends the moves that have to be followed before a position may be
	// judged, such as captures; forced says that there are no others.
	Sharp(p P, list []M) (moves []M, forced bool)
	// Promise guesses how good a move is, so that better ones are tried first:
	// higher is better, less than Known in size. With depth 1 or less there is
	// little to be saved by a good guess, and it should be cheap.
	Promise(p P, m M, depth int) int
	// Key returns a number that differs between positions, but for chance.
	Key(p P) uint64
}

// Scores and bounds of a search.
const (
	Win   = 1 << 20 // the score of a game that is won; more where it is won by more
	Known = 1 << 16 // bound of Promise

	// won is what the score of a win that is still some plies away exceeds.
	won      = Win - longest
	longest  = 1 << 8 // plies, more than any search goes deep
	infinity = 1 << 24

	// PollEvery is how many positions a search looks at between two questions
	// whether to stop.
	PollEvery = 256
)

// Limits bound a search, and so its strength.
type Limits struct {
	Depth int // plies to look ahead, captures beyond them not counted; at least 1
	Nodes int // positions to look at before the search ends; the first ply is always finished
	Noise int // judgements are off by up to this much either way
}

// Problem is what is searched.
type Problem[P any, M comparable] struct {
	Position P
	Moves    []M      // the legal moves, at least one; of equals the first is taken
	Past     []uint64 // keys of positions that count as drawn should they stand again, in any order
	Seed     uint64   // what the misjudgements are drawn from
	Stop     func() bool
}

// Found is what a search comes to.
type Found[M comparable] struct {
	Move  M
	Score int // of the side on turn
	Depth int // plies that were looked ahead in full
	Nodes int // positions that were looked at
}
