package engines

import "fmt"

// Seat is a place at the board. Games have two seats; which of them moves first
// and what the field calls them is the engine's matter (see Engine.Seats).
type Seat uint8

// The seats, and the two answers to "whose turn is it" that are no seat.
const (
	Nobody Seat = iota // the game is over; as a winner: a draw
	First              // black in reversi, red in checkers, goats in Bagh-Chal
	Second
	Chance // dice are awaited
)

// Opponent returns the other seat of First and Second, and Nobody of the rest.
func (s Seat) Opponent() Seat {
	switch s {
	case First:
		return Second
	case Second:
		return First
	default:
		return Nobody
	}
}

// Plays reports whether s is a seat that somebody sits on: First or Second.
func (s Seat) Plays() bool { return s == First || s == Second }

// String returns "first", "second", "chance" or "nobody".
func (s Seat) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	case Chance:
		return "chance"
	default:
		return "nobody"
	}
}

// ParseSeat reads what String writes.
func ParseSeat(s string) (Seat, error) {
	switch s {
	case "first":
		return First, nil
	case "second":
		return Second, nil
	case "chance":
		return Chance, nil
	case "nobody":
		return Nobody, nil
	default:
		return Nobody, fmt.Errorf("seat %q is none of first, second, chance, nobody", s)
	}
}

// MarshalText implements encoding.TextMarshaler.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Seat) UnmarshalText(b []byte) error {
	v, err := ParseSeat(string(b))
	if err != nil {
		return err
	}
	*s = v
	return nil
}
