package post

import (
	"crypto/rand"
	"time"

	"github.com/wneessen/go-mail"
)

// message puts a letter into its envelope: one sender, one recipient. The headers say
// that a program wrote it, so that no other program answers (RFC 3834).
func message(from, to Address, l Letter, at time.Time) (*mail.Msg, error) {
	m := mail.NewMsg(mail.WithNoDefaultUserAgent(), mail.WithEncoding(mail.EncodingQP))
	if err := m.From(from.Reveal()); err != nil {
		return nil, ErrAddress // what go-mail says repeats it
	}
	if err := m.To(to.Reveal()); err != nil {
		return nil, ErrAddress
	}
	m.Subject(l.subject)
	m.SetDateWithValue(at.UTC())
	m.SetMessageIDWithValue(rand.Text() + "@" + from.domain)
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetGenHeader("Content-Language", l.lang)
	m.SetBodyString(mail.TypeTextPlain, l.plain)
	m.AddAlternativeString(mail.TypeTextHTML, l.markup)
	return m, nil
}
