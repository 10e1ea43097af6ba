package events

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Ruled is the data of what an administrator did: TypeAdjudicated, TypePaused,
// TypeContinued and TypeClosed. Who that was the event's By says.
type Ruled struct {
	Ruling string `json:"ruling,omitempty"` // adjudicated: RuledFirst, RuledSecond, RuledDraw or RuledVoid
	Reason string `json:"reason,omitempty"` // in words, as CheckReason takes them; only a game that goes on again needs none
}

// How a game is adjudicated.
const (
	RuledFirst  = "first"  // the first seat wins
	RuledSecond = "second" // the second seat wins
	RuledDraw   = "draw"
	RuledVoid   = "void" // it counts for nobody, as if it had been aborted
)

func (*Ruled) data() {}

// MostReason is the length in characters that the reason of an administrator's
// act may have.
const MostReason = 500

// CheckReason says what is wrong with the reason of an administrator's act: it
// has 1 to MostReason characters and none that controls how text is shown.
func CheckReason(s string) error {
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		return fmt.Errorf("a reason is missing: say in 1 to %d characters why", MostReason)
	case n > MostReason || !utf8.ValidString(s):
		return fmt.Errorf("the reason is %d characters long; want 1 to %d", n, MostReason)
	}
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("the reason has the control character %U in it", r)
		}
	}
	return nil
}

// ruledOK reports whether t is a type whose data is a Ruled.
func ruledOK(t Type) bool {
	switch t {
	case TypeAdjudicated, TypePaused, TypeContinued, TypeClosed:
		return true
	default:
		return false
	}
}

// check checks the data of an event of a type.
func (d *Ruled) check(t Type) error {
	switch d.Ruling {
	case RuledFirst, RuledSecond, RuledDraw, RuledVoid:
		if t != TypeAdjudicated {
			return malformed("%s: there is no ruling in it", t)
		}
	case "":
		if t == TypeAdjudicated {
			return malformed("adjudicated: the ruling is missing")
		}
	default:
		return malformed("ruling %.40q: want first, second, draw or void", d.Ruling)
	}
	if t == TypeContinued && d.Reason == "" {
		return nil
	}
	if err := CheckReason(d.Reason); err != nil {
		return malformed("%s: %w", t, err)
	}
	return nil
}
