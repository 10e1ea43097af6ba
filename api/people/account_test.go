package people_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/events"
	"plylog/events/jetlog"
)

// noted is a vault that notes what is asked of it.
type noted struct {
	vault.Vault
	mu    sync.Mutex
	calls []string
}

func (n *noted) note(call, key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	word, _, _ := strings.Cut(key, ".")
	n.calls = append(n.calls, call+" "+word)
}

func (n *noted) Get(ctx context.Context, key string) (vault.Entry, error) {
	n.note("get", key)
	return n.Vault.Get(ctx, key)
}

func (n *noted) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	n.note("create", key)
	return n.Vault.Create(ctx, key, value, life)
}

func (n *noted) Update(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	n.note("update", key)
	return n.Vault.Update(ctx, key, value, life, revision)
}

func (n *noted) Keys(ctx context.Context, words string) ([]string, error) {
	n.note("keys", words)
	return n.Vault.Keys(ctx, words)
}

func (n *noted) Watch(ctx context.Context, words string) (iter.Seq2[vault.Change, error], error) {
	n.note("watch", words)
	return n.Vault.Watch(ctx, words)
}

// Whether an address has an account changes nothing of what is done when a link is
// asked for: games.md J 143.
func TestAskIsTheSame(t *testing.T) {
	c := newClock()
	n := &noted{Vault: c.vault()}
	p := open(t, n, c)
	signIn(t, p, "known@example.org")
	var did [2][]string
	for i, to := range []string{"known@example.org", "nobody@example.org"} {
		n.calls = nil
		ask(t, p, to)
		did[i] = n.calls
	}
	if !slices.Equal(did[0], did[1]) || len(did[0]) == 0 {
		t.Errorf("for a known address %v, for another %v", did[0], did[1])
	}
	if slices.ContainsFunc(did[0], func(call string) bool { return !strings.HasSuffix(call, " link") && !strings.HasSuffix(call, " asked") }) {
		t.Errorf("more is looked at than links: %v", did[0])
	}
}

// A session ends when it is not used for 30 days, and after 180 days in any case.
func TestSessionEnds(t *testing.T) {
	const day = 24 * time.Hour
	c := newClock()
	p := open(t, c.vault(), c)
	idle, used, lately := signIn(t, p, "ann@example.org"), signIn(t, p, "bob@example.org"), signIn(t, p, "cid@example.org")
	for passed := 0; passed < 180; passed++ {
		_, err := p.BySession(t.Context(), used.Secret.Reveal())
		is(t, "used", err, nil)
		if passed == 29 || passed == 58 {
			_, err := p.BySession(t.Context(), lately.Secret.Reveal())
			is(t, "used every 29 days", err, nil)
		}
		c.pass(day)
		if passed == 29 {
			_, err := p.BySession(t.Context(), idle.Secret.Reveal())
			is(t, "idle", err, people.ErrSignedOut)
		}
	}
	_, err := p.BySession(t.Context(), lately.Secret.Reveal())
	is(t, "used on the 29th day, and not since", err, people.ErrSignedOut)
	_, err = p.BySession(t.Context(), used.Secret.Reveal())
	is(t, "after 180 days", err, people.ErrSignedOut)
	for _, bad := range []string{"", "x", strings.Repeat("A", 42), strings.Repeat("A", 44), strings.Repeat("A", 43), strings.Repeat("A", 42) + "B", strings.Repeat(".", 1<<20)} {
		_, err := p.BySession(t.Context(), bad)
		is(t, "no session", err, people.ErrSignedOut)
	}
}

// What ends on one node ends on the others, for who is asked and for who waits.
func TestEndsEverywhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := new(vault.Memory)
		here, there := open(t, v, newClock(), wallClock), open(t, v, newClock(), wallClock)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		for _, p := range []*people.People{here, there} {
			running.Go(func() { p.Run(ctx) })
		}
		synctest.Wait()
		for name, end := range map[string]func(people.Confirmed) error{
			"sign out":        func(s people.Confirmed) error { return here.SignOut(ctx, s.Account.ID, s.Session.ID) },
			"sign out of all": func(s people.Confirmed) error { return here.SignOutEverywhere(ctx, s.Account.ID) },
			"erase":           func(s people.Confirmed) error { return here.Erase(ctx, s.Account.ID) },
		} {
			s := signIn(t, here, "ann@example.org")
			g, err := there.BySession(ctx, s.Secret.Reveal())
			is(t, name+": there", err, nil)
			while, cancel := there.While(ctx, g)
			if while.Err() != nil {
				t.Errorf("%s: ended before it began", name)
			}
			is(t, name, end(s), nil)
			synctest.Wait()
			if context.Cause(while) != people.ErrSignedOut {
				t.Errorf("%s: who waits there: %v", name, context.Cause(while))
			}
			_, err = there.BySession(ctx, s.Secret.Reveal())
			is(t, name+": after", err, people.ErrSignedOut)
			late, cancelLate := there.While(ctx, g)
			if context.Cause(late) != people.ErrSignedOut {
				t.Errorf("%s: who comes too late: %v", name, context.Cause(late))
			}
			cancel()
			cancelLate()
		}
		stop()
		running.Wait()
	})
}

