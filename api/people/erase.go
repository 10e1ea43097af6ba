package people

import (
	"context"
	"errors"
	"strings"

	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// Erase forgets an account: its name and address, its ways to sign in, its sessions
// and tokens. Its id stays in logs, and that it was erased. After an error it is
// repeated; where a crash interrupts it, Run goes on with it. Errors: ErrNoAccount.
func (p *People) Erase(ctx context.Context, id events.PlayerID) error {
	if _, err := p.readAccount(ctx, id); err != nil {
		return err
	}
	if _, err := p.cfg.Vault.Create(ctx, keyErasing+"."+string(id), nil, 0); err != nil && !errors.Is(err, vault.ErrExists) {
		return err
	}
	return p.erase(ctx, id)
}

// erase carries out what Erase has begun.
func (p *People) erase(ctx context.Context, id events.PlayerID) error {
	defer p.accounts.drop(string(id))
	var links []Link
	_, err := change(ctx, p, accountKey(id), 0, func(rec *accountRecord) error {
		links = rec.Links
		*rec = accountRecord{Created: rec.Created, Links: rec.Links, Erased: true}
		return nil
	})
	if err != nil && !errors.Is(err, vault.ErrNotFound) {
		return err
	}
	person, _, err := p.person(ctx, id)
	if err != nil && !errors.Is(err, vault.ErrNotFound) && !errors.Is(err, errSealed) {
		return err
	}
	if err := p.eraseIndexes(ctx, id, person, links); err != nil {
		return err
	}
	if err := p.cfg.Vault.Erase(ctx, personKey(id)); err != nil {
		return err
	}
	if err := p.SignOutEverywhere(ctx, id); err != nil {
		return err
	}
	if err := p.endAll(ctx, id, ownToken); err != nil {
		return err
	}
	_, err = change(ctx, p, accountKey(id), 0, func(rec *accountRecord) error {
		*rec = accountRecord{Erased: true}
		return nil
	})
	if err != nil && !errors.Is(err, vault.ErrNotFound) {
		return err
	}
	return p.cfg.Vault.Erase(ctx, keyErasing+"."+string(id))
}

// eraseIndexes erases what leads to an account.
func (p *People) eraseIndexes(ctx context.Context, id events.PlayerID, person personRecord, links []Link) error {
	var indexes []string
	if address, err := post.ParseAddress(person.Address); err == nil {
		indexes = append(indexes, p.addressKey(address))
	}
	for _, l := range links {
		indexes = append(indexes, l.Index)
	}
	for _, index := range indexes {
		e, err := p.cfg.Vault.Get(ctx, index)
		if errors.Is(err, vault.ErrNotFound) || err == nil && events.PlayerID(e.Value) != id {
			continue // it leads to a new account
		}
		if err != nil {
			return err
		}
		if err := p.cfg.Vault.Erase(ctx, index); err != nil {
			return err
		}
	}
	return nil
}

// finishErasing goes on with what a crash interrupted.
func (p *People) finishErasing(ctx context.Context) error {
	begun, err := p.cfg.Vault.Keys(ctx, keyErasing)
	if err != nil {
		return err
	}
	for _, key := range begun {
		if err := p.erase(ctx, events.PlayerID(strings.TrimPrefix(key, keyErasing+"."))); err != nil {
			return err
		}
	}
	return nil
}
