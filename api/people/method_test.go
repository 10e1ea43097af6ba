package people_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/events"
)

// by signs somebody in by a provider.
func by(t testing.TB, p *people.People, subject, verified string) (people.Opened, error) {
	t.Helper()
	return p.SignIn(t.Context(), people.Proof{
		Method: "example", Subject: people.Subject{Issuer: "https://id.example.org", ID: subject}, Address: address(verified), Language: "en",
	})
}

func all(string) bool { return true }

// join adds a provider to an account.
func join(t testing.TB, p *people.People, id events.PlayerID, subject people.Subject) error {
	t.Helper()
	_, err := p.Join(t.Context(), id, subject, "example")
	return err
}

// trust.md E 77, games.md J 139: an address joins nobody to an account that is there.
func TestProviderJoins(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	ann := signIn(t, p, "ann@example.org").Account
	_, err := by(t, p, "ann", "ann@example.org")
	is(t, "an address that has an account", err, people.ErrJoin)
	stranger, err := by(t, p, "stranger", "")
	is(t, "no verified address", err, nil)
	if stranger.Account.ID == ann.ID || stranger.Account.Address.Reveal() != "" || len(stranger.Account.Links) != 1 {
		t.Errorf("%+v", stranger.Account)
	}
	bob, err := by(t, p, "bob", "bob@example.org")
	is(t, "a new address", err, nil)
	if bob.Account.Address.Reveal() != "bob@example.org" || signIn(t, p, "bob@example.org").Account.ID != bob.Account.ID {
		t.Errorf("%+v", bob.Account)
	}
	// What the provider says later changes nothing.
	for _, verified := range []string{"ann@example.org", "", "other@example.org"} {
		again, err := by(t, p, "bob", verified)
		if is(t, "a known subject", err, nil); again.Account.ID != bob.Account.ID || again.Account.Address.Reveal() != "bob@example.org" {
			t.Errorf("%q: %+v", verified, again.Account)
		}
	}
	// Who is signed in adds to their own account, and takes nobody's.
	is(t, "join", join(t, p, ann.ID, people.Subject{Issuer: "https://id.example.org", ID: "ann"}), nil)
	is(t, "join again", join(t, p, ann.ID, people.Subject{Issuer: "https://id.example.org", ID: "ann"}), nil)
	is(t, "join another's", join(t, p, ann.ID, people.Subject{Issuer: "https://id.example.org", ID: "bob"}), people.ErrTaken)
	is(t, "join nobody", join(t, p, "p_nobody", people.Subject{Issuer: "https://id.example.org", ID: "x"}), people.ErrNoAccount)
	got, err := by(t, p, "ann", "")
	if is(t, "joined", err, nil); got.Account.ID != ann.ID || len(got.Account.Links) != 1 {
		t.Errorf("%+v", got.Account)
	}
	// The same word of another issuer is somebody else.
	other, err := p.SignIn(t.Context(), people.Proof{Method: "other", Subject: people.Subject{Issuer: "https://id.example.com", ID: "ann"}})
	if is(t, "another issuer", err, nil); other.Account.ID == ann.ID {
		t.Error("two issuers, one subject")
	}
}

// stubborn is a vault that erases nothing while it is told to.
type stubborn struct {
	vault.Vault
	stuck atomic.Bool
}

var errStuck = errors.New("stuck")

func (s *stubborn) Erase(ctx context.Context, key string) error {
	if s.stuck.Load() {
		return errStuck
	}
	return s.Vault.Erase(ctx, key)
}

func TestRemoveProvider(t *testing.T) {
	c := newClock()
	v := &stubborn{Vault: c.vault()}
	p := open(t, v, c)
	ann := signIn(t, p, "ann@example.org").Account
	subject := people.Subject{Issuer: "https://id.example.org", ID: "ann"}
	is(t, "join", join(t, p, ann.ID, subject), nil)
	ann, _ = p.Account(t.Context(), ann.ID)
	link := ann.Links[0].ID()
	is(t, "another's", p.Remove(t.Context(), signIn(t, p, "bob@example.org").Account.ID, link, all), people.ErrNoMethod)
	is(t, "none", p.Remove(t.Context(), ann.ID, "none", all), people.ErrNoMethod)
	is(t, "the last, without mail", p.Remove(t.Context(), ann.ID, link, func(m string) bool { return m != people.MethodMail }), people.ErrLastWay)
	// A crash in the middle leaves no way in.
	v.stuck.Store(true)
	is(t, "interrupted", p.Remove(t.Context(), ann.ID, link, all), errStuck)
	v.stuck.Store(false)
	if a, err := p.Account(t.Context(), ann.ID); err != nil || len(a.Links) != 0 {
		t.Errorf("%+v, %v", a.Links, err)
	}
	got, err := by(t, p, "ann", "")
	if is(t, "afterwards", err, nil); got.Account.ID == ann.ID {
		t.Error("what was removed signs in")
	}
	// It is somebody else's from then on.
	is(t, "join", join(t, p, ann.ID, subject), people.ErrTaken)
	is(t, "erase", p.Erase(t.Context(), got.Account.ID), nil)
	is(t, "join", join(t, p, ann.ID, subject), nil)
	is(t, "remove", p.Remove(t.Context(), ann.ID, link, all), nil)
	is(t, "remove again", p.Remove(t.Context(), ann.ID, link, all), people.ErrNoMethod)
	if got, err = by(t, p, "ann", ""); err != nil || got.Account.ID == ann.ID {
		t.Error("what was removed signs in", err)
	}
}

