package merkle

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// timeBytes is the length of the time that stands before a cosignature.
const timeBytes = 8

// cosigned is what a witness signs (c2sp.org/tlog-cosignature, cosignature/v1).
func cosigned(at uint64, text []byte) []byte {
	return append([]byte("cosignature/v1\ntime "+strconv.FormatUint(at, 10)+"\n"), text...)
}

// verifyCosigned checks a time and a signature.
func (k PublicKey) verifyCosigned(text, sig []byte) bool {
	if len(sig) != timeBytes+ed25519.SignatureSize {
		return false
	}
	at := binary.BigEndian.Uint64(sig)
	return at <= math.MaxInt64 && ed25519.Verify(ed25519.PublicKey(k.key), cosigned(at, text), sig[timeBytes:])
}

// Cosign adds the key's signature at a time to a checkpoint that was checked. To be
// called for a tree that has only grown since the last one that it was called for.
func (k *Key) Cosign(s Signed, t Trust, at time.Time) ([]byte, error) {
	n, err := t.open(s.Note)
	if err != nil {
		return nil, err
	}
	if k.public.kind != kindCosigner {
		return nil, fmt.Errorf("%w: the key of %s is no witness' key", ErrMalformed, k.public.name)
	}
	return note.Sign(n, cosigner{k, at})
}

// cosigner makes a witness' Key a note.Signer at a time.
type cosigner struct {
	key *Key
	at  time.Time
}

func (c cosigner) Name() string    { return c.key.public.name }
func (c cosigner) KeyHash() uint32 { return c.key.public.KeyHash() }

func (c cosigner) Sign(text []byte) ([]byte, error) {
	s := c.at.Unix()
	if s < 0 {
		return nil, fmt.Errorf("cosigning at %s: %w", c.at, ErrMalformed)
	}
	out := binary.BigEndian.AppendUint64(make([]byte, 0, timeBytes+ed25519.SignatureSize), uint64(s))
	return append(out, ed25519.Sign(c.key.secret, cosigned(uint64(s), text))...), nil
}
