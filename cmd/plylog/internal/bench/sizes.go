package bench

import "time"

// sizes is how much is measured. Tests measure less.
type sizes struct {
	runs       int            // rounds
	sample     time.Duration  // of a timed sample
	writers    []int          // games at once, for append
	clients    []int          // games at once over HTTP
	under      int            // games under way at once, for moves
	every      time.Duration  // between the moves of a game, for the same
	readers    int            // of the feed
	published  int            // events of a feed sample
	listening  int            // readers of the feed over HTTP
	deaf       int            // and of those beside them that read nothing
	turns      int            // without those, and as many beside them
	told       int            // events of such a turn
	stored     int            // events of the store that is rebuilt
	folded     int            // games that are folded one by one
	depths     map[string]int // of the counts, by kind
	leastCount time.Duration  // of counting, for a sample
	passes     int            // over the wildbg set
	contests   int            // games between two levels of bots
	levels     int            // the highest level that plays
	grown      int            // games of the store that a server starts on
	grownLeast int            // of the smaller one that it is compared with
	atHand     int            // games that are weighed while they are at hand
	reading    int            // readers that are weighed
	longGames  int            // that lie all over a store
	spread     int            // events of the store that long games lie in
	openings   int            // long games that are opened from the log
	forget     time.Duration  // after which a store has nothing in memory of what it read
}

// full is what the command measures.
func full() sizes {
	return sizes{
		runs: 5, sample: 2 * time.Second,
		writers: []int{1, 64, 256}, clients: []int{1, 64, 256}, under: 1000, every: time.Second,
		readers: 10_000, published: 40, listening: 800, deaf: 200, turns: 6, told: 20,
		stored: 200_000, folded: 300,
		depths: map[string]int{"reversi": 9, "checkers": 9, "baghchal": 7}, leastCount: 300 * time.Millisecond,
		passes:   4,
		contests: 100, levels: 99,
		grown: 40_000, grownLeast: 20_000, atHand: 4_000, reading: 2_000, longGames: 52, spread: 100_000, openings: 3, forget: 11 * time.Second,
	}
}

// grow sets how many games the store has that a server starts on; long games then lie
// in a store of as many events.
func (s *sizes) grow(games int) {
	s.grown, s.spread = games, max(s.spread, games)
	if games >= 1_000_000 {
		s.openings = 13
	}
}
