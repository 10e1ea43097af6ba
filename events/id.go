package events

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// ErrBadID is wrapped by every refusal of an id's text.
var ErrBadID = errors.New("bad id")

// GameID names a game: a UUID, written in its canonical lower-case form. New
// games get a version 7 id; a game created under an idempotency key gets one
// that follows from the key (version 8).
type GameID [16]byte

// CommandID names a command. The same command id in the same game is the same
// command, for ever.
type CommandID [16]byte

// PlayerID is an opaque name for who acted, never a person's name or address:
// "p_" and a word, or System.
type PlayerID string

// System acts where nobody does: flags, adjudications.
const System PlayerID = "system"

// botPrefix begins the player id of a bot; its name follows.
const botPrefix = "p_bot"

// BotPlayer is the player id of a bot. It says so to everybody who sees the game.
func BotPlayer(name string) PlayerID { return PlayerID(botPrefix + name) }

// Bot returns the name of the bot that a player id is of. The ids of people may
// look alike: who must be sure knows the names of the bots.
func (p PlayerID) Bot() (name string, ok bool) { return strings.CutPrefix(string(p), botPrefix) }

// ParseGameID reads a game id: exactly the 36 characters that String writes.
// Errors wrap ErrBadID.
func ParseGameID(s string) (GameID, error) {
	id, err := parseUUID(s)
	if err != nil {
		return GameID{}, fmt.Errorf("game id: %w", err)
	}
	return GameID(id), nil
}

// ParseCommandID reads a command id: exactly the 36 characters that String
// writes. Errors wrap ErrBadID.
func ParseCommandID(s string) (CommandID, error) {
	id, err := parseUUID(s)
	if err != nil {
		return CommandID{}, fmt.Errorf("command id: %w", err)
	}
	return CommandID(id), nil
}

// ParsePlayerID reads a player id: System, or "p_" and 1 to 64 letters and
// digits. Errors wrap ErrBadID.
func ParsePlayerID(s string) (PlayerID, error) {
	if PlayerID(s) == System {
		return System, nil
	}
	if len(s) < 3 || len(s) > 66 || s[:2] != "p_" {
		return "", fmt.Errorf(`player id: %w: want "p_" and 1 to 64 letters and digits`, ErrBadID)
	}
	for i := 2; i < len(s); i++ {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return "", fmt.Errorf(`player id: %w: want "p_" and 1 to 64 letters and digits`, ErrBadID)
		}
	}
	return PlayerID(s), nil
}

// String returns the canonical text of the id.
func (id GameID) String() string { return uuid.UUID(id).String() }

// String returns the canonical text of the id.
func (id CommandID) String() string { return uuid.UUID(id).String() }

// AppendText implements encoding.TextAppender. It never fails.
func (id GameID) AppendText(b []byte) ([]byte, error) { return appendID(b, id), nil }

// MarshalText implements encoding.TextMarshaler.
func (id GameID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (id CommandID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler, as strictly as ParseGameID.
func (id *GameID) UnmarshalText(b []byte) error {
	v, err := parseUUID(b)
	if err != nil {
		return fmt.Errorf("game id: %w", err)
	}
	*id = GameID(v)
	return nil
}

// UnmarshalText implements encoding.TextUnmarshaler, as strictly as ParseCommandID.
func (id *CommandID) UnmarshalText(b []byte) error {
	v, err := ParseCommandID(string(b))
	if err == nil {
		*id = v
	}
	return err
}

// DeriveID makes a version 8 UUID from parts: the same parts, the same id. It
// cannot be turned back into them.
func DeriveID(parts ...string) [16]byte {
	h := sha256.New()
	for _, p := range parts {
		var n [4]byte
		n[0], n[1], n[2], n[3] = byte(len(p)>>24), byte(len(p)>>16), byte(len(p)>>8), byte(len(p))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	var id [16]byte
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

// parseUUID accepts the canonical form only: lower-case hexadecimal digits in
// groups of 8-4-4-4-12. uuid.Parse alone would also take braces and URNs.
func parseUUID[text string | []byte](s text) (uuid.UUID, error) {
	var b [36]byte
	if len(s) != len(b) {
		return uuid.UUID{}, fmt.Errorf("%w: want the 36 characters of a UUID", ErrBadID)
	}
	copy(b[:], s)
	if !grouped(b[:]) {
		return uuid.UUID{}, fmt.Errorf("%w: want the 36 characters of a UUID", ErrBadID)
	}
	var id uuid.UUID
	if !unhexGroups((*[16]byte)(&id), b[:]) {
		return uuid.UUID{}, fmt.Errorf("%w: want the lower-case hexadecimal digits of a UUID", ErrBadID)
	}
	return id, nil
}

// grouped reports whether the 36 characters of an id are in groups.
func grouped(b []byte) bool { return b[8] == '-' && b[13] == '-' && b[18] == '-' && b[23] == '-' }

// unhexGroups fills an id from the digits of its groups.
func unhexGroups(id *[16]byte, b []byte) bool {
	return unhex(id[:4], b) && unhex(id[4:6], b[9:]) && unhex(id[6:8], b[14:]) && unhex(id[8:10], b[19:]) && unhex(id[10:], b[24:])
}

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	default:
		return 0xff
	}
}

// Hash is a link of a game's chain: a SHA-256.
type Hash [sha256.Size]byte

// String returns the hash in lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(b []byte) error {
	v, err := ParseHash(string(b))
	if err == nil {
		*h = v
	}
	return err
}

// ParseHash reads 64 lower-case hexadecimal digits. Errors wrap ErrBadID.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) != 2*len(h) {
		return Hash{}, fmt.Errorf("hash: %w: want 64 hexadecimal digits", ErrBadID)
	}
	for i := range h {
		hi, lo := hexDigit(s[2*i]), hexDigit(s[2*i+1])
		if hi > 15 || lo > 15 {
			return Hash{}, fmt.Errorf("hash: %w: want 64 lower-case hexadecimal digits", ErrBadID)
		}
		h[i] = hi<<4 | lo
	}
	return h, nil
}
