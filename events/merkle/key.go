package merkle

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
)

// The kinds of signature (c2sp.org/signed-note).
const (
	kindLog      = 1 // Ed25519 over the text
	kindCosigner = 4 // Ed25519 over the text and a time
)

// mostName is the longest name of a key, in bytes.
const mostName = 200

// secretPrefix begins the text of a secret key.
const secretPrefix = "PRIVATE+KEY+"

// PublicKey checks signatures. A log's key is named after its store and is good for
// the origins of all its shards; a witness' key is good for its own name.
type PublicKey struct {
	name string
	kind byte
	key  string // 32 bytes; a string, so that keys can be compared
}

// Name is the name of the key.
func (k PublicKey) Name() string { return k.name }

// Witness reports whether the key is one that cosigns.
func (k PublicKey) Witness() bool { return k.kind == kindCosigner }

// KeyHash is the number that stands before its signatures.
func (k PublicKey) KeyHash() uint32 { return keyHash(k.name, k.kind, k.key) }

func keyHash(name string, kind byte, key string) uint32 {
	sum := sha256.Sum256([]byte(name + "\n" + string([]byte{kind}) + key))
	return binary.BigEndian.Uint32(sum[:])
}

// For returns the key under the name of one origin, as it stands in signatures.
func (k PublicKey) For(origin string) PublicKey {
	k.name = origin
	return k
}

// String writes the key as a note's verifier key.
func (k PublicKey) String() string {
	return fmt.Sprintf("%s+%08x+%s", k.name, k.KeyHash(), base64.StdEncoding.EncodeToString(append([]byte{k.kind}, k.key...)))
}

// ParsePublicKey reads what String writes. Errors wrap ErrMalformed.
func ParsePublicKey(s string) (PublicKey, error) {
	name, kind, key, err := parseKey(s)
	if err != nil {
		return PublicKey{}, fmt.Errorf("%w public key %.20q…: %w", ErrMalformed, s, err)
	}
	k := PublicKey{name: name, kind: kind, key: string(key)}
	if k.String() != s {
		return PublicKey{}, fmt.Errorf("%w public key of %.80q: its number does not fit", ErrMalformed, name)
	}
	return k, nil
}

// parseKey reads name+number+key; a bare error says what is wrong and never holds
// the key.
func parseKey(s string) (name string, kind byte, key []byte, err error) {
	name, rest, _ := strings.Cut(s, "+")
	number, text, ok := strings.Cut(rest, "+")
	if !ok || len(s) > mostName+100 || !nameOK(name) {
		return "", 0, nil, fmt.Errorf("want name+number+key")
	}
	if _, err := strconv.ParseUint(number, 16, 32); err != nil || len(number) != 8 {
		return "", 0, nil, fmt.Errorf("the number has eight hexadecimal digits")
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) != 1+ed25519.PublicKeySize {
		return "", 0, nil, fmt.Errorf("the key is no Ed25519 key in base64")
	}
	if b[0] != kindLog && b[0] != kindCosigner {
		return "", 0, nil, fmt.Errorf("kind %d of key; want %d of a log or %d of a witness", b[0], kindLog, kindCosigner)
	}
	return name, b[0], b[1:], nil
}

// Verify reports whether a signature of text is the key's. It makes PublicKey a
// note.Verifier.
func (k PublicKey) Verify(text, sig []byte) bool {
	if k.kind == kindCosigner {
		return k.verifyCosigned(text, sig)
	}
	return ed25519.Verify(ed25519.PublicKey(k.key), text, sig)
}

// Key signs.
type Key struct {
	public PublicKey
	secret ed25519.PrivateKey
}

// NewKey makes the key of a store. Randomness comes from random.
func NewKey(store string, random io.Reader) (*Key, error) { return newKey(store, kindLog, random) }

// NewWitnessKey makes the key of a witness.
func NewWitnessKey(name string, random io.Reader) (*Key, error) {
	return newKey(name, kindCosigner, random)
}

func newKey(name string, kind byte, random io.Reader) (*Key, error) {
	if !nameOK(name) {
		return nil, fmt.Errorf("%w name of a key: %.80q", ErrMalformed, name)
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, fmt.Errorf("drawing a key: %w", err)
	}
	return keyOf(name, kind, seed), nil
}

func keyOf(name string, kind byte, seed []byte) *Key {
	secret := ed25519.NewKeyFromSeed(seed)
	public := secret.Public().(ed25519.PublicKey)
	return &Key{PublicKey{name, kind, string(public)}, secret}
}

// Public returns the key's public half.
func (k *Key) Public() PublicKey { return k.public }

// Secret writes the key as a note's signer key. To be kept secret.
func (k *Key) Secret() string {
	return fmt.Sprintf("%s%s+%08x+%s", secretPrefix, k.public.name, k.public.KeyHash(),
		base64.StdEncoding.EncodeToString(append([]byte{k.public.kind}, k.secret.Seed()...)))
}

// ParseKey reads what Secret writes. Errors wrap ErrMalformed and do not quote it.
func ParseKey(s string) (*Key, error) {
	rest, ok := strings.CutPrefix(s, secretPrefix)
	if !ok {
		return nil, fmt.Errorf("%w secret key: it begins with %s", ErrMalformed, secretPrefix)
	}
	name, kind, seed, err := parseKey(rest)
	if err != nil {
		return nil, fmt.Errorf("%w secret key: %w", ErrMalformed, err)
	}
	k := keyOf(name, kind, seed)
	if k.Secret() != s {
		return nil, fmt.Errorf("%w secret key of %.80q: its number does not fit", ErrMalformed, name)
	}
	return k, nil
}

// as returns the key as a signer under a name.
func (k *Key) as(name string) note.Signer { return signer{k.public.For(name), k.secret} }

// signer makes a Key a note.Signer.
type signer struct {
	PublicKey
	secret ed25519.PrivateKey
}

func (s signer) Sign(text []byte) ([]byte, error) { return ed25519.Sign(s.secret, text), nil }

// Trust is the keys that somebody trusts.
type Trust []PublicKey

// Verifier implements note.Verifiers.
func (t Trust) Verifier(name string, hash uint32) (note.Verifier, error) {
	if k, ok := t.find(name, hash); ok {
		return k, nil
	}
	return nil, &note.UnknownVerifierError{Name: name, KeyHash: hash}
}

// find returns the key that signs under a name with a number.
func (t Trust) find(name string, hash uint32) (PublicKey, bool) {
	for _, k := range t {
		if store, _, ok := ShardOf(name); ok && k.kind == kindLog && store == k.name {
			k = k.For(name)
		}
		if k.name == name && k.KeyHash() == hash {
			return k, true
		}
	}
	return PublicKey{}, false
}

// nameOK reports whether a name may stand in a signed note.
func nameOK(s string) bool {
	return s != "" && len(s) <= mostName && utf8.ValidString(s) && !strings.Contains(s, "+") &&
		strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) < 0
}