// wallClock lets time go on as in the rest of a test.
func wallClock(c *people.Config) { c.Now = time.Now }

func TestTokens(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	ctx := t.Context()
	ann, root := signIn(t, p, "ann@example.org"), signIn(t, p, "root@example.org")
	tok, secret, err := p.NewToken(ctx, ann.Account.ID, "a bot", people.Scopes{people.GamesPlay, people.AdminScope}, 0)
	is(t, "new", err, nil)
	text := secret.Reveal()
	if !people.WholeToken(text) || len(text) != 60 || tok.Expires.Sub(tok.Created) != people.DefaultTokenLife {
		t.Errorf("%q %+v", text, tok)
	}
	g, err := p.ByToken(ctx, text)
	is(t, "by token", err, nil)
	if g.Player() != ann.Account.ID || !g.Scopes.Has(people.GamesPlay) || g.Scopes.Has(people.AdminScope) || g.Session.ID != "" {
		t.Errorf("%+v", g)
	}
	if _, adminSecret, err := p.NewToken(ctx, root.Account.ID, "x", people.Scopes{people.AdminScope}, 0); err != nil {
		t.Error(err)
	} else if g, err := p.ByToken(ctx, adminSecret.Reveal()); err != nil || !g.Scopes.Has(people.AdminScope) {
		t.Errorf("an admin's token: %+v, %v", g, err)
	}
	list, err := p.Tokens(ctx, ann.Account.ID)
	is(t, "list", err, nil)
	if len(list) != 1 || list[0].ID != tok.ID || list[0].Used.IsZero() || strings.Contains(text, list[0].ID) {
		t.Errorf("%+v", list)
	}
	is(t, "another's", p.RevokeToken(ctx, root.Account.ID, tok.ID), people.ErrSignedOut)
	is(t, "revoke", p.RevokeToken(ctx, ann.Account.ID, tok.ID), nil)
	_, err = p.ByToken(ctx, text)
	is(t, "revoked", err, people.ErrSignedOut)
	_, secret, err = p.NewToken(ctx, ann.Account.ID, "short", people.Scopes{people.GamesPlay}, time.Hour)
	is(t, "new", err, nil)
	c.pass(time.Hour)
	_, err = p.ByToken(ctx, secret.Reveal())
	is(t, "expired", err, people.ErrSignedOut)
	for range 50 {
		if _, _, err = p.NewToken(ctx, ann.Account.ID, "many", people.Scopes{people.GamesPlay}, 0); err != nil {
			break
		}
	}
	is(t, "fifty", err, nil)
	_, _, err = p.NewToken(ctx, ann.Account.ID, "too many", people.Scopes{people.GamesPlay}, 0)
	is(t, "fifty-one", err, people.ErrTooMany)
}

// A token that is none is known as such before anything is looked up: its length,
// its prefix and its checksum (trust.md E 80).
func TestWholeToken(t *testing.T) {
	c := newClock()
	n := &noted{Vault: c.vault()}
	p := open(t, n, c)
	ann := signIn(t, p, "ann@example.org")
	_, secret, err := p.NewToken(t.Context(), ann.Account.ID, "x", people.Scopes{people.GamesPlay}, 0)
	is(t, "new", err, nil)
	text := secret.Reveal()
	n.calls = nil
	bad := []string{"", people.TokenPrefix, text[:59], text + "0", "plylog_pax_" + text[11:], strings.Repeat(".", 1<<20), strings.ToUpper(text)}
	for i := range text {
		b := []byte(text)
		b[i] ^= 1
		bad = append(bad, string(b))
	}
	for _, one := range bad {
		_, err := p.ByToken(t.Context(), one)
		is(t, "no token", err, people.ErrSignedOut)
	}
	if len(n.calls) > 0 {
		t.Errorf("something was looked up: %v", n.calls)
	}
	dots := strings.Repeat(".", 1<<20)
	if allocs := testing.AllocsPerRun(100, func() { people.WholeToken(dots) }); allocs > 0 {
		t.Errorf("%v allocations for a megabyte of dots", allocs)
	}
}

