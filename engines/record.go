package engines

import "encoding/json"

// Record is one game as a file of the field tells it (PDN, WTHOR, .mat …). The
// moves are as written, not yet checked against the rules.
type Record struct {
	Name    string          // where it stands in its file: "game 12", "match 7pt game 3"
	Players [2]string       // the first and the second seat's, as written; empty where unknown
	Tags    []Tag           // what else the file says about it, in its order
	Options json.RawMessage // what the game must be made with; empty for the defaults
	Board   string          // start position, where it is not the usual one
	Turns   []Turn
	End     Ending
}

// Turn is one thing that a seat did in a Record.
type Turn struct {
	By   Seat   // Chance for the opening roll, which both seats throw
	Move Move   // a move, or Roll, Double, Take, Drop; passes are left out
	Dice string // with Roll: the dice as Outcome names them, "6-5"; in the opening, first's die first
}

// Ending is how a Record says that its game ended, where the moves alone do not
// end it.
type Ending struct {
	Known  bool   // false: the record stops in the middle
	Winner Seat   // Nobody: a draw
	Points int    // what the win was worth, where the format tells; else 0
	Reason string // why, in the words of Result.Reason, where the format tells: "resigned", "agreed", "time"
	Value  string // the value of a resignation, where the game has several: "single", "gammon", "backgammon"
}

// Tag is one fact that a file states about a game: "Event", "Site", "Date" …
type Tag struct {
	Name, Value string
}

// Format is a file format of the field.
type Format struct {
	Name  string // in URLs and on the command line: "pdn"
	Media string // its media type
	Ext   string // what the names of its files end in, without the dot: "wtb"; empty where that says nothing
	// Fits reports whether a file looks like one of this format, by what only such
	// files begin with or hold. Whether it can be read is for Read to say.
	Fits func(data []byte) bool
	// Read reads every game of a file. What follows from nothing but the moves
	// (who passes, who won) is left to whoever plays them.
	Read func(data []byte) ([]Record, error)
	// Write writes games; nil where the format is only read. A Record whose
	// content the format cannot hold is an error, never a silent loss.
	Write func(games []Record) ([]byte, error)
}

// Formatter is an engine whose games have file formats.
type Formatter interface {
	Engine
	// Formats lists them, the usual one first.
	Formats() []Format
}
