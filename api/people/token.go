package people

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/big"
	"slices"
	"strings"
	"time"

	"plylog/api/people/vault"
	"plylog/events"
)

// TokenPrefix begins every API token, so that people and secret scanners know one
// when they see it.
const TokenPrefix = "plylog_pat_"

// The rest of a token: 256 bits of chance and a checksum of everything before it,
// CRC-32 (IEEE 802.3), both in base 62 with leading zeros.
const (
	tokenChance   = 43
	tokenChecksum = 6
	tokenLength   = len(TokenPrefix) + tokenChance + tokenChecksum
)

const digits62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// How long tokens may be good, and how many an account may have.
const (
	DefaultTokenLife = 90 * 24 * time.Hour
	MostTokenLife    = 366 * 24 * time.Hour
	mostTokens       = 50
	usedEvery        = 24 * time.Hour // how often it is noted that one was used
)

// Token is an API token as its holder sees it, without its secret.
type Token struct {
	ID      string // tells it from the account's others; proves nothing
	Name    string
	Scopes  Scopes
	Created time.Time
	Expires time.Time
	Used    time.Time // to the day; zero: never
}

// tokenRecord is what is kept of a token.
type tokenRecord struct {
	Account events.PlayerID `json:"account"`
	Name    string          `json:"name"`
	Scopes  Scopes          `json:"scopes"`
	Created time.Time       `json:"created"`
	Expires time.Time       `json:"expires"`
	Used    time.Time       `json:"used,omitzero"`
}

func tokenKey(hash string) string { return keyToken + "." + hash }

// base62 writes a number of bytes with so many digits.
func base62(b []byte, width int) string {
	n, base, rest := new(big.Int).SetBytes(b), big.NewInt(int64(len(digits62))), new(big.Int)
	out := make([]byte, width)
	for i := range out {
		n.DivMod(n, base, rest)
		out[width-1-i] = digits62[rest.Int64()]
	}
	return string(out)
}

func checksum62(text string) string {
	return base62(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))), tokenChecksum)
}

func newToken() Secret {
	b := make([]byte, secretBytes)
	rand.Read(b) // never fails (crypto/rand)
	text := TokenPrefix + base62(b, tokenChance)
	return Secret(text + checksum62(text))
}

// WholeToken reports whether a text can be an API token: its length, its prefix and
// its checksum are looked at, in this order, and nothing is looked up.
func WholeToken(text string) bool {
	if len(text) != tokenLength || !strings.HasPrefix(text, TokenPrefix) {
		return false
	}
	body := text[:tokenLength-tokenChecksum]
	return checksum62(body) == text[len(body):]
}

// NewToken makes an API token; its secret is shown once. life 0 is DefaultTokenLife;
// more than MostTokenLife is cut to that. Errors: ErrTooMany, ErrNoAccount.
func (p *People) NewToken(ctx context.Context, id events.PlayerID, name string, scopes Scopes, life time.Duration) (Token, Secret, error) {
	if life == 0 {
		life = DefaultTokenLife
	}
	life = min(life, MostTokenLife)
	hashes, err := p.own(ctx, id, ownToken)
	if err != nil {
		return Token{}, "", err
	}
	if len(hashes) >= mostTokens {
		return Token{}, "", ErrTooMany
	}
	secret := newToken()
	hash := secret.hash()
	now := p.cfg.Now().UTC().Truncate(time.Second)
	rec := tokenRecord{Account: id, Name: name, Scopes: slices.Clone(scopes), Created: now, Expires: now.Add(life)}
	if _, err := p.cfg.Vault.Create(ctx, ownKey(id, ownToken, hash), nil, life); err != nil {
		return Token{}, "", err
	}
	if err := p.create(ctx, tokenKey(hash), rec, life); err != nil {
		return Token{}, "", err
	}
	// The account may have been erased meanwhile; then nothing of it is to stay.
	if _, err := p.readAccount(ctx, id); err != nil {
		return Token{}, "", errors.Join(err, p.end(ctx, id, ownToken, hash))
	}
	return rec.token(hash), secret, nil
}

func (rec *tokenRecord) token(hash string) Token {
	return Token{ID: hash[:idLength], Name: rec.Name, Scopes: rec.Scopes, Created: rec.Created, Expires: rec.Expires, Used: rec.Used}
}

// ByToken returns what an API token proves. Errors: ErrSignedOut.
func (p *People) ByToken(ctx context.Context, text string) (Grant, error) {
	if !WholeToken(text) {
		return Grant{}, ErrSignedOut
	}
	key, now := tokenKey(Secret(text).hash()), p.cfg.Now()
	rec, err := p.tokens.get(key, now, keepMissing, func() (rec tokenRecord, err error) {
		_, err = p.read(ctx, key, &rec)
		return rec, err
	})
	if errors.Is(err, vault.ErrNotFound) || err == nil && !now.Before(rec.Expires) {
		return Grant{}, ErrSignedOut
	}
	if err != nil {
		return Grant{}, err
	}
	a, err := p.holder(ctx, rec.Account)
	if err != nil {
		return Grant{}, err
	}
	if now.Sub(rec.Used) >= usedEvery {
		p.use(ctx, key, rec.Expires, now)
	}
	scopes := slices.DeleteFunc(slices.Clone(rec.Scopes), func(s Scope) bool { return s == AdminScope && !a.Admin })
	return Grant{Account: a, Scopes: scopes, key: key, until: rec.Expires}, nil
}

// use notes that a token was used.
func (p *People) use(ctx context.Context, key string, expires, now time.Time) {
	_, err := change(ctx, p, key, expires.Sub(now), func(rec *tokenRecord) error {
		if now.Sub(rec.Used) < usedEvery {
			return errSeen
		}
		rec.Used = now.UTC().Truncate(usedEvery)
		return nil
	})
	p.tokens.drop(key)
	if err != nil && !errors.Is(err, errSeen) {
		p.cfg.Logger.DebugContext(ctx, "that a token is used was not noted", "err", err)
	}
}

// Tokens lists somebody's API tokens, the newest first.
func (p *People) Tokens(ctx context.Context, id events.PlayerID) ([]Token, error) {
	now := p.cfg.Now()
	all, err := listed(ctx, p, id, ownToken, func(hash string, rec *tokenRecord) (Token, bool) {
		return rec.token(hash), now.Before(rec.Expires)
	})
	slices.SortFunc(all, func(a, b Token) int { return b.Created.Compare(a.Created) })
	return all, err
}

// RevokeToken ends one of somebody's tokens, by its id. Errors: ErrSignedOut where
// they have none of that id.
func (p *People) RevokeToken(ctx context.Context, id events.PlayerID, token string) error {
	return p.endOne(ctx, id, ownToken, token)
}