// Nothing of an account is left in any file when it was erased, but its id; its
// address is then anybody's again.
func TestErase(t *testing.T) {
	dir := t.TempDir()
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.OpenJet(t.Context(), nc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, v, newClock(), wallClock)
	ctx := t.Context()
	const address, name, second = "Annabel.Example@example.org", "Annabel Exemplar", "Queen Annabel"
	me := signIn(t, p, address)
	is(t, "rename", p.Rename(ctx, me.Account.ID, name), nil)
	is(t, "rename", p.Rename(ctx, me.Account.ID, second), nil)
	is(t, "subject", lastError(p.Join(ctx, me.Account.ID, people.Subject{Issuer: "https://id.example", ID: "annabel-1"}, "example")), nil)
	_, token, err := p.NewToken(ctx, me.Account.ID, "a token of Annabel", people.Scopes{people.GamesPlay}, 0)
	is(t, "token", err, nil)
	ask(t, p, address) // one that nobody uses
	a, err := p.Account(ctx, me.Account.ID)
	is(t, "account", err, nil)
	if a.DisplayName() != second || len(a.Links) != 1 {
		t.Fatalf("%+v", a)
	}
	is(t, "erase", p.Erase(ctx, me.Account.ID), nil)
	is(t, "erase again", p.Erase(ctx, me.Account.ID), people.ErrNoAccount)

	for what, err := range map[string]error{
		"session": lastError(p.BySession(ctx, me.Secret.Reveal())), "token": lastError(p.ByToken(ctx, token.Reveal())),
	} {
		is(t, what, err, people.ErrSignedOut)
	}
	shown, isAccount, err := p.Name(ctx, me.Account.ID)
	if err != nil || isAccount || shown != people.MadeUp(me.Account.ID) {
		t.Errorf("they are called %q, %v, %v", shown, isAccount, err)
	}
	erased, err := p.Erased(ctx, me.Account.ID)
	if err != nil || !erased {
		t.Errorf("erased: %v, %v", erased, err)
	}
	look := func(when string) {
		t.Helper()
		for _, text := range []string{"nnabel", "id.example", me.Secret.Reveal(), token.Reveal(), strings.ToLower(address)} {
			for _, file := range holding(t, dir, text) {
				t.Errorf("%s: %q is in %s", when, text, file)
			}
		}
		if len(holding(t, dir, string(me.Account.ID))) == 0 {
			t.Errorf("%s: the id is gone too: this test sees nothing", when)
		}
	}
	look("running")
	if again := signIn(t, p, address); again.Account.ID == me.Account.ID || again.Account.Name != "" {
		t.Errorf("the address signs in to %+v", again.Account)
	}
	v.Close()
	nc.Close()
	s.Close()
	look("stopped")
}

func lastError[T any](_ T, err error) error { return err }

