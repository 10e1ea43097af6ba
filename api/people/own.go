package people

import (
	"context"
	"errors"
	"strings"

	"plylog/api/people/vault"
	"plylog/events"
)

// owned is what an account has several of: what is kept of each lies under the hash of
// a secret, and that the account has it is noted beside it.
type owned string

const (
	ownSession owned = "session"
	ownToken   owned = "token"
)

// idLength is how much of a hash is shown as an id.
const idLength = 16

// key is under what is kept of one.
func (o owned) key(hash string) string {
	if o == ownToken {
		return tokenKey(hash)
	}
	return sessionKey(hash)
}

// ownKey is under what it is noted that an account has one.
func ownKey(id events.PlayerID, what owned, hash string) string {
	return keyOwn + "." + string(id) + "." + string(what) + "." + hash
}

// own lists the hashes of what an account has.
func (p *People) own(ctx context.Context, id events.PlayerID, what owned) ([]string, error) {
	words := ownKey(id, what, "")
	keys, err := p.cfg.Vault.Keys(ctx, strings.TrimSuffix(words, "."))
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		keys[i] = strings.TrimPrefix(key, words)
	}
	return keys, nil
}

// listed returns what an account has as its holder sees it; see tells what of it has
// not ended.
func listed[R, V any](ctx context.Context, p *People, id events.PlayerID, what owned, see func(hash string, rec *R) (one V, good bool)) ([]V, error) {
	hashes, err := p.own(ctx, id, what)
	if err != nil {
		return nil, err
	}
	var all []V
	for _, hash := range hashes {
		var rec R
		switch _, err := p.read(ctx, what.key(hash), &rec); {
		case errors.Is(err, vault.ErrNotFound):
			continue
		case err != nil:
			return nil, err
		}
		if one, good := see(hash, &rec); good {
			all = append(all, one)
		}
	}
	return all, nil
}

// endOne ends what an account has under an id. Errors: ErrSignedOut where there is none
// of that id.
func (p *People) endOne(ctx context.Context, id events.PlayerID, what owned, shown string) error {
	hashes, err := p.own(ctx, id, what)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		if hash[:idLength] == shown {
			return p.end(ctx, id, what, hash)
		}
	}
	return ErrSignedOut
}

// endAll ends all that an account has of a kind.
func (p *People) endAll(ctx context.Context, id events.PlayerID, what owned) error {
	hashes, err := p.own(ctx, id, what)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		if err := p.end(ctx, id, what, hash); err != nil {
			return err
		}
	}
	return nil
}

// end ends one, here and wherever somebody waits for it.
func (p *People) end(ctx context.Context, id events.PlayerID, what owned, hash string) error {
	key := what.key(hash)
	if err := p.cfg.Vault.Erase(ctx, key); err != nil {
		return err
	}
	p.sessions.drop(key)
	p.tokens.drop(key)
	p.ended(key)
	return p.cfg.Vault.Erase(ctx, ownKey(id, what, hash))
}