// Of two ways that are removed at once one is left, where they are the last.
func TestLastWay(t *testing.T) {
	c := newClock()
	for range 50 {
		p := open(t, c.vault(), c)
		ann, err := by(t, p, "ann", "")
		is(t, "sign in", err, nil)
		is(t, "join", join(t, p, ann.Account.ID, people.Subject{Issuer: "https://id.example.com", ID: "ann"}), nil)
		a, _ := p.Account(t.Context(), ann.Account.ID)
		var both sync.WaitGroup
		var removed atomic.Int64
		for _, l := range a.Links {
			both.Go(func() {
				switch err := p.Remove(t.Context(), a.ID, l.ID(), all); {
				case err == nil:
					removed.Add(1)
				case !errors.Is(err, people.ErrLastWay):
					t.Error(err)
				}
			})
		}
		both.Wait()
		if a, err := p.Account(t.Context(), a.ID); removed.Load() != 1 || err != nil || len(a.Links) != 1 {
			t.Fatalf("%d removed, %d left, %v", removed.Load(), len(a.Links), err)
		}
	}
}

func TestPasskeys(t *testing.T) {
	c := newClock()
	v := c.vault()
	p := open(t, v, c)
	ann := signIn(t, p, "ann@example.org").Account.ID
	add := func(name, id string) (people.Passkey, error) {
		return p.AddPasskey(t.Context(), ann, people.Passkey{ID: people.PasskeyID([]byte(id)), Name: name, Credential: []byte(`{"n":0}`)})
	}
	k, err := add("Ann's secret phone", "1")
	is(t, "add", err, nil)
	_, err = add("Another", "1")
	is(t, "the same again", err, people.ErrTaken)
	_, err = add("\u202e", "2")
	is(t, "a name that turns", err, people.ErrName)
	a, err := p.Account(t.Context(), ann)
	if err != nil || len(a.Passkeys) != 1 || a.Passkeys[0].Name != "Ann's secret phone" || !a.Passkeys[0].Used.IsZero() || a.Passkeys[0].ID != k.ID {
		t.Fatalf("%+v, %v", a.Passkeys, err)
	}
	// What its holder calls it is not in the clear.
	keys, _ := v.Keys(t.Context(), "live")
	for _, key := range keys {
		if e, err := v.Get(t.Context(), key); err != nil || strings.Contains(string(e.Value), "phone") {
			t.Errorf("%s holds %s, %v", key, e.Value, err)
		}
	}
	// Whatever is kept of it changes atomically: of many proofs each sees the one before.
	var many sync.WaitGroup
	for range 16 {
		many.Go(func() {
			err := p.UsePasskey(t.Context(), ann, k.ID, func(kept []byte) ([]byte, error) {
				var n int
				_, err := fmt.Sscanf(string(kept), `{"n":%d}`, &n)
				return fmt.Appendf(nil, `{"n":%d}`, n+1), err
			})
			is(t, "use", err, nil)
		})
	}
	many.Wait()
	a, _ = p.Account(t.Context(), ann)
	if got := a.Passkeys[0]; string(got.Credential) != `{"n":16}` || !got.Used.Equal(c.now()) {
		t.Errorf("%+v", got)
	}
	refused := errors.New("refused")
	is(t, "refused", p.UsePasskey(t.Context(), ann, k.ID, func([]byte) ([]byte, error) { return nil, refused }), refused)
	keep := func(kept []byte) ([]byte, error) { return kept, nil }
	for who, key := range map[string]string{"p_nobody": k.ID, "": k.ID, "no id/": k.ID, "system": k.ID, string(ann): "none"} {
		is(t, "of "+who, p.UsePasskey(t.Context(), events.PlayerID(who), key, keep), people.ErrSignedOut)
	}
	opened, err := p.SignIn(t.Context(), people.Proof{Method: people.MethodPasskey, Account: ann})
	if is(t, "sign in", err, nil); opened.Account.ID != ann || opened.Session.Method != "passkey" {
		t.Errorf("%+v", opened)
	}
	is(t, "remove", p.Remove(t.Context(), ann, k.ID, all), nil)
	is(t, "after its removal", p.UsePasskey(t.Context(), ann, k.ID, keep), people.ErrSignedOut)
	for i := range 10 {
		_, err := add("One of many", fmt.Sprint("n", i))
		is(t, "add", err, nil)
	}
	_, err = add("One too many", "more")
	is(t, "one too many", err, people.ErrTooMany)
	is(t, "erase", p.Erase(t.Context(), ann), nil)
	is(t, "of an erased account", p.UsePasskey(t.Context(), ann, people.PasskeyID([]byte("n1")), keep), people.ErrSignedOut)
}

// An account whose only way left is a passkey keeps it.
func TestLastPasskey(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	ann := signIn(t, p, "ann@example.org").Account.ID
	k, err := p.AddPasskey(t.Context(), ann, people.Passkey{ID: people.PasskeyID([]byte("1")), Name: "Phone", Credential: []byte(`{}`)})
	is(t, "add", err, nil)
	is(t, "the last, without mail", p.Remove(t.Context(), ann, k.ID, func(m string) bool { return m != people.MethodMail }), people.ErrLastWay)
	is(t, "with mail", p.Remove(t.Context(), ann, k.ID, all), nil)
}
