package engines

// Judge is an engine that can say how a game stands, for bots that answer offers.
type Judge interface {
	Engine
	// Judge returns what a seat may expect, in thousandths of a single win: 1000
	// where it has won, -1000 where it has lost, 0 where the chances are even;
	// more than that where a win may be worth more. It is an estimate that takes
	// some milliseconds, and the same for the same position.
	Judge(p Position, by Seat) int
}
