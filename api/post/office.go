package post

import (
	"errors"
	"net/url"
	"sync/atomic"
	"time"
)

// ErrNoBase: letters have no base address yet.
var ErrNoBase = errors.New("post: where links lead is not known yet")

// Office writes letters and has a Courier send them. It is safe for concurrent use.
type Office struct {
	courier *Courier
	letters atomic.Pointer[Letters]
}

// NewOffice makes an office that sends nothing before SetBase has said where the links
// of its letters lead.
func NewOffice(c *Courier) *Office { return &Office{courier: c} }

// SetBase says where the links of letters lead: see NewLetters.
func (o *Office) SetBase(base *url.URL) error {
	l, err := NewLetters(base)
	if err == nil {
		o.letters.Store(l)
	}
	return err
}

// SignIn sends the letter with the link that signs its reader in: see Letters.SignIn
// and Courier.Send. Errors: theirs, ErrNoBase.
func (o *Office) SignIn(to Address, lang, token string, valid time.Duration) error {
	l := o.letters.Load()
	if l == nil {
		return ErrNoBase
	}
	letter, err := l.SignIn(lang, token, valid)
	if err != nil {
		return err
	}
	return o.courier.Send(to, letter)
}

// MethodAdded sends the news that another way to sign in was added: see
// Letters.MethodAdded and Courier.Send. Errors: theirs, ErrNoBase.
func (o *Office) MethodAdded(to Address, lang string, m Method) error {
	l := o.letters.Load()
	if l == nil {
		return ErrNoBase
	}
	return o.courier.Send(to, l.MethodAdded(lang, m))
}
