package api

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"plylog/events"
)

// cursor is how far a reader of several games has come in each of them. It is
// written as one word, which stands for itself: nothing is kept of it. In that
// word a game is the last bytes of its id, so that a cursor can be used with
// another list of games too: what it does not know begins as the list says, and
// what the list does not have is passed over.
type cursor struct {
	games []events.GameID // at most mostGames
	seen  []int           // the last event seen of each
}

const (
	cursorForm = 1 // the first byte of a cursor
	cursorTail = 6 // bytes of an id: random in every id that is made, and compared with mostGames others only
	mostGames  = 50
	mostCursor = 4 * (1 + mostGames*(cursorTail+binary.MaxVarintLen32)) / 3
)

// errCursor: a word that is no cursor.
var errCursor = errors.New("not a cursor of this server")

// saw notes an event.
func (c *cursor) saw(game events.GameID, n int) {
	if i := slices.Index(c.games, game); i >= 0 {
		c.seen[i] = n
	}
}

// appendText writes the cursor.
func (c *cursor) appendText(b []byte) []byte {
	var room [1 + mostGames*(cursorTail+binary.MaxVarintLen32)]byte
	raw := append(room[:0], cursorForm)
	for i, game := range c.games {
		if c.seen[i] == 0 {
			continue
		}
		raw = append(raw, game[len(game)-cursorTail:]...)
		raw = binary.AppendUvarint(raw, uint64(c.seen[i]))
	}
	return base64.RawURLEncoding.AppendEncode(b, raw)
}

// read takes over how far a cursor has come in these games. The error is errCursor.
func (c *cursor) read(s string) error {
	if s == "" || len(s) > mostCursor || strings.ContainsAny(s, "\r\n") { // line ends would be passed over
		return errCursor
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || raw[0] != cursorForm {
		return errCursor
	}
	seen := slices.Clone(c.seen)
	for raw = raw[1:]; len(raw) > 0; {
		if len(raw) <= cursorTail {
			return errCursor
		}
		tail := [cursorTail]byte(raw)
		n, size := binary.Uvarint(raw[cursorTail:])
		if size <= 0 || n == 0 || n > mostVersion {
			return errCursor
		}
		raw = raw[cursorTail+size:]
		for i, game := range c.games {
			if [cursorTail]byte(game[len(game)-cursorTail:]) == tail {
				seen[i] = int(n)
			}
		}
	}
	c.seen = seen
	return nil
}
