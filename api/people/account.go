package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// Account is somebody who signs in.
type Account struct {
	ID       events.PlayerID
	Created  time.Time
	Language string // of letters
	Name     string // as they chose it; empty: made up
	Address  post.Address
	Admin    bool
	Links    []Link // the providers that sign them in
	Passkeys []Passkey
}

// DisplayName is what others are told.
func (a *Account) DisplayName() string {
	if a.Name != "" {
		return a.Name
	}
	return MadeUp(a.ID)
}

// Subject is somebody as a provider knows them.
type Subject struct{ Issuer, ID string }

// Link is a provider that signs an account in.
type Link struct {
	Provider string    `json:"provider"` // as the server's settings name it
	Index    string    `json:"index"`    // key in the vault
	Added    time.Time `json:"added"`
	Removed  bool      `json:"removed,omitempty"` // and the index is about to be
}

// accountRecord is what is kept of an account that says nothing of a person.
type accountRecord struct {
	Created  time.Time       `json:"created"`
	Language string          `json:"language,omitempty"`
	Links    []Link          `json:"links,omitempty"`
	Passkeys []passkeyRecord `json:"passkeys,omitempty"`
	Erased   bool            `json:"erased,omitempty"`
}

// personRecord is what says who somebody is. It is sealed.
type personRecord struct {
	Address string `json:"address,omitempty"`
	Name    string `json:"name,omitempty"`
}

func accountKey(id events.PlayerID) string { return keyAccount + "." + string(id) }
func personKey(id events.PlayerID) string  { return keyPerson + "." + string(id) }

func (p *People) addressKey(a post.Address) string {
	return p.keys.index(keyAddress, tagAddress, a.Key())
}

func (p *People) subjectKey(s Subject) string {
	return p.keys.index(keySubject, tagSubject, s.Issuer, s.ID)
}

// Account returns an account. Errors: ErrNoAccount.
func (p *People) Account(ctx context.Context, id events.PlayerID) (Account, error) {
	keep := func(err error) bool { return errors.Is(err, ErrNoAccount) }
	return p.accounts.get(string(id), p.cfg.Now(), keep, func() (Account, error) { return p.readAccount(ctx, id) })
}

// holder is Account of whoever proves something of it: who was erased is signed out.
func (p *People) holder(ctx context.Context, id events.PlayerID) (Account, error) {
	a, err := p.Account(ctx, id)
	if errors.Is(err, ErrNoAccount) {
		err = ErrSignedOut
	}
	return a, err
}

// readAccount is Account as the vault has it.
func (p *People) readAccount(ctx context.Context, id events.PlayerID) (a Account, err error) {
	if _, err := events.ParsePlayerID(string(id)); err != nil || id == events.System {
		return a, ErrNoAccount
	}
	var rec accountRecord
	if _, err := p.read(ctx, accountKey(id), &rec); errors.Is(err, vault.ErrNotFound) || rec.Erased {
		return a, ErrNoAccount
	} else if err != nil {
		return a, err
	}
	person, _, err := p.person(ctx, id)
	if errors.Is(err, vault.ErrNotFound) { // it is being erased
		return a, ErrNoAccount
	}
	if err != nil {
		return a, err
	}
	a = Account{ID: id, Created: rec.Created, Language: rec.Language, Name: person.Name}
	a.Links = slices.DeleteFunc(rec.Links, func(l Link) bool { return l.Removed })
	for _, kept := range rec.Passkeys {
		k, err := p.openPasskey(id, kept)
		if err != nil {
			return a, err
		}
		a.Passkeys = append(a.Passkeys, k)
	}
	if person.Address != "" {
		if a.Address, err = post.ParseAddress(person.Address); err != nil {
			return a, fmt.Errorf("people: account %s: %w", id, err)
		}
		a.Admin = slices.ContainsFunc(p.cfg.Admins, func(admin post.Address) bool { return admin.Key() == a.Address.Key() })
	}
	return a, nil
}

// person reads who somebody is. Errors: vault.ErrNotFound.
func (p *People) person(ctx context.Context, id events.PlayerID) (rec personRecord, revision uint64, err error) {
	e, err := p.cfg.Vault.Get(ctx, personKey(id))
	if err != nil {
		return rec, 0, err
	}
	raw, err := p.keys.open(e.Value, tagPerson, string(id), "")
	if err == nil {
		err = json.Unmarshal(raw, &rec)
	}
	return rec, e.Revision, err
}

// sealPerson is the inverse of person.
func (p *People) sealPerson(id events.PlayerID, rec personRecord) ([]byte, error) {
	raw, err := json.Marshal(rec)
	if err != nil {
		return nil, err
	}
	return p.keys.seal(raw, tagPerson, string(id), "")
}

