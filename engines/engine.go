package engines

import "encoding/json"

// Move is one whole turn in the game's own notation: "8/5 6/5*", "d3",
// "11x18x25". Engines read it liberally and write it in one canonical form.
type Move string

// The moves that are not made on the board. They are commands of their own in
// the API (types roll, double, take, drop) and share the engine's notation.
const (
	Roll   Move = "roll"
	Double Move = "double"
	Take   Move = "take"
	Drop   Move = "drop"
	Pass   Move = "pass"
)

// Outcome is one thing that chance may bring, such as the dice "3-1", with its
// weight among all outcomes of the position.
type Outcome struct {
	Name   string `json:"name"`
	Weight int    `json:"weight"`
}

// Step is one part of a turn as a board shows it: a checker that goes from one
// point to another, a jump, a disc that is placed (From is empty then).
type Step struct {
	From  string   `json:"from,omitempty"`
	To    string   `json:"to"`
	Die   int      `json:"die,omitempty"`   // the die that the step plays, where there are dice
	Takes []string `json:"takes,omitempty"` // what the step hits, captures or flips
}

// Choice is one legal move.
type Choice struct {
	Move  Move   `json:"move"`            // canonical notation
	Steps []Step `json:"steps,omitempty"` // what click-click, drag or step-by-step entry narrows down
	Seen  int    `json:"seen,omitempty"`  // how often the position it leads to has stood, where repetition counts (BC-14)
}

// Result is how a game ended.
type Result struct {
	Winner Seat    `json:"winner,omitzero"` // Nobody: a draw
	Points int     `json:"points"`          // what the win is worth; 0 for a draw
	Reason string  `json:"reason"`          // a stable word: "no-move", "five-captured", "borne-off", "resigned" …
	Score  *[2]int `json:"score,omitempty"` // first and second seat's count, where the game counts (discs in reversi)
}

// Position is one state of a game with everything its rules need to know, the
// past included where a rule looks back. It never changes.
type Position interface {
	// Turn tells whom the game waits for: First, Second, Chance or Nobody.
	Turn() Seat
	// Choices lists the legal moves of a seat now in a fixed order without
	// repeats; nothing for a seat that is not on turn.
	Choices(by Seat) []Choice
	// Play makes a move and returns the position after it. The move is read
	// liberally. Any refusal is an *IllegalError.
	Play(by Seat, m Move) (Position, error)
	// Canonical returns the one spelling of a move that Play accepts here,
	// or the same *IllegalError as Play.
	Canonical(by Seat, m Move) (Move, error)
	// Result returns how the game ended by the rules of the board; false while
	// it goes on.
	Result() (Result, bool)
	// Board writes the position in one line. Equal boards are the same position
	// to the rules, but for what they count (repetitions, quiet moves).
	Board() string
}

// Drawer is a position of a game with dice.
type Drawer interface {
	Position
	// Outcomes lists what chance may bring; not empty exactly when Turn is Chance.
	Outcomes() []Outcome
	// Draw returns the position after an outcome. A wrong one is an *IllegalError.
	Draw(outcome string) (Position, error)
}

// Passer is a position of a game in which a seat may have nothing to play. The
// server then records the pass by itself (BG-10, RV-8).
type Passer interface {
	Position
	// MustPass reports whether the seat on turn can only pass. Play(turn, Pass)
	// is then the one legal move.
	MustPass() bool
}

// Repeater is a position of a game that counts how often a position has stood.
type Repeater interface {
	Position
	// Seen returns how often this very position has stood, this time included,
	// since positions count; 0 where they do not count yet.
	Seen() int
}

// Barrer is a position that can say which moves look possible and are not: a
// capture has precedence (CK-10), a repetition is barred (BC-12).
type Barrer interface {
	Position
	// Barred lists those moves of a seat, each as the refusal that Play gives.
	Barred(by Seat) []*IllegalError
}

