package post_test

import (
	"encoding/base64"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"plylog/api/post"
)

// parts reads a message as a mail program does.
func parts(t *testing.T, raw string) (h mail.Header, plain, markup string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%q: %v", kind, err)
	}
	r := multipart.NewReader(m.Body, params["boundary"])
	for n := 0; ; n++ {
		p, err := r.NextRawPart()
		if err == io.EOF && n == 2 {
			return m.Header, plain, markup
		}
		if err != nil {
			t.Fatal(err)
		}
		var body io.Reader = quotedprintable.NewReader(p)
		if p.Header.Get("Content-Transfer-Encoding") == "base64" {
			body = base64.NewDecoder(base64.StdEncoding, p)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		switch ct := p.Header.Get("Content-Type"); {
		case strings.HasPrefix(ct, "text/plain; charset=UTF-8") && n == 0:
			plain = strings.ReplaceAll(string(text), "\r\n", "\n")
		case strings.HasPrefix(ct, "text/html; charset=UTF-8") && n == 1:
			markup = string(text)
		default:
			t.Fatalf("part %d is %q", n, ct)
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// words is what a page says, without its title.
func words(markup string) string {
	_, body, _ := strings.Cut(markup, "<body>")
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(strings.ReplaceAll(body, "</p>", " "), ""))), " ")
}

const token = "Zm9yIHRlc3RzIG9ubHkgYW5kIGZvciBub2JvZHkgZWxzZQ-_"

// Both parts of a letter say the same, in its language and direction; its only link
// starts with the base address. trust.md E 74: nothing that a user wrote is in it.
func TestLetters(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "play.example.org"}
	letters, err := post.NewLetters(base)
	if err != nil {
		t.Fatal(err)
	}
	subjects := map[string]bool{}
	for _, lang := range []string{"en", "ne", "ps", "sd", "ti"} {
		if !post.Speaks(lang) {
			t.Errorf("%s is not spoken", lang)
		}
		signIn, err := letters.SignIn(lang, token, 15*time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			letter post.Letter
			link   string
		}{
			{signIn, "https://play.example.org/signin#" + token},
			{letters.MethodAdded(lang, post.Passkey), "https://play.example.org/me"},
			{letters.MethodAdded(lang, post.Provider), "https://play.example.org/me"},
		} {
			h, plain, markup := parts(t, filed(t, c.letter))
			if got := strings.Join(strings.Fields(plain), " "); got != words(markup) || got == "" {
				t.Errorf("%s: the text says\n%s\nand the page\n%s", lang, got, words(markup))
			}
			subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
			if err != nil || subject != c.letter.Subject() || !strings.Contains(markup, "<title>"+subject+"</title>") {
				t.Errorf("%s: the subject is %q, %v", lang, subject, err)
			}
			subjects[subject] = true
			dir := map[string]string{"ps": "rtl", "sd": "rtl"}[lang]
			if dir == "" {
				dir = "ltr"
			}
			if !strings.Contains(markup, `<html lang="`+lang+`" dir="`+dir+`">`) || h.Get("Content-Language") != lang {
				t.Errorf("%s: %.120s", lang, markup)
			}
			if strings.Count(markup, "href=") != 1 || !strings.Contains(markup, `href="`+c.link+`"`) || strings.Count(plain, "://") != 1 || !strings.Contains(plain, "\n"+c.link+"\n") {
				t.Errorf("%s: the link is not the one:\n%s\n%s", lang, plain, markup)
			}
			if strings.ContainsAny(plain, "{}<>") || !strings.Contains(plain, "play.example.org") {
				t.Errorf("%s: %s", lang, plain)
			}
		}
		_, plain, _ := parts(t, filed(t, signIn))
		if minutes := map[string]string{"ne": "१५", "ps": "۱۵", "sd": "١٥"}[lang]; !strings.Contains(plain, minutes) || minutes == "" && !strings.Contains(plain, "15") {
			t.Errorf("%s: the minutes are missing:\n%s", lang, plain)
		}
	}
	if len(subjects) != 10 {
		t.Errorf("%d subjects of 10: %v", len(subjects), subjects)
	}
	if other, err := letters.SignIn("tlh", token, time.Minute); err != nil || other.Subject() != "Sign in to plylog" || post.Speaks("tlh") {
		t.Errorf("a language that is not spoken: %q, %v", other.Subject(), err)
	}
}

func TestNoMarkupInLinks(t *testing.T) {
	letters, err := post.NewLetters(&url.URL{Scheme: "https", Host: "play.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", `"><a href="https://evil.example">`, "a b", "a\r\nb", "a.b", "ü", strings.Repeat("a", 129)} {
		if _, err := letters.SignIn("en", bad, time.Minute); err != post.ErrToken {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "javascript:alert(1)", "ftp://x.example", "https://", "https://u:p@x.example", "https://x.example?a", "https://x.example#a", "https://x.example?"} {
		u, err := url.Parse(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := post.NewLetters(u); err == nil {
			t.Errorf("%q is a base address", bad)
		}
	}
	if l, err := post.NewLetters(&url.URL{Scheme: "https", Host: "x.example", Path: `/a"b<c>/`}); err != nil {
		t.Error(err)
	} else if _, plain, markup := parts(t, filed(t, l.MethodAdded("en", post.Passkey))); !strings.Contains(plain, "https://x.example/a%22b%3Cc%3E/me\n") || strings.Contains(markup, `b<c`) {
		t.Errorf("a path with signs in it: %s\n%s", plain, markup)
	}
}
