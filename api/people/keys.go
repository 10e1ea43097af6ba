package people

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"plylog/api/people/vault"
	"plylog/events"
)

// The first words of the keys in the vault. What every node has to hear of is live.
const (
	keySession = "live.session" // .<hash of the cookie>
	keyToken   = "live.token"   // .<hash of the token>
	keyAccount = "live.account" // .<player id>
	keyPerson  = "live.person"  // .<player id>: address and name, sealed
	keyOwn     = "own"          // .<player id>.session.<hash>, .<player id>.token.<hash>: what an account has
	keyAddress = "address"      // .<MAC of an address>: the account that has it
	keySubject = "subject"      // .<MAC of issuer and subject>: the account that it signs in to
	keyLink    = "link"         // .<hash of its token>
	keyAsked   = "asked"        // .<hash of a browser's cookie>: the links that it asked for
	keyErasing = "erasing"      // .<player id>: an account whose erasing has begun
)

// What each derived value is for, so that none made for one purpose passes for
// another.
const (
	tagAddress = "plylog-people/1 address"
	tagSubject = "plylog-people/1 subject"
	tagSession = "plylog-people/1 session"
	tagCode    = "plylog-people/1 code"
	tagPerson  = "plylog-people/1 person"
	tagPasskey = "plylog-people/1 passkey"
	tagLink    = "plylog-people/1 link"
)

// secretBytes is how long everything is that proves something.
const secretBytes = 32

// Secret proves something. Its methods for printing and logging do not show it.
type Secret string

// Reveal returns the secret's text, for the one answer or letter that hands it out.
func (s Secret) Reveal() string { return string(s) }

// String hides the secret.
func (s Secret) String() string { return "…" }

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

var text64 = base64.RawURLEncoding.Strict()

// newSecret makes a secret of 43 characters.
func newSecret() Secret {
	b := make([]byte, secretBytes)
	rand.Read(b) // never fails (crypto/rand)
	return Secret(text64.EncodeToString(b))
}

// whole reports whether a text can be a secret at all. The length is looked at first.
func (s Secret) whole() bool {
	if len(s) != text64.EncodedLen(secretBytes) {
		return false
	}
	var b [secretBytes]byte
	n, err := text64.Decode(b[:], []byte(s))
	return err == nil && n == secretBytes
}

// hash is what is kept of a secret.
func (s Secret) hash() string {
	sum := sha256.Sum256([]byte(s))
	return text64.EncodeToString(sum[:])
}

// newPlayer makes the id of an account, as those of guests look.
func newPlayer() events.PlayerID {
	b := make([]byte, 15)
	for {
		rand.Read(b) // never fails (crypto/rand)
		id := events.PlayerID("p_" + strings.ToLower(base32.StdEncoding.EncodeToString(b)))
		if _, bot := id.Bot(); !bot {
			return id
		}
	}
}

// keys derives from the store's secret what only this store knows.
type keys struct{ secret []byte }

func newKeys(secret []byte) keys { return keys{slices.Clone(secret)} }

// mac is HMAC-SHA256 over a tag and parts, each behind its length, so that no two
// lists of parts write the same bytes.
func (k keys) mac(tag string, parts ...string) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte(tag))
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p))))
		h.Write([]byte(p))
	}
	return h.Sum(nil)
}

// index is the MAC that something is found by.
func (k keys) index(word, tag string, parts ...string) string {
	return word + "." + text64.EncodeToString(k.mac(tag, parts...))
}

// session is the secret of the session that a link opens in the browser that asked:
// the same however often that browser confirms.
func (k keys) session(link string, browser Secret) Secret {
	return Secret(text64.EncodeToString(k.mac(tagSession, link, string(browser))))
}

// code is the six digits that stand for a link.
func (k keys) code(link string) string {
	n := binary.BigEndian.Uint64(k.mac(tagCode, link)) % 1_000_000
	var digits [6]byte
	for i := range digits {
		digits[5-i] = byte('0' + n%10)
		n /= 10
	}
	return string(digits[:])
}

// errSealed: what was sealed cannot be opened: the secret is another, or it was
// damaged.
var errSealed = errors.New("people: a sealed value cannot be opened")

// seal encrypts a value for who knows the store's secret and more.
func (k keys) seal(value []byte, tag, about, more string) ([]byte, error) {
	a, err := k.aead(tag, more)
	if err != nil {
		return nil, err
	}
	return a.Seal(nil, nil, value, []byte(about)), nil
}

// open is the inverse of seal.
func (k keys) open(sealed []byte, tag, about, more string) ([]byte, error) {
	a, err := k.aead(tag, more)
	if err != nil {
		return nil, err
	}
	value, err := a.Open(nil, nil, sealed, []byte(about))
	if err != nil {
		return nil, errSealed
	}
	return value, nil
}

func (k keys) aead(tag, more string) (cipher.AEAD, error) {
	return vault.Sealing(slices.Concat(k.secret, []byte(more)), tag)
}
