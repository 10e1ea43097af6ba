package engines

import (
	"fmt"
	"strings"
)

// IllegalError refuses a move and names the rule that forbids it.
type IllegalError struct {
	By         Seat   // who tried
	Move       Move   // what was tried, as sent
	Rule       string // the rule's name on the rules page: "BG-9"
	Code       string // a stable word for programs: "backgammon.higher-die"
	Detail     string // one sentence for people: "24/19 plays the 5; the 6 can be played with 24/18"
	Candidates []Move // what an ambiguous spelling may have meant, else nil
}

// Error implements error.
func (e *IllegalError) Error() string {
	return fmt.Sprintf("%s: %s (%s)", clip(string(e.Move), 64), e.Detail, e.Rule)
}

// BadBoardError refuses the text of a board.
type BadBoardError struct {
	Board  string // what was read
	Rule   string // the rule it offends, if any
	Detail string // what is wrong with it
}

// Error implements error.
func (e *BadBoardError) Error() string {
	return fmt.Sprintf("board %q: %s", clip(e.Board, 120), e.Detail)
}

// BadOptionError refuses an option of a new game.
type BadOptionError struct {
	Option string // its name; empty where the whole object is malformed
	Detail string // what is wrong and what is allowed
}

// Error implements error.
func (e *BadOptionError) Error() string {
	if e.Option == "" {
		return "options: " + e.Detail
	}
	return fmt.Sprintf("option %q: %s", clip(e.Option, 64), e.Detail)
}

// clip keeps what strangers wrote from filling a log line.
func clip(s string, most int) string {
	s = strings.ToValidUTF8(s, "?")
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
