package events

import (
	"errors"
	"fmt"
)

// ErrMalformed is wrapped by every refusal of Encode and Decode: the event, or
// the text of one, is not what the format allows.
var ErrMalformed = errors.New("malformed event")

// The format (contract, section 1) has exactly one spelling for every event, so
// that the stored bytes are a function of what they say:
//
//   - one JSON object without white space, its fields in the order of the
//     structs above, empty fields left out;
//   - integers without sign, fraction, exponent or leading zeros where they are
//     natural, and never beyond mostNumber;
//   - times in UTC with exactly three digits of milliseconds;
//   - strings as UTF-8, with the shortest escapes and only where JSON demands one.
//
// Decode takes this spelling only. Unknown, repeated and misplaced fields are
// therefore refused by the same comparison that finds the known ones.

// mostNumber is the largest integer that every JSON reader keeps exactly: 2^53-1.
const mostNumber = 1<<53 - 1

// timeLayout is how times are written.
const timeLayout = "2006-01-02T15:04:05.000Z"

// malformed makes an error that wraps ErrMalformed.
func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrMalformed, fmt.Errorf(format, args...))
}