// holding returns the files below a folder that hold a text.
func holding(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && !d.Type().IsRegular() {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(b, []byte(text)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// An erasure that a crash interrupts is finished by whoever runs next, wherever it
// was cut off.
func TestEraseGoesOn(t *testing.T) {
	for after := range 30 {
		c := newClock()
		m := c.vault()
		p := open(t, m, c)
		me := signIn(t, p, "ann@example.org")
		is(t, "rename", p.Rename(t.Context(), me.Account.ID, "Ann"), nil)
		err := open(t, &failing{Vault: m, left: after}, c).Erase(t.Context(), me.Account.ID)
		if err == nil {
			if after == 0 {
				t.Fatal("nothing failed")
			}
			return // it was never cut off
		}
		if !errors.Is(err, errCut) {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		running := make(chan struct{})
		go func() { defer close(running); open(t, m, c).Run(ctx) }()
		for begun := true; begun; {
			keys, err := m.Keys(t.Context(), "erasing")
			is(t, "keys", err, nil)
			begun = len(keys) > 0
		}
		stop()
		<-running
		if _, err := p.Account(t.Context(), me.Account.ID); after > 0 && err == nil {
			keys, _ := m.Keys(t.Context(), "live")
			t.Fatalf("cut off after %d writes: the account is there: %v", after, keys)
		}
		if again := signIn(t, p, "ann@example.org"); after > 0 && again.Account.ID == me.Account.ID {
			t.Errorf("cut off after %d writes: the address leads to it", after)
		}
	}
	t.Fatal("it fails for ever")
}

var errCut = errors.New("cut off")

// failing is a vault that takes so many writes.
type failing struct {
	vault.Vault
	left int
}

func (f *failing) cut() error {
	if f.left--; f.left < 0 {
		return errCut
	}
	return nil
}

func (f *failing) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	if err := f.cut(); err != nil {
		return 0, err
	}
	return f.Vault.Create(ctx, key, value, life)
}

func (f *failing) Update(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	if err := f.cut(); err != nil {
		return 0, err
	}
	return f.Vault.Update(ctx, key, value, life, revision)
}

func (f *failing) Erase(ctx context.Context, key string) error {
	if err := f.cut(); err != nil {
		return err
	}
	return f.Vault.Erase(ctx, key)
}

// What a provider vouches for joins no account that is there: trust.md E 77.
func TestSubjects(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	ctx := t.Context()
	subject := people.Subject{Issuer: "https://id.example", ID: "1"}
	proof := people.Proof{Method: "example", Subject: subject, Address: address("new@example.org")}
	first, err := p.SignIn(ctx, proof)
	is(t, "a new address", err, nil)
	proof.Address = address("other@example.org") // the provider knows another by now
	again, err := p.SignIn(ctx, proof)
	is(t, "again", err, nil)
	if again.Account.ID != first.Account.ID || again.Account.Address.Reveal() != "new@example.org" || len(again.Account.Links) != 1 {
		t.Errorf("%+v", again.Account)
	}
	ann := signIn(t, p, "ann@example.org")
	_, err = p.SignIn(ctx, people.Proof{Method: "example", Subject: people.Subject{Issuer: "https://id.example", ID: "2"}, Address: address("ann@example.org")})
	is(t, "an address that is somebody's", err, people.ErrJoin)
	is(t, "another's subject", lastError(p.Join(ctx, ann.Account.ID, subject, "example")), people.ErrTaken)
	unverified, err := p.SignIn(ctx, people.Proof{Method: "example", Subject: people.Subject{Issuer: "https://id.example", ID: "3"}})
	is(t, "without an address", err, nil)
	if unverified.Account.ID == ann.Account.ID || unverified.Account.Address.Reveal() != "" {
		t.Errorf("%+v", unverified.Account)
	}
	_, err = p.SignIn(ctx, people.Proof{Method: "passkey", Account: events.PlayerID("p_nobody")})
	is(t, "a passkey of nobody", err, people.ErrNoAccount)
	_, err = p.SignIn(ctx, people.Proof{Method: "nothing"})
	is(t, "no proof", err, people.ErrNoAccount)
}

// What a backup keeps of people, taken while an account is erased at any point of that:
// no name or address of who says that they are erased, and a copy goes on with it.
func TestKept(t *testing.T) {
	for after := range 30 {
		c := newClock()
		m := c.vault()
		p := open(t, m, c)
		ann, bob := signIn(t, p, "ann@example.org"), signIn(t, p, "bob@example.org")
		is(t, "subject", lastError(p.Join(t.Context(), ann.Account.ID, people.Subject{Issuer: "https://id.example", ID: "ann"}, "example")), nil)
		is(t, "token", lastError(second(p.NewToken(t.Context(), ann.Account.ID, "bot", people.Scopes{people.GamesPlay}, 0))), nil)
		ask(t, p, "cid@example.org")
		cut := open(t, &failing{Vault: m, left: after}, c).Erase(t.Context(), ann.Account.ID)
		to := c.vault()
		for e, err := range p.Kept(t.Context()) {
			is(t, "kept", err, nil)
			is(t, "copied", lastError(to.Create(t.Context(), e.Key, e.Value, 0)), nil)
			word, _, _ := strings.Cut(strings.TrimPrefix(e.Key, "live."), ".")
			if !slices.Contains([]string{"account", "person", "address", "subject", "erasing"}, word) {
				t.Errorf("%s is kept", e.Key)
			}
			if after > 1 && word == "person" && strings.HasSuffix(e.Key, string(ann.Account.ID)) {
				t.Errorf("cut off after %d writes: %s is kept", after, e.Key)
			}
		}
		there := open(t, to, c)
		is(t, "erased there", there.FinishErasing(t.Context()), nil)
		if a, err := there.Account(t.Context(), bob.Account.ID); err != nil || a.Address.Reveal() != "bob@example.org" {
			t.Errorf("Bob is %+v, %v", a, err)
		}
		_, err := there.BySession(t.Context(), bob.Secret.Reveal())
		is(t, "a session", err, people.ErrSignedOut)
		_, err = there.Account(t.Context(), ann.Account.ID)
		if after == 0 { // nothing was written of the erasing
			is(t, "Ann", err, nil)
			continue
		}
		is(t, "Ann", err, people.ErrNoAccount)
		if again := signIn(t, there, "ann@example.org"); again.Account.ID == ann.Account.ID {
			t.Errorf("cut off after %d writes: the address leads to who was erased", after)
		}
		if cut == nil {
			return
		}
	}
	t.Fatal("it fails for ever")
}

func second[T, U any](_ T, u U, err error) (U, error) { return u, err }
