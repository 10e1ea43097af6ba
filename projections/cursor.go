package projections

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// A cursor is the rank of the last game of a page: a byte for the format, the
// time of creation and the id, in unpadded base64 for URLs.
const (
	cursorFormat = 1
	cursorBytes  = 1 + 8 + 16
)

var cursorText = base64.RawURLEncoding.Strict()

// cursor writes a rank for strangers to bring back.
func (a rank) cursor() string {
	b := make([]byte, 0, cursorBytes)
	b = append(b, cursorFormat)
	b = binary.BigEndian.AppendUint64(b, uint64(a.created))
	b = append(b, a.game[:]...)
	return cursorText.EncodeToString(b)
}

// parseCursor reads what cursor wrote and nothing else; nil for the empty text.
// Errors are ErrCursor.
func parseCursor(s string) (*rank, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) != cursorText.EncodedLen(cursorBytes) {
		return nil, fmt.Errorf("%w: it has %d characters", ErrCursor, len(s))
	}
	b, err := cursorText.DecodeString(s)
	if err != nil || len(b) != cursorBytes || b[0] != cursorFormat { // line breaks are skipped when decoding
		return nil, fmt.Errorf("%w: not one that was given out", ErrCursor)
	}
	r := &rank{created: int64(binary.BigEndian.Uint64(b[1:]))}
	copy(r.game[:], b[9:])
	return r, nil
}
