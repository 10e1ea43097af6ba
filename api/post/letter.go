package post

import (
	"errors"
	"html"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Letter is what somebody is told, in one language. It is made by Letters alone.
type Letter struct {
	lang          string
	subject       string
	plain, markup string
	good          time.Duration // for how long it is worth sending
}

// Subject returns the letter's subject.
func (l Letter) Subject() string { return l.subject }

// Letters writes letters for one place on the web.
type Letters struct{ base, host string }

// NewLetters writes letters whose links start with a base address: http or https, a
// host, perhaps a path, and nothing else.
func NewLetters(base *url.URL) (*Letters, error) {
	if base == nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.User != nil ||
		base.RawQuery != "" || base.ForceQuery || base.Fragment != "" || base.Opaque != "" {
		return nil, errors.New("post: a base address is http:// or https://, a host, and perhaps a path")
	}
	return &Letters{base: strings.TrimSuffix(base.String(), "/"), host: base.Host}, nil
}

// Method is a way to sign in that was added to an account.
type Method int

// The ways that somebody can be told of.
const (
	Passkey  Method = iota // a passkey
	Provider               // an account with an OpenID Connect provider
)

// ErrToken: a link cannot be made of something.
var ErrToken = errors.New("post: a link's token is letters, digits, - and _")

// SignIn writes the letter with the link that signs its reader in: the token stands
// behind the # of /signin, where no server and no log sees it. valid is for how long
// the link works, in whole minutes. Errors: ErrToken.
func (l *Letters) SignIn(lang, token string, valid time.Duration) (Letter, error) {
	if !isToken(token) {
		return Letter{}, ErrToken
	}
	lang, w := speak(lang)
	return l.write(lang, w, valid, w.signIn, l.base+"/signin#"+token, []string{w.asked, w.open}, []string{w.code, w.nothing}), nil
}

func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && c != '-' && c != '_' {
			return false
		}
	}
	return s != "" && len(s) <= 128
}

// newsGood is for how long news of an account is worth sending.
const newsGood = time.Hour

// MethodAdded writes to the holder of an account that another way to sign in to it
// was added, and where it can be taken away.
func (l *Letters) MethodAdded(lang string, m Method) Letter {
	lang, w := speak(lang)
	what := w.passkey
	if m == Provider {
		what = w.provider
	}
	return l.write(lang, w, newsGood, w.added, l.base+"/me", []string{what, w.remove}, nil)
}

// write puts the same paragraphs, with a link between them, into text and into HTML.
func (l *Letters) write(lang string, w words, good time.Duration, subject, link string, before, behind []string) Letter {
	n := w.number(int(good / time.Minute))
	fillPlain := strings.NewReplacer("{host}", l.host, "{n}", n)
	fillMarkup := strings.NewReplacer("{host}", "<bdi>"+html.EscapeString(l.host)+"</bdi>", "{n}", n)
	var plain, markup strings.Builder
	direction := "ltr"
	if w.rtl {
		direction = "rtl"
	}
	markup.WriteString(`<!doctype html><html lang="` + lang + `" dir="` + direction + `"><head><meta charset="utf-8"><title>` +
		html.EscapeString(subject) + `</title></head><body>`)
	paragraph := func(text string) {
		plain.WriteString(fillPlain.Replace(text) + "\n\n")
		markup.WriteString("<p>" + fillMarkup.Replace(html.EscapeString(text)) + "</p>")
	}
	for _, p := range before {
		paragraph(p)
	}
	plain.WriteString(link + "\n\n")
	safe := html.EscapeString(link)
	markup.WriteString(`<p dir="ltr"><a href="` + safe + `">` + safe + `</a></p>`)
	for _, p := range behind {
		paragraph(p)
	}
	markup.WriteString("</body></html>\n")
	return Letter{lang: lang, subject: subject, plain: strings.TrimSuffix(plain.String(), "\n"), markup: markup.String(), good: good}
}

// number writes a number in the digits of the language.
func (w words) number(n int) string {
	plain := strconv.Itoa(n)
	if w.digits == "" {
		return plain
	}
	digits := []rune(w.digits)
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return r
		}
		return digits[r-'0']
	}, plain)
}
