package people

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"plylog/api/people/vault"
	"plylog/events"
)

// MethodPasskey is the method of who signed in by a passkey.
const MethodPasskey = "passkey"

// mostMethods bounds the passkeys of an account, and its providers.
const mostMethods = 10

// Passkey is a passkey that signs an account in.
type Passkey struct {
	ID         string // tells it from the account's others; proves nothing
	Name       string // as its holder calls it
	Added      time.Time
	Used       time.Time // zero: never
	Credential []byte    // what package passkey keeps
}

// passkeyRecord is a Passkey as it is kept. What its holder calls it may say who they
// are.
type passkeyRecord struct {
	ID     string    `json:"id"`
	Added  time.Time `json:"added"`
	Used   time.Time `json:"used,omitzero"`
	Sealed []byte    `json:"sealed"`
}

// passkeySealed is what is sealed of it.
type passkeySealed struct {
	Name       string          `json:"name"`
	Credential json.RawMessage `json:"credential"`
}

// PasskeyID is the id of the passkey with some id of a credential.
func PasskeyID(credential []byte) string {
	sum := sha256.Sum256(credential)
	return text64.EncodeToString(sum[:])[:idLength]
}

// openPasskey reads what is kept of a passkey.
func (p *People) openPasskey(id events.PlayerID, rec passkeyRecord) (Passkey, error) {
	var s passkeySealed
	raw, err := p.keys.open(rec.Sealed, tagPasskey, string(id)+"."+rec.ID, "")
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	return Passkey{ID: rec.ID, Name: s.Name, Added: rec.Added, Used: rec.Used, Credential: s.Credential}, err
}

// sealPasskey is the inverse of openPasskey.
func (p *People) sealPasskey(id events.PlayerID, k Passkey) (passkeyRecord, error) {
	raw, err := json.Marshal(passkeySealed{k.Name, k.Credential})
	if err != nil {
		return passkeyRecord{}, err
	}
	sealed, err := p.keys.seal(raw, tagPasskey, string(id)+"."+k.ID, "")
	return passkeyRecord{ID: k.ID, Added: k.Added, Used: k.Used, Sealed: sealed}, err
}

// AddPasskey lets a passkey sign in to an account whose holder is signed in. k brings
// its ID, Name and Credential, which is JSON. Errors: ErrName, ErrTaken where it is
// there already, ErrTooMany, ErrNoAccount.
func (p *People) AddPasskey(ctx context.Context, id events.PlayerID, k Passkey) (Passkey, error) {
	name, err := ReadName(k.Name)
	if err != nil {
		return Passkey{}, err
	}
	k.Name, k.Added, k.Used = name, p.cfg.Now().UTC().Truncate(time.Second), time.Time{}
	kept, err := p.sealPasskey(id, k)
	if err != nil {
		return Passkey{}, err
	}
	return k, p.changeAccount(ctx, id, func(rec *accountRecord) error {
		switch {
		case slices.ContainsFunc(rec.Passkeys, func(one passkeyRecord) bool { return one.ID == k.ID }):
			return ErrTaken
		case len(rec.Passkeys) >= mostMethods:
			return ErrTooMany
		}
		rec.Passkeys = append(rec.Passkeys, kept)
		return nil
	})
}

// UsePasskey lets prove look at what is kept of a passkey, and keeps what it returns.
// Where others use it meanwhile it looks again. Errors: ErrSignedOut where the account
// has no such passkey or is none, and those of prove.
func (p *People) UsePasskey(ctx context.Context, id events.PlayerID, passkey string, prove func(credential []byte) ([]byte, error)) error {
	if _, err := events.ParsePlayerID(string(id)); err != nil { // it comes from outside
		return ErrSignedOut
	}
	err := p.changeAccount(ctx, id, func(rec *accountRecord) error {
		at := slices.IndexFunc(rec.Passkeys, func(one passkeyRecord) bool { return one.ID == passkey })
		if at < 0 {
			return ErrSignedOut
		}
		k, err := p.openPasskey(id, rec.Passkeys[at])
		if err != nil {
			return err
		}
		if k.Credential, err = prove(k.Credential); err != nil {
			return err
		}
		k.Used = p.cfg.Now().UTC().Truncate(time.Second)
		rec.Passkeys[at], err = p.sealPasskey(id, k)
		return err
	})
	if errors.Is(err, ErrNoAccount) {
		return ErrSignedOut
	}
	return err
}

// changeAccount changes the record of an account. Errors: ErrNoAccount, and those of
// edit.
func (p *People) changeAccount(ctx context.Context, id events.PlayerID, edit func(*accountRecord) error) error {
	defer p.accounts.drop(string(id))
	_, err := change(ctx, p, accountKey(id), 0, func(rec *accountRecord) error {
		if rec.Erased {
			return ErrNoAccount
		}
		return edit(rec)
	})
	if errors.Is(err, vault.ErrNotFound) {
		return ErrNoAccount
	}
	return err
}
