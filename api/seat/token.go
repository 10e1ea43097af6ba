package seat

import (
	"encoding/base64"
	"errors"
	"strings"
)

// Prefix begins every seat token, so that people and secret scanners know one
// when they see it.
const Prefix = "plylog_seat_"

// proofBytes is the length of the MAC in a token.
const proofBytes = 32

// tokenLen is the length of a token: the prefix and 32 bytes in base64url.
const tokenLen = len(Prefix) + (proofBytes*8+5)/6

// Token proves a seat. It is a secret: it goes into the Authorization header and
// nowhere else. Its methods for printing and logging do not show it.
type Token string

// What ReadBearer refuses.
var (
	// ErrNoToken: the request carries no credential.
	ErrNoToken = errors.New("no seat token")
	// ErrBadToken: the credential is not a seat token at all.
	ErrBadToken = errors.New("not a seat token")
)

// ReadBearer reads a token out of an Authorization header's value (RFC 6750,
// section 2.1). The length is looked at before anything else. Errors: ErrNoToken
// where the value is empty, ErrBadToken.
func ReadBearer(authorization string) (Token, error) {
	if authorization == "" {
		return "", ErrNoToken
	}
	const scheme = "Bearer "
	if len(authorization) != len(scheme)+tokenLen || !strings.EqualFold(authorization[:len(scheme)], scheme) {
		return "", ErrBadToken
	}
	return Read(authorization[len(scheme):])
}

// Read reads a token's text. Errors: ErrNoToken where it is empty, ErrBadToken.
func Read(text string) (Token, error) {
	if text == "" {
		return "", ErrNoToken
	}
	t := Token(text)
	if _, err := t.proof(); err != nil {
		return "", err
	}
	return t, nil
}

// proof returns the MAC in the token.
func (t Token) proof() (p [proofBytes]byte, err error) {
	if len(t) != tokenLen || t[:len(Prefix)] != Prefix {
		return p, ErrBadToken
	}
	// Strict: the last character has two spare bits, and only one spelling of a
	// token is a token.
	n, err := base64.RawURLEncoding.Strict().Decode(p[:], []byte(t[len(Prefix):]))
	if err != nil || n != proofBytes {
		return p, ErrBadToken
	}
	return p, nil
}

// Reveal returns the token's text, for the one answer that hands it out.
func (t Token) Reveal() string { return string(t) }

// String hides the token.
func (t Token) String() string { return Prefix + "…" }

// GoString hides the token.
func (t Token) GoString() string { return t.String() }

// MarshalText hides the token from logs and from JSON that was not meant to
// carry it.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }
