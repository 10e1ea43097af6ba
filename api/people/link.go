package people

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"time"

	"plylog/api/people/vault"
	"plylog/api/post"
)

// LinkLife is how long a link signs in.
const LinkLife = 15 * time.Minute

const (
	mostTries = 5 // of a link's code
	mostAsked = 5 // links of one browser whose codes are taken
)

// Asked is a wish to sign in by mail.
type Asked struct {
	Address  post.Address
	Browser  string // the cookie of the browser that asks; empty or none at all: it gets a new one
	Language string
	Next     string // where to go then: a path that the caller has looked at
}

// Sent is what a letter and the browser are to be given.
type Sent struct {
	Token   Secret // for the link
	Browser Secret // for the cookie
}

// Confirmed is what came of a link or a code.
type Confirmed struct {
	Opened
	Next     string
	Repeated bool   // the same browser had confirmed before: it is the same session
	Code     string // another browser asked: six digits to type there, and no session
}

// CodeError says that a code is wrong. The link is burnt when no more are taken.
type CodeError struct{ Left int }

// Error implements error.
func (e *CodeError) Error() string {
	return fmt.Sprintf("people: wrong code; %d more are taken", e.Left)
}

// linkRecord is what is kept of a link. The address is sealed under what only the
// browser knows that asked.
type linkRecord struct {
	Browser  string    `json:"browser"` // hash of its cookie
	Sealed   []byte    `json:"sealed"`
	Language string    `json:"language,omitempty"`
	Next     string    `json:"next,omitempty"`
	Until    time.Time `json:"until"`
	Shown    bool      `json:"shown,omitempty"` // its code was shown elsewhere
	Tries    int       `json:"tries,omitempty"` // of the code
	Used     bool      `json:"used,omitempty"`
	Done     bool      `json:"done,omitempty"` // and its session was opened
}

// askedRecord is the links that a browser asked for, the newest last.
type askedRecord struct {
	Links []string `json:"links"`
}

func linkKey(hash string) string { return keyLink + "." + hash }

// Ask makes a link for an address. Nothing that is done depends on whether the address
// has an account.
func (p *People) Ask(ctx context.Context, a Asked) (Sent, error) {
	sent := Sent{Token: newSecret(), Browser: Browser(a.Browser)}
	hash := sent.Token.hash()
	sealed, err := p.keys.seal([]byte(a.Address.Reveal()), tagLink, hash, sent.Browser.Reveal())
	if err != nil {
		return Sent{}, err
	}
	rec := linkRecord{
		Browser: sent.Browser.hash(), Sealed: sealed, Language: a.Language, Next: a.Next,
		Until: p.cfg.Now().UTC().Add(LinkLife).Truncate(time.Millisecond),
	}
	if err := p.create(ctx, linkKey(hash), rec, LinkLife); err != nil {
		return Sent{}, err
	}
	return sent, p.noteAsked(ctx, sent.Browser.hash(), hash)
}

// Browser is what tells one browser from others while it signs in: what it has sent,
// or where that is nothing of ours something new.
func Browser(sent string) Secret {
	if s := Secret(sent); s.whole() {
		return s
	}
	return newSecret()
}

// noteAsked notes that a browser asked for a link.
func (p *People) noteAsked(ctx context.Context, browser, link string) error {
	key := keyAsked + "." + browser
	for {
		_, err := change(ctx, p, key, LinkLife, func(rec *askedRecord) error {
			rec.Links = append(rec.Links, link)
			rec.Links = rec.Links[max(0, len(rec.Links)-mostAsked):]
			return nil
		})
		if !errors.Is(err, vault.ErrNotFound) {
			return err
		}
		if err := p.create(ctx, key, askedRecord{[]string{link}}, LinkLife); !errors.Is(err, vault.ErrExists) {
			return err
		}
	}
}

// Confirm uses a link. In the browser that asked it opens a session, once; repeated
// there it returns the same. In any other it opens none and returns a code. Errors:
// ErrLink.
func (p *People) Confirm(ctx context.Context, token, browser, device string) (Confirmed, error) {
	if !Secret(token).whole() {
		return Confirmed{}, ErrLink
	}
	hash := Secret(token).hash()
	here, first := false, false
	rec, err := p.changeLink(ctx, hash, func(rec *linkRecord) error {
		here, first = rec.askedBy(Secret(browser)), !rec.Used
		switch {
		case here && !rec.Used:
			rec.Used = true
		case here:
			return errUsed
		case rec.Used || rec.Tries >= mostTries:
			return ErrLink
		case rec.Shown:
			return errUsed
		default:
			rec.Shown = true
		}
		return nil
	})
	if err != nil {
		return Confirmed{}, err
	}
	if !here {
		return Confirmed{Code: p.keys.code(hash)}, nil
	}
	return p.finish(ctx, hash, rec, Secret(browser), device, !first)
}