// Erased reports whether an account with that id was erased.
func (p *People) Erased(ctx context.Context, id events.PlayerID) (bool, error) {
	return isErased(ctx, p.cfg.Vault, id)
}

// read reads a record. Errors: vault.ErrNotFound.
func (p *People) read(ctx context.Context, key string, into any) (revision uint64, err error) {
	e, err := p.cfg.Vault.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(e.Value, into); err != nil {
		return 0, fmt.Errorf("people: a record cannot be read: %w", err)
	}
	return e.Revision, nil
}

// change changes a record, again where somebody else did meanwhile. Errors:
// vault.ErrNotFound, and what edit returns.
func change[R any](ctx context.Context, p *People, key string, life time.Duration, edit func(*R) error) (rec R, err error) {
	for {
		rec = *new(R)
		rev, err := p.read(ctx, key, &rec)
		if err != nil {
			return rec, err
		}
		if err := edit(&rec); err != nil {
			return rec, err
		}
		raw, err := json.Marshal(rec)
		if err != nil {
			return rec, err
		}
		_, err = p.cfg.Vault.Update(ctx, key, raw, life, rev)
		if !errors.Is(err, vault.ErrConflict) {
			return rec, err
		}
	}
}

// create puts a record where there is none. Errors: vault.ErrExists.
func (p *People) create(ctx context.Context, key string, rec any, life time.Duration) error {
	raw, err := json.Marshal(rec)
	if err == nil {
		_, err = p.cfg.Vault.Create(ctx, key, raw, life)
	}
	return err
}

// found returns the account that an index leads to, and makes one where it leads to
// none.
func (p *People) found(ctx context.Context, index string, proof Proof) (Account, error) {
	for {
		e, err := p.cfg.Vault.Get(ctx, index)
		id := events.PlayerID(e.Value)
		if errors.Is(err, vault.ErrNotFound) {
			id = newPlayer()
			if _, err = p.cfg.Vault.Create(ctx, index, []byte(id), 0); errors.Is(err, vault.ErrExists) {
				continue
			}
		}
		if err != nil {
			return Account{}, err
		}
		erased, err := p.Erased(ctx, id)
		if err != nil {
			return Account{}, err
		}
		if erased { // and a crash left the index
			if err := p.cfg.Vault.Erase(ctx, index); err != nil {
				return Account{}, err
			}
			continue
		}
		return p.complete(ctx, id, proof)
	}
}

// complete returns the account of an index, and writes its records where they are not
// there: it is new, or a crash came between.
func (p *People) complete(ctx context.Context, id events.PlayerID, proof Proof) (Account, error) {
	if a, err := p.readAccount(ctx, id); !errors.Is(err, ErrNoAccount) {
		return a, err
	}
	sealed, err := p.sealPerson(id, personRecord{Address: proof.Address.Reveal()})
	if err != nil {
		return Account{}, err
	}
	if _, err := p.cfg.Vault.Create(ctx, personKey(id), sealed, 0); err != nil && !errors.Is(err, vault.ErrExists) {
		return Account{}, err
	}
	rec := accountRecord{Created: p.cfg.Now().UTC().Truncate(time.Millisecond), Language: proof.Language}
	if err := p.create(ctx, accountKey(id), rec, 0); err != nil && !errors.Is(err, vault.ErrExists) {
		return Account{}, err
	}
	p.accounts.drop(string(id))
	return p.readAccount(ctx, id)
}

// Rename gives somebody the name that they want, or with none the one that is made
// up. Errors: ErrName, ErrNoAccount.
func (p *People) Rename(ctx context.Context, id events.PlayerID, name string) error {
	if name != "" {
		var err error
		if name, err = ReadName(name); err != nil {
			return err
		}
	}
	defer p.accounts.drop(string(id))
	for {
		rec, rev, err := p.person(ctx, id)
		if errors.Is(err, vault.ErrNotFound) {
			return ErrNoAccount
		}
		if err != nil {
			return err
		}
		rec.Name = name
		sealed, err := p.sealPerson(id, rec)
		if err != nil {
			return err
		}
		if _, err = p.cfg.Vault.Update(ctx, personKey(id), sealed, 0, rev); !errors.Is(err, vault.ErrConflict) {
			return err
		}
	}
}

// Speak sets the language of somebody's letters. Errors: ErrNoAccount.
func (p *People) Speak(ctx context.Context, id events.PlayerID, language string) error {
	return p.changeAccount(ctx, id, func(rec *accountRecord) error {
		rec.Language = language
		return nil
	})
}
