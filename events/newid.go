package events

import (
	"fmt"
	"io"
	"time"
)

// NewGameID makes the id of a new game: a version 7 UUID (RFC 9562, 5.7), whose
// first 48 bits are now in milliseconds and whose other 74 come from entropy.
// Ids therefore sort by the time at which they were made, to the millisecond.
func NewGameID(now time.Time, entropy io.Reader) (GameID, error) {
	id, err := newUUID(now, entropy)
	return GameID(id), err
}

// NewCommandID makes an id for a command, as NewGameID does for a game.
func NewCommandID(now time.Time, entropy io.Reader) (CommandID, error) {
	id, err := newUUID(now, entropy)
	return CommandID(id), err
}

func newUUID(now time.Time, entropy io.Reader) (id [16]byte, err error) {
	ms := now.UnixMilli()
	if ms < 0 || ms >= 1<<48 {
		return id, fmt.Errorf("%w: %s is outside the years that a UUID can hold", ErrBadID, now)
	}
	if _, err := io.ReadFull(entropy, id[6:]); err != nil {
		return [16]byte{}, fmt.Errorf("reading entropy for an id: %w", err)
	}
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id, nil
}
