package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// MethodMail is the method of who signed in by a link.
const MethodMail = "mail"

// Proof is how somebody has shown who they are. One of Address, Subject and Account
// says who; a Subject may have an Address beside it.
type Proof struct {
	Method   string          // MethodMail, "passkey", or the name of a provider
	Address  post.Address    // whose mail they read: the link came there, or a provider has verified it
	Subject  Subject         // as the provider knows them
	Account  events.PlayerID // whose passkey it was
	Language string          // of letters, for a new account
	Device   string          // what they signed in with, in a few words
}

// Opened is a session that has just been opened, with the secret that proves it.
type Opened struct {
	Grant
	Secret Secret
}

// SignIn opens a session for who has shown who they are. An address or a subject that
// is not known gets an account. Errors: ErrNoAccount; ErrJoin, where a provider's
// subject is not known and its address is another account's.
func (p *People) SignIn(ctx context.Context, proof Proof) (Opened, error) {
	return p.signIn(ctx, proof, newSecret())
}

// signIn is SignIn with the secret of the session. Of several with the same one opens
// it, and the others are given the same.
func (p *People) signIn(ctx context.Context, proof Proof, secret Secret) (Opened, error) {
	a, err := p.whoIs(ctx, proof)
	if err != nil {
		return Opened{}, err
	}
	now := p.cfg.Now().UTC().Truncate(time.Millisecond)
	hash := secret.hash()
	// What an account has is noted first: whoever ends all of it must find it.
	own := ownKey(a.ID, ownSession, hash)
	if _, err := p.cfg.Vault.Create(ctx, own, nil, sessionAbsolute); err != nil && !errors.Is(err, vault.ErrExists) {
		return Opened{}, err
	}
	rec := sessionRecord{Account: a.ID, Method: proof.Method, Created: now, Seen: now, Device: proof.Device}
	if err := p.create(ctx, sessionKey(hash), rec, sessionIdle); err != nil && !errors.Is(err, vault.ErrExists) {
		return Opened{}, err
	}
	// It may have been erased meanwhile; then nothing of it is to stay.
	if _, err := p.readAccount(ctx, a.ID); err != nil {
		return Opened{}, errors.Join(err, p.end(ctx, a.ID, ownSession, hash))
	}
	g, err := p.BySession(ctx, secret.Reveal())
	return Opened{g, secret}, err
}

// whoIs finds the account of a proof, or makes one.
func (p *People) whoIs(ctx context.Context, proof Proof) (Account, error) {
	switch {
	case proof.Account != "":
		return p.readAccount(ctx, proof.Account)
	case proof.Subject != Subject{}:
		return p.ofSubject(ctx, proof)
	case proof.Address != post.Address{}:
		return p.found(ctx, p.addressKey(proof.Address), proof)
	default:
		return Account{}, ErrNoAccount
	}
}

// ofSubject finds the account that a provider's subject signs in to. One that is not
// known gets an account, with its address where that is nobody's yet.
func (p *People) ofSubject(ctx context.Context, proof Proof) (Account, error) {
	index := p.subjectKey(proof.Subject)
	switch id, err := p.linked(ctx, index); {
	case err == nil:
		return p.readAccount(ctx, id)
	case !errors.Is(err, vault.ErrNotFound):
		return Account{}, err
	}
	if proof.Address == (post.Address{}) {
		a, err := p.found(ctx, index, proof)
		if err != nil {
			return Account{}, err
		}
		if _, err := p.noteLink(ctx, a.ID, index, proof.Method); err != nil {
			return Account{}, err
		}
		return p.readAccount(ctx, a.ID)
	}
	switch _, err := p.cfg.Vault.Get(ctx, p.addressKey(proof.Address)); {
	case err == nil:
		return Account{}, ErrJoin
	case !errors.Is(err, vault.ErrNotFound):
		return Account{}, err
	}
	a, err := p.found(ctx, p.addressKey(proof.Address), proof)
	if err != nil {
		return Account{}, err
	}
	if _, err := p.Join(ctx, a.ID, proof.Subject, proof.Method); err != nil {
		return Account{}, err
	}
	return p.readAccount(ctx, a.ID)
}

// Join lets a provider's subject sign in to an account whose holder is signed in. added
// is false where it does already. Errors: ErrTaken, ErrTooMany, ErrNoAccount.
func (p *People) Join(ctx context.Context, id events.PlayerID, s Subject, provider string) (added bool, err error) {
	index := p.subjectKey(s)
	switch there, err := p.linked(ctx, index); {
	case err == nil && there != id:
		return false, ErrTaken
	case errors.Is(err, vault.ErrNotFound):
		if _, err := p.cfg.Vault.Create(ctx, index, []byte(id), 0); errors.Is(err, vault.ErrExists) {
			return p.Join(ctx, id, s, provider) // somebody else did meanwhile
		} else if err != nil {
			return false, err
		}
	case err != nil:
		return false, err
	}
	return p.noteLink(ctx, id, index, provider)
}

// noteLink writes into an account that a provider signs it in. Where it cannot, the
// index leads nowhere any more.
func (p *People) noteLink(ctx context.Context, id events.PlayerID, index, provider string) (added bool, err error) {
	err = p.changeAccount(ctx, id, func(rec *accountRecord) error {
		added = !slices.ContainsFunc(rec.Links, func(l Link) bool { return l.Index == index && !l.Removed })
		switch {
		case !added:
			return nil
		case len(rec.Links) >= mostMethods:
			return ErrTooMany
		}
		rec.Links = append(rec.Links, Link{Provider: provider, Index: index, Added: p.cfg.Now().UTC().Truncate(time.Second)})
		return nil
	})
	if errors.Is(err, ErrNoAccount) || errors.Is(err, ErrTooMany) {
		err = errors.Join(err, p.cfg.Vault.Erase(ctx, index))
	}
	return added && err == nil, err
}

// sessionRecord is what is kept of a session.
type sessionRecord struct {
	Account events.PlayerID `json:"account"`
	Method  string          `json:"method"`
	Created time.Time       `json:"created"`
	Seen    time.Time       `json:"seen"`
	Device  string          `json:"device,omitempty"`
}
