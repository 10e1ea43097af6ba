package ticket_test

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/api/people/ticket"
	"plylog/api/people/vault"
)

// clock is set by hand.
type clock struct{ ms atomic.Int64 }

func (c *clock) now() time.Time          { return time.UnixMilli(c.ms.Load()) }
func (c *clock) forward(d time.Duration) { c.ms.Add(d.Milliseconds()) }

func office(t interface{ Fatal(...any) }, secret string, v vault.Vault, c *clock) *ticket.Office {
	o, err := ticket.New([]byte(secret), v, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

const (
	secret = "a secret of a store, long enough"
	mine   = "the browser that asked"
)

func TestRedeem(t *testing.T) {
	for _, c := range []struct {
		name             string
		purpose, browser string
		after            time.Duration
		change           func(string) string
		secret           string
		want             error
	}{
		{name: "as it was given"},
		{name: "in the last moment", after: 10*time.Minute - time.Millisecond},
		{name: "too late", after: 10 * time.Minute, want: ticket.ErrTicket},
		{name: "for something else", purpose: "other", want: ticket.ErrTicket},
		{name: "by another browser", browser: "another", want: ticket.ErrTicket},
		{name: "at another store", secret: "the secret of some other store", want: ticket.ErrTicket},
		{name: "cut", change: func(s string) string { return s[:len(s)-4] }, want: ticket.ErrTicket},
		{name: "empty", change: func(string) string { return "" }, want: ticket.ErrTicket},
		{name: "padded", change: func(s string) string { return s + "=" }, want: ticket.ErrTicket},
		{name: "long", change: func(s string) string { return strings.Repeat(s, 100) }, want: ticket.ErrTicket},
		{name: "changed", change: func(s string) string {
			b := []byte(s)
			if b[30] == 'A' {
				b[30] = 'B'
			} else {
				b[30] = 'A'
			}
			return string(b)
		}, want: ticket.ErrTicket},
	} {
		t.Run(c.name, func(t *testing.T) {
			var at clock
			v := &vault.Memory{Now: at.now}
			text, err := office(t, secret, v, &at).Issue("provider", mine, []byte("next"), 10*time.Minute)
			if err != nil || strings.Contains(text, "next") {
				t.Fatal(text, err)
			}
			if c.change != nil {
				text = c.change(text)
			}
			if c.purpose == "" {
				c.purpose = "provider"
			}
			if c.browser == "" {
				c.browser = mine
			}
			if c.secret == "" {
				c.secret = secret
			}
			at.forward(c.after)
			another := office(t, c.secret, v, &at) // any node takes it
			got, err := another.Redeem(t.Context(), c.purpose, c.browser, text)
			if !errors.Is(err, c.want) || err == nil && string(got) != "next" {
				t.Fatalf("%q, %v; want %v", got, err, c.want)
			}
			// What was refused is not used up, and what was taken is.
			want := ticket.ErrSpent
			if c.want != nil {
				want = c.want
			}
			if _, err := another.Redeem(t.Context(), c.purpose, c.browser, text); !errors.Is(err, want) {
				t.Errorf("again: %v, want %v", err, want)
			}
		})
	}
}

// The record of a spent ticket outlives the ticket, so that it is never good again.
func TestSpentForGood(t *testing.T) {
	var at clock
	o := office(t, secret, &vault.Memory{Now: at.now}, &at)
	text, _ := o.Issue("p", mine, nil, time.Minute)
	if _, err := o.Redeem(t.Context(), "p", mine, text); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		at.forward(time.Second)
		if _, err := o.Redeem(t.Context(), "p", mine, text); err == nil {
			t.Fatal("taken twice")
		}
	}
}

func TestOneRedeems(t *testing.T) {
	var at clock
	v := &vault.Memory{Now: at.now}
	text, _ := office(t, secret, v, &at).Issue("p", mine, nil, time.Minute)
	var won atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		o := office(t, secret, v, &at)
		all.Go(func() {
			switch _, err := o.Redeem(t.Context(), "p", mine, text); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, ticket.ErrSpent):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("taken %d times", won.Load())
	}
}

func TestRefusedToIssue(t *testing.T) {
	var at clock
	o := office(t, secret, &vault.Memory{}, &at)
	for name, err := range map[string]error{
		"no browser": second(o.Issue("p", "", nil, time.Minute)),
		"no life":    second(o.Issue("p", mine, nil, 0)),
		"too much":   second(o.Issue("p", mine, make([]byte, 1025), time.Minute)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := ticket.New([]byte("short"), &vault.Memory{}, at.now); err == nil {
		t.Error("a short secret was taken")
	}
}

func second(_ string, err error) error { return err }

// Whatever is carried comes back, and no two tickets are alike.
func TestCarries(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var at clock
		o := office(r, secret, &vault.Memory{Now: at.now}, &at)
		carried := rapid.SliceOfN(rapid.Byte(), 0, 1024).Draw(r, "carried")
		purpose, browser := rapid.String().Draw(r, "purpose"), rapid.StringN(1, -1, 64).Draw(r, "browser")
		one, err := o.Issue(purpose, browser, carried, time.Second)
		two, err2 := o.Issue(purpose, browser, carried, time.Second)
		if err != nil || err2 != nil || one == two {
			r.Fatal(one, two, err, err2)
		}
		if got, err := o.Redeem(t.Context(), purpose, browser, one); err != nil || !bytes.Equal(got, carried) {
			r.Fatalf("%q, %v", got, err)
		}
	})
}

func FuzzRedeem(f *testing.F) {
	var at clock
	o := office(f, secret, &vault.Memory{}, &at)
	good, _ := o.Issue("p", mine, []byte("x"), time.Minute)
	other := office(f, "another secret of another store", &vault.Memory{}, &at)
	for _, s := range []string{"", "x", good, good + "A", good[:20], strings.Repeat("A", 4000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := other.Redeem(t.Context(), "p", mine, text); err == nil {
			t.Errorf("%q was taken for a ticket of %q", text, got)
		}
	})
}
