package people_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events/jetlog"
)

var secret = []byte("the secret of all these tests")

// clock is a time that goes on when it is told to.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := new(clock)
	c.at.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time        { return time.Unix(0, c.at.Load()) }
func (c *clock) pass(d time.Duration)  { c.at.Add(int64(d)) }
func (c *clock) vault() *vault.Memory  { return &vault.Memory{Now: c.now} }
func address(text string) post.Address { a, _ := post.ParseAddress(text); return a }

func open(t testing.TB, v vault.Vault, c *clock, config ...func(*people.Config)) *people.People {
	t.Helper()
	cfg := people.Config{Vault: v, Secret: secret, Now: c.now, Logger: slog.New(slog.DiscardHandler), Admins: []post.Address{address("Root@example.org")}}
	for _, f := range config {
		f(&cfg)
	}
	p, err := people.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(t testing.TB, p *people.People, to string) people.Sent {
	t.Helper()
	sent, err := p.Ask(t.Context(), people.Asked{Address: address(to), Language: "en", Next: "/me"})
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

func confirm(t testing.TB, p *people.People, s people.Sent) people.Confirmed {
	t.Helper()
	c, err := p.Confirm(t.Context(), s.Token.Reveal(), s.Browser.Reveal(), "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func signIn(t testing.TB, p *people.People, to string) people.Confirmed {
	t.Helper()
	return confirm(t, p, ask(t, p, to))
}

func is(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// A link signs in once in the browser that asked; the same browser may repeat it.
func TestLink(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	sent := ask(t, p, "ann@example.org")
	first := confirm(t, p, sent)
	if first.Repeated || first.Code != "" || first.Next != "/me" || first.Account.Address.Reveal() != "ann@example.org" {
		t.Errorf("%+v", first)
	}
	again := confirm(t, p, sent)
	if !again.Repeated || again.Secret != first.Secret {
		t.Errorf("repeated: %v, same: %v", again.Repeated, again.Secret == first.Secret)
	}
	if second := signIn(t, p, "ANN@Example.org"); second.Account.ID != first.Account.ID || second.Secret == first.Secret {
		t.Errorf("the second sign-in: %+v", second)
	}
	if other := signIn(t, p, "ann+2@example.org"); other.Account.ID == first.Account.ID {
		t.Error("two addresses, one account")
	}
	// After signing out a repeated confirmation signs nobody in.
	is(t, "sign out", p.SignOut(t.Context(), first.Account.ID, first.Session.ID), nil)
	_, err := p.Confirm(t.Context(), sent.Token.Reveal(), sent.Browser.Reveal(), "")
	is(t, "after signing out", err, people.ErrLink)
	_, err = p.BySession(t.Context(), first.Secret.Reveal())
	is(t, "session", err, people.ErrSignedOut)
}

// trust.md E 83 and the mails that are never opened in time.
func TestLinkEnds(t *testing.T) {
	c := newClock()
	v := c.vault()
	p := open(t, v, c)
	used, late := ask(t, p, "ann@example.org"), ask(t, p, "bob@example.org")
	confirm(t, p, used)
	p = open(t, v, c) // restarted
	for name, browser := range map[string]string{"another": ask(t, p, "x@example.org").Browser.Reveal(), "none": "", "no": "x"} {
		_, err := p.Confirm(t.Context(), used.Token.Reveal(), browser, "")
		is(t, name+" browser", err, people.ErrLink)
	}
	c.pass(people.LinkLife)
	_, err := p.Confirm(t.Context(), late.Token.Reveal(), late.Browser.Reveal(), "")
	is(t, "too late", err, people.ErrLink)
	for _, token := range []string{"", "x", ask(t, p, "x@example.org").Browser.Reveal()} {
		_, err := p.Confirm(t.Context(), token, late.Browser.Reveal(), "")
		is(t, "no link", err, people.ErrLink)
	}
}

// In another browser a link shows a code, which the first one takes.
func TestCode(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	sent := ask(t, p, "ann@example.org")
	ctx := t.Context()
	_, err := p.Code(ctx, "000000", sent.Browser.Reveal(), "")
	is(t, "before the code was shown", err, people.ErrLink)
	elsewhere, err := p.Confirm(ctx, sent.Token.Reveal(), "", "")
	is(t, "elsewhere", err, nil)
	again, err := p.Confirm(ctx, sent.Token.Reveal(), "", "")
	is(t, "elsewhere again", err, nil)
	if len(elsewhere.Code) != 6 || again.Code != elsewhere.Code || elsewhere.Secret != "" {
		t.Fatalf("%+v, then %q", elsewhere, again.Code)
	}
	_, err = p.Code(ctx, elsewhere.Code, ask(t, p, "x@example.org").Browser.Reveal(), "")
	is(t, "in another browser", err, people.ErrLink)
	var wrong *people.CodeError
	if _, err = p.Code(ctx, "12345x", sent.Browser.Reveal(), ""); !errors.As(err, &wrong) || wrong.Left != 4 {
		t.Errorf("a wrong code: %v", err)
	}
	got, err := p.Code(ctx, elsewhere.Code, sent.Browser.Reveal(), "")
	is(t, "the code", err, nil)
	if got.Account.Address.Reveal() != "ann@example.org" || got.Repeated {
		t.Errorf("%+v", got)
	}
	twice, err := p.Code(ctx, elsewhere.Code, sent.Browser.Reveal(), "")
	is(t, "the code again", err, nil)
	if !twice.Repeated || twice.Secret != got.Secret {
		t.Errorf("%+v", twice)
	}
}

// Five tries, however many come at once; then the link itself is burnt.
func TestCodeBurns(t *testing.T) {
	c := newClock()
	p := open(t, c.vault(), c)
	sent := ask(t, p, "ann@example.org")
	shown, err := p.Confirm(t.Context(), sent.Token.Reveal(), "", "")
	is(t, "elsewhere", err, nil)
	var looked atomic.Int32
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			code := fmt.Sprintf("%06d", i)
			if code == shown.Code {
				code = "999999"
			}
			_, err := p.Code(t.Context(), code, sent.Browser.Reveal(), "")
			var wrong *people.CodeError
			if errors.As(err, &wrong) {
				looked.Add(1)
			}
		})
	}
	all.Wait()
	if looked.Load() > 4 { // the fifth burns
		t.Errorf("%d tries were told that more are taken", looked.Load())
	}
	_, err = p.Code(t.Context(), shown.Code, sent.Browser.Reveal(), "")
	is(t, "the code", err, people.ErrLink)
	for _, browser := range []string{sent.Browser.Reveal(), ""} {
		_, err = p.Confirm(t.Context(), sent.Token.Reveal(), browser, "")
		is(t, "the link", err, people.ErrLink)
	}
}

// trust.md D 68: of 64 redemptions at once one opens the session.
func redeem(t *testing.T, p *people.People, rounds int) {
	for round := range rounds {
		sent := ask(t, p, fmt.Sprintf("ann%d@example.org", round%7))
		var opened, repeated atomic.Int32
		var all sync.WaitGroup
		start := make(chan struct{})
		for range 64 {
			all.Go(func() {
				<-start
				switch c, err := p.Confirm(context.Background(), sent.Token.Reveal(), sent.Browser.Reveal(), ""); {
				case err != nil:
					t.Error(err)
				case c.Repeated:
					repeated.Add(1)
				default:
					opened.Add(1)
				}
			})
		}
		close(start)
		all.Wait()
		if opened.Load() != 1 || repeated.Load() != 63 {
			t.Fatalf("round %d: %d opened, %d repeated", round, opened.Load(), repeated.Load())
		}
		c := confirm(t, p, sent)
		sessions, err := p.Sessions(t.Context(), c.Account.ID)
		if err != nil || len(sessions) != round/7+1 {
			t.Fatalf("round %d: %d sessions, %v", round, len(sessions), err)
		}
	}
}

func TestOneRedemption(t *testing.T) {
	c := newClock()
	redeem(t, open(t, c.vault(), c), 500)
}

func TestOneRedemptionOnJetStream(t *testing.T) {
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	v, err := vault.OpenJet(t.Context(), nc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	redeem(t, open(t, v, newClock()), 10)
}
