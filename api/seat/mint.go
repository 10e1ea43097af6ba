package seat

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash"
	"strings"
	"sync"

	"plylog/events"
)

// MinSecret is the length in bytes that a secret must at least have.
const MinSecret = 16

// What each MAC is for. A tag is never used for two things, so that no value
// made for one purpose passes for another.
const (
	tagToken  = "plylog-seat/1 token"
	tagPlayer = "plylog-seat/1 player"
	tagIDs    = "plylog-seat/1 ids"
)

// Mint makes and recognises what proves a seat. It is safe for concurrent use.
type Mint struct {
	macs sync.Pool // of *keyed: keying a MAC costs as much as using it
	ids  string    // the secret of the derived ids
}

// NewMint returns the mint of a secret: at least MinSecret bytes, the same on
// every node of a store.
func NewMint(secret []byte) (*Mint, error) {
	if len(secret) < MinSecret {
		return nil, errors.New("seat: the secret is shorter than 16 bytes")
	}
	secret = bytes.Clone(secret)
	m := &Mint{macs: sync.Pool{New: func() any { return &keyed{hash: hmac.New(sha256.New, secret)} }}}
	ids := m.mac(tagIDs, nil)
	m.ids = string(ids[:])
	return m, nil
}

// Player makes the id of a guest who takes a seat by a command. The same guest
// repeating the command gets the same id; nobody can tell two guests to be one.
// want is the seat as asked for, Nobody where any would do.
func (m *Mint) Player(game events.GameID, want events.Seat, cmd events.CommandID) events.PlayerID {
	sum := m.mac(tagPlayer, &game, want.String(), string(cmd[:]))
	word := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:15])
	return events.PlayerID("p_" + strings.ToLower(word))
}

// Created derives the ids of a game and of the command that creates it from the
// caller's idempotency key. The ids are public; the key must not be, since
// whoever repeats the create is handed its tokens.
func (m *Mint) Created(key events.CommandID) (events.GameID, events.CommandID) {
	return events.GameID(events.DeriveID("plylog-create/1 game", m.ids, string(key[:]))),
		events.CommandID(events.DeriveID("plylog-create/1 command", m.ids, string(key[:])))
}

// Joined derives the id under which a join is stored from the caller's
// idempotency key, for the same reason.
func (m *Mint) Joined(game events.GameID, key events.CommandID) events.CommandID {
	return events.CommandID(events.DeriveID("plylog-join/1 command", m.ids, string(game[:]), string(key[:])))
}

// Token returns the token of a seat on which a player sits.
func (m *Mint) Token(game events.GameID, s events.Seat, p events.PlayerID) Token {
	sum := m.proof(game, s, p)
	return Token(Prefix + base64.RawURLEncoding.EncodeToString(sum[:]))
}

// Holder returns the seat that a token proves in a game with these players;
// false where it proves none.
func (m *Mint) Holder(t Token, game events.GameID, players [2]events.PlayerID) (events.Seat, bool) {
	held := m.Held([]Token{t}, game, players)
	switch {
	case held[1]:
		return events.Second, true
	case held[0]:
		return events.First, true
	default:
		return events.Nobody, false
	}
}

// Held tells which seats of a game with these players any of the tokens proves.
func (m *Mint) Held(tokens []Token, game events.GameID, players [2]events.PlayerID) (held [2]bool) {
	if len(tokens) == 0 {
		return held
	}
	for i, p := range players {
		if p == "" {
			continue
		}
		want := m.proof(game, events.First+events.Seat(i), p)
		for _, t := range tokens {
			if given, err := t.proof(); err == nil && hmac.Equal(given[:], want[:]) {
				held[i] = true
			}
		}
	}
	return held
}

func (m *Mint) proof(game events.GameID, s events.Seat, p events.PlayerID) [sha256.Size]byte {
	return m.mac(tagToken, &game, s.String(), string(p))
}

// keyed is a MAC under the secret, with the memory that it works in.
type keyed struct {
	hash hash.Hash
	buf  []byte
}

// mac is HMAC-SHA256 over a tag, a game, and parts, each behind its length, so
// that no two lists of parts write the same bytes.
func (m *Mint) mac(tag string, game *events.GameID, parts ...string) (sum [sha256.Size]byte) {
	k := m.macs.Get().(*keyed)
	defer m.macs.Put(k)
	b := append(k.buf[:0], tag...)
	if game != nil {
		b = binary.BigEndian.AppendUint32(b, uint32(len(game)))
		b = append(b, game[:]...)
	}
	for _, p := range parts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
		b = append(b, p...)
	}
	k.hash.Reset()
	k.hash.Write(b)
	k.buf = k.hash.Sum(b[:0])
	copy(sum[:], k.buf)
	return sum
}