// errUsed: a link is as it is to be.
var errUsed = errors.New("people: nothing changes")

// changeLink changes the record of a link that is good. Where edit returns errUsed it
// stays as it is. Errors: ErrLink.
func (p *People) changeLink(ctx context.Context, hash string, edit func(*linkRecord) error) (linkRecord, error) {
	now := p.cfg.Now()
	rec, err := change(ctx, p, linkKey(hash), LinkLife, func(rec *linkRecord) error {
		if !now.Before(rec.Until) {
			return ErrLink
		}
		return edit(rec)
	})
	switch {
	case errors.Is(err, errUsed):
		return rec, nil
	case errors.Is(err, vault.ErrNotFound):
		return rec, ErrLink
	}
	return rec, err
}

// askedBy reports whether a browser asked for a link that is not burnt.
func (rec *linkRecord) askedBy(browser Secret) bool {
	return browser.whole() && subtle.ConstantTimeCompare([]byte(browser.hash()), []byte(rec.Browser)) == 1 &&
		(rec.Used || rec.Tries < mostTries)
}

// finish opens the session of a link that was used in the browser that asked.
func (p *People) finish(ctx context.Context, hash string, rec linkRecord, browser Secret, device string, repeated bool) (Confirmed, error) {
	secret := p.keys.session(hash, browser)
	c := Confirmed{Next: rec.Next, Repeated: repeated}
	if rec.Done { // it may have been signed out since
		g, err := p.BySession(ctx, secret.Reveal())
		if errors.Is(err, ErrSignedOut) {
			err = ErrLink
		}
		c.Opened = Opened{g, secret}
		return c, err
	}
	raw, err := p.keys.open(rec.Sealed, tagLink, hash, browser.Reveal())
	if err != nil {
		return c, err
	}
	address, err := post.ParseAddress(string(raw))
	if err != nil {
		return c, err
	}
	c.Opened, err = p.signIn(ctx, Proof{Method: MethodMail, Address: address, Language: rec.Language, Device: device}, secret)
	if err != nil {
		return c, err
	}
	_, err = p.changeLink(ctx, hash, func(rec *linkRecord) error {
		if rec.Done {
			return errUsed
		}
		rec.Done = true
		return nil
	})
	if errors.Is(err, ErrLink) { // its time is up; the session is open
		err = nil
	}
	return c, err
}

// Code uses the code that another browser was shown, in the one that asked. Every try
// counts before it is looked at. Errors: ErrLink, *CodeError.
func (p *People) Code(ctx context.Context, code, browser, device string) (Confirmed, error) {
	if !Secret(browser).whole() {
		return Confirmed{}, ErrLink
	}
	var asked askedRecord
	if _, err := p.read(ctx, keyAsked+"."+Secret(browser).hash(), &asked); errors.Is(err, vault.ErrNotFound) {
		return Confirmed{}, ErrLink
	} else if err != nil {
		return Confirmed{}, err
	}
	left := 0
	for _, hash := range slices.Backward(asked.Links) {
		rec, err := p.changeLink(ctx, hash, func(rec *linkRecord) error {
			if !rec.Shown || rec.Tries >= mostTries || !rec.askedBy(Secret(browser)) {
				return ErrLink
			}
			rec.Tries++
			return nil
		})
		if errors.Is(err, ErrLink) {
			continue
		}
		if err != nil {
			return Confirmed{}, err
		}
		if subtle.ConstantTimeCompare([]byte(code), []byte(p.keys.code(hash))) == 1 {
			return p.consume(ctx, hash, Secret(browser), device)
		}
		left = max(left, mostTries-rec.Tries)
	}
	if left == 0 {
		return Confirmed{}, ErrLink
	}
	return Confirmed{}, &CodeError{left}
}

// consume uses a link whose code was right.
func (p *People) consume(ctx context.Context, hash string, browser Secret, device string) (Confirmed, error) {
	first := false
	rec, err := p.changeLink(ctx, hash, func(rec *linkRecord) error {
		if first = !rec.Used; !first {
			return errUsed
		}
		rec.Used = true
		return nil
	})
	if err != nil {
		return Confirmed{}, err
	}
	return p.finish(ctx, hash, rec, browser, device, !first)
}
