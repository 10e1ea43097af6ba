package people

import (
	"context"
	"errors"
	"slices"
	"strings"

	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// ErrLastWay: with that taken away nothing would be left to sign in with.
var ErrLastWay = errors.New("people: it is the last way to sign in")

// ErrNoMethod: an account has no such way to sign in.
var ErrNoMethod = errors.New("people: there is no such way to sign in")

// ID tells a link from the account's others; it proves nothing.
func (l *Link) ID() string { return strings.TrimPrefix(l.Index, keySubject+".")[:idLength] }

// Remove takes a way to sign in away from an account: a link or a passkey, by its id.
// works tells whether a method (MethodMail, MethodPasskey, the name of a provider)
// signs in at this server now: one that does has to be left. Errors: ErrNoMethod,
// ErrLastWay, ErrNoAccount.
func (p *People) Remove(ctx context.Context, id events.PlayerID, method string, works func(method string) bool) error {
	a, err := p.readAccount(ctx, id)
	if err != nil {
		return err
	}
	mail := a.Address != post.Address{} && works(MethodMail)
	var index string
	err = p.changeAccount(ctx, id, func(rec *accountRecord) error {
		index = ""
		key := slices.IndexFunc(rec.Passkeys, func(k passkeyRecord) bool { return k.ID == method })
		link := slices.IndexFunc(rec.Links, func(l Link) bool { return l.ID() == method })
		switch {
		case key >= 0:
			rec.Passkeys = slices.Delete(rec.Passkeys, key, key+1)
		case link >= 0:
			// It says so until its index is gone too, so that a crash between leaves no
			// way in.
			rec.Links[link].Removed, index = true, rec.Links[link].Index
		default:
			return ErrNoMethod
		}
		if mail || len(rec.Passkeys) > 0 && works(MethodPasskey) ||
			slices.ContainsFunc(rec.Links, func(l Link) bool { return !l.Removed && works(l.Provider) }) {
			return nil
		}
		return ErrLastWay
	})
	if err != nil || index == "" {
		return err
	}
	return p.unlink(ctx, id, index)
}

// unlink finishes the removal of a link.
func (p *People) unlink(ctx context.Context, id events.PlayerID, index string) error {
	if err := p.cfg.Vault.Erase(ctx, index); err != nil {
		return err
	}
	return p.changeAccount(ctx, id, func(rec *accountRecord) error {
		rec.Links = slices.DeleteFunc(rec.Links, func(l Link) bool { return l.Removed && l.Index == index })
		return nil
	})
}

// linked returns the account that an index leads to. Errors: vault.ErrNotFound, where
// it leads to none or leads there no more.
func (p *People) linked(ctx context.Context, index string) (events.PlayerID, error) {
	e, err := p.cfg.Vault.Get(ctx, index)
	if err != nil {
		return "", err
	}
	id := events.PlayerID(e.Value)
	var rec accountRecord
	_, err = p.read(ctx, accountKey(id), &rec)
	if err != nil && !errors.Is(err, vault.ErrNotFound) { // without a record it is about to be made
		return "", err
	}
	for _, l := range rec.Links {
		if l.Index == index && l.Removed {
			if err := p.unlink(ctx, id, index); err != nil {
				return "", err
			}
			return "", vault.ErrNotFound
		}
	}
	return id, nil
}