// Claimer is a position that one seat may declare drawn (CK-18).
type Claimer interface {
	Position
	// Claims lists the claims open to a seat now: "repetition", "forty-move".
	Claims(by Seat) []string
	// Claim makes a claim; a wrong one is an *IllegalError.
	Claim(by Seat, claim string) (Result, error)
}

// Resigner is a position of a game in which a resignation names a value (BG-26).
type Resigner interface {
	Position
	// Resign says what resigning for a value ("" or "single", "gammon",
	// "backgammon") means here: the result, and whether it takes effect at once
	// or needs the opponent's consent. A wrong value is an *IllegalError.
	Resign(by Seat, value string) (r Result, atOnce bool, err error)
}

// Agreer is a position of a game whose players may agree on a draw (CK-18).
type Agreer interface {
	Position
	// MayAgree reports whether a draw may be offered now.
	MayAgree() bool
}

// Corrector is a position of a game in which the last move may still be put
// right by who made it (RV-12).
type Corrector interface {
	Position
	// MayCorrect reports whether a seat's last move is still open to correction.
	MayCorrect(by Seat) bool
	// Correct returns the position as the last move of a seat would have made it
	// in the spelling given. A correction that is not open, or wrong itself, is an
	// *IllegalError.
	Correct(by Seat, m Move) (Position, error)
}

// Counter is a position that counts its own move tree fast.
type Counter interface {
	Position
	// Perft counts the nodes exactly depth plies below, by the convention of the
	// usual table of its game. unique counts moves with the same from, to and
	// captured set once, where that differs. Negative depths count 0; 0 counts 1.
	Perft(depth int, unique bool) uint64
}

// Engine is the rules of one game under one ruleset.
type Engine interface {
	// Name is the kind: lower-case letters, in URLs, subjects and logs for ever.
	Name() string
	// Ruleset is raised when a rule changes; old rulesets stay and go on
	// validating the games that began under them.
	Ruleset() int
	// Seats returns the field's words for the first and the second seat.
	Seats() [2]string
	// Notation says in a sentence or two how moves are written.
	Notation() string
	// Options lists what a game of this kind can be made with.
	Options() []Option
	// New returns the first position under the options (a JSON object, or empty
	// for the defaults). board, where not empty, is a position to start from
	// instead of the usual one, in any spelling that Parse reads. Errors are
	// *BadOptionError or *BadBoardError.
	New(options json.RawMessage, board string) (Position, error)
	// Parse reads a board under the default options, in the engine's own line or
	// another usual notation of the field. Parse(p.Board()).Board() == p.Board().
	// Errors are *BadBoardError.
	Parse(board string) (Position, error)
	// Draw returns the board for a terminal: lines of text, without colour.
	Draw(p Position) string
}

// Thinker is an engine that can choose a move by itself, for bots.
type Thinker interface {
	Engine
	// Levels is how many strengths there are: 1 (weakest) to Levels.
	Levels() int
	// Think chooses a legal move of the seat on turn. It ends soon after stop
	// first answers true, with the best move found so far. The same position,
	// level, random numbers and answers of stop give the same move. Errors:
	// *IllegalError where the seat has nothing to choose.
	Think(p Position, by Seat, level int, random func(n int) int, stop func() bool) (Move, error)
}

// Ruled is an engine that brings its rules along in writing.
type Ruled interface {
	Engine
	// Rules returns the rules as Markdown: a heading "### BG-9" for each rule that a
	// refusal may name, with what it says below. Chapters have headings of "## ".
	Rules() string
}

// Termed is a position of a game that is played under terms, such as the length
// and the score of a match, that its board may have stated.
type Termed interface {
	Position
	// Terms returns the options that say the same from the usual start; nothing
	// where options cannot.
	Terms() json.RawMessage
}

// Series is an engine whose games form matches.
type Series interface {
	Engine
	// Next returns the options of the game after one that ended with r, whether
	// the seats swap, and whether there is a next game at all.
	Next(options json.RawMessage, r Result) (next json.RawMessage, swap, more bool, err error)
}
