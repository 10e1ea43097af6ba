package ticket

import (
	"context"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"plylog/api/people/vault"
)

// Errors of tickets.
var (
	// ErrTicket: it was not handed out here, or to another browser, or for something
	// else, or too long ago. Which of them is nobody's business.
	ErrTicket = errors.New("ticket: not a ticket that is good here and now")
	// ErrSpent: it was taken back before.
	ErrSpent = errors.New("ticket: it was used before")
)

const (
	leastSecret = 16
	mostCarried = 1 << 10     // bytes of what a ticket carries
	stamp       = 8           // bytes of the time of its end
	mostText    = 2 << 10     // of a ticket as it is written
	skew        = time.Minute // by which the clocks of nodes and vault may differ
)

// Office hands out tickets and takes them back. It is safe for concurrent use.
type Office struct {
	seal cipher.AEAD
	kept vault.Vault
	now  func() time.Time
}

// New opens an office. The secret, of at least 16 bytes, is the same at every node of
// a store, and so is the vault.
func New(secret []byte, kept vault.Vault, now func() time.Time) (*Office, error) {
	if len(secret) < leastSecret || kept == nil || now == nil {
		return nil, errors.New("ticket: an office needs a secret of at least 16 bytes, a vault and a clock")
	}
	seal, err := vault.Sealing(secret, "plylog tickets")
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	return &Office{seal: seal, kept: kept, now: now}, nil
}

// Issue makes a ticket for a purpose and a browser, which is known by the value of its
// cookie. It carries at most 1 KiB. It is letters, digits, - and _.
func (o *Office) Issue(purpose, browser string, carried []byte, life time.Duration) (string, error) {
	if browser == "" || len(carried) > mostCarried || life <= 0 {
		return "", errors.New("ticket: a ticket is for a browser, for some time, and carries at most 1 KiB")
	}
	plain := binary.BigEndian.AppendUint64(make([]byte, 0, stamp+len(carried)), uint64(o.now().Add(life).UnixMilli()))
	return base64.RawURLEncoding.EncodeToString(o.seal.Seal(nil, nil, append(plain, carried...), about(purpose, browser))), nil
}

// Redeem takes a ticket back, and returns what it carries. What comes of it later, it
// is used up by then. Errors: ErrTicket, ErrSpent; any other: the vault does not
// answer, and the ticket may be used up.
func (o *Office) Redeem(ctx context.Context, purpose, browser, text string) ([]byte, error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || browser == "" || len(text) > mostText {
		return nil, ErrTicket
	}
	plain, err := o.seal.Open(nil, nil, sealed, about(purpose, browser))
	if err != nil || len(plain) < stamp {
		return nil, ErrTicket
	}
	left := time.UnixMilli(int64(binary.BigEndian.Uint64(plain))).Sub(o.now())
	if left <= 0 {
		return nil, ErrTicket
	}
	sum := sha256.Sum256(sealed)
	switch _, err := o.kept.Create(ctx, "spent."+hex.EncodeToString(sum[:]), nil, left+skew); {
	case errors.Is(err, vault.ErrExists):
		return nil, ErrSpent
	case err != nil:
		return nil, fmt.Errorf("taking a ticket back: %w", err)
	}
	return plain[stamp:], nil
}

// about is what a ticket is bound to without carrying it.
func about(purpose, browser string) []byte {
	sum := sha256.Sum256([]byte(browser))
	return append(sum[:], purpose...)
}
