package post_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"net/url"
	"strings"
	"testing"

	"plylog/api/post"
)

// One text is one mailbox or none: trust.md E 73.
func TestParseAddress(t *testing.T) {
	longest := strings.Repeat("l", 64) + "@" + strings.Repeat(strings.Repeat("d", 62)+".", 2) + strings.Repeat("e", 62) // 64 + 1 + 188
	for _, c := range []struct{ text, want string }{
		{"ann@example.org", "ann@example.org"},
		{"Ann.Lee+games@Example.ORG", "Ann.Lee+games@example.org"},
		{"o'neil_#1@mail.example.co.uk", "o'neil_#1@mail.example.co.uk"},
		{"ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"},
		{"ann@bücher.example", "ann@xn--bcher-kva.example"},
		{"ann@BÜCHER.example", "ann@xn--bcher-kva.example"},
		{"ann@exаmple.org", "ann@xn--exmple-4nf.org"}, // a Cyrillic а: another domain, and shown as one
		{"ann@example。org", "ann@example.org"},        // the ideographic full stop is a dot to IDNA
		{longest + "e", longest + "e"},

		{"", ""}, {"@", ""}, {"ann", ""}, {"ann@", ""}, {"@example.org", ""},
		{"a@evil.com,victim@x.com", ""}, {"a@evil.com;victim@x.com", ""}, {"a@evil.com victim@x.com", ""},
		{"a@b@example.org", ""}, {`"a@evil.com x"@v.com`, ""}, {`"a"@v.com`, ""}, {`a\@b@v.com`, ""},
		{"Ann <ann@example.org>", ""}, {"<ann@example.org>", ""}, {"ann@example.org (Ann)", ""}, {"mailto:ann@example.org", ""},
		{"ann@example.org\r\nBcc: b@example.org", ""}, {"ann@example.org\n", ""}, {"ann\x00@example.org", ""}, {"ann@exa\tmple.org", ""},
		{" ann@example.org", ""}, {"ann@example.org ", ""}, {"ann@example.org.", ""}, {"ann@.example.org", ""}, {"ann@example..org", ""},
		{".ann@example.org", ""}, {"ann.@example.org", ""}, {"a..n@example.org", ""},
		{"аnn@example.org", ""}, {"ann＠example.org", ""}, {"a\u200bnn@example.org", ""}, {"ann@exa\u202emple.org", ""},
		{"ann%example.org@relay.example", ""}, {"relay.example!ann@example.org", ""},
		{"ann@localhost", ""}, {"ann@127.0.0.1", ""}, {"ann@[127.0.0.1]", ""}, {"ann@example.1", ""}, {"ann@-x.org", ""}, {"ann@x-.org", ""},
		{"ann@ex_ample.org", ""}, {"ann@xn--\xff.org", ""}, {"ann@xn--zzzz-.org", ""}, {"ann@\xff.org", ""}, {"ann@\ufffd.org", ""}, {"ann@xn--zn7c.org", ""},
		{strings.Repeat("l", 65) + "@example.org", ""}, {"a@" + strings.Repeat("d", 64) + ".org", ""},
		{longest + "ee", ""},
		{"a@" + strings.Repeat("b", 64<<10), ""},
	} {
		got, err := post.ParseAddress(c.text)
		switch {
		case c.want == "" && !errors.Is(err, post.ErrAddress):
			t.Errorf("%.80q: %q, %v", c.text, got.Reveal(), err)
		case c.want != "" && (err != nil || got.Reveal() != c.want):
			t.Errorf("%.80q: %q, %v, want %q", c.text, got.Reveal(), err, c.want)
		case err != nil && len(c.text) > 3 && strings.Contains(err.Error(), c.text):
			t.Errorf("%.80q: the error repeats it: %v", c.text, err)
		}
	}
}

// What is too long is not looked at: 64 KiB cost what 255 bytes do.
func TestLengthComesFirst(t *testing.T) {
	long := "a@" + strings.Repeat("ü.", 32<<10)
	allocs := testing.AllocsPerRun(100, func() {
		if _, err := post.ParseAddress(long); err == nil {
			t.Fatal("taken")
		}
	})
	if allocs > 4 {
		t.Errorf("%v allocations: it was parsed", allocs)
	}
}

func TestAddressHides(t *testing.T) {
	a, err := post.ParseAddress("Ann@Example.org")
	if err != nil {
		t.Fatal(err)
	}
	if a.Key() != "ann@example.org" {
		t.Errorf("the key is %q", a.Key())
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "to", a)
	for _, shown := range []string{fmt.Sprint(a), fmt.Sprintf("%v %+v %#v %s", a, a, a, a), log.String()} {
		if strings.Contains(strings.ToLower(shown), "ann") || strings.Contains(shown, "xample") {
			t.Errorf("shown: %s", shown)
		}
	}
}

func TestSenderAt(t *testing.T) {
	for base, want := range map[string]string{
		"https://play.example.org": "plylog@play.example.org", "http://localhost:8080": "plylog@localhost",
		"http://127.0.0.1:8080": "plylog@localhost", "https://bücher.example": "plylog@xn--bcher-kva.example",
		"http://[::1]:8080": "plylog@localhost", "http://192.0.2.1": "", "http://[2001:db8::1]": "", "https://a..b": "", "https://-": "",
	} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		got, err := post.SenderAt(u)
		if got.Reveal() != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", base, got.Reveal(), err, want)
		}
	}
}

// Whatever is taken is one address to who writes it into a header, and is read again
// as itself.
func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"ann@example.org", "a@evil.com,victim@x.com", `"a@evil.com x"@v.com`, "ann@bücher.example", "ann@exаmple.org", "a+b@c.d\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := post.ParseAddress(text)
		if err != nil {
			if !errors.Is(err, post.ErrAddress) || a.Reveal() != "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		shown := a.Reveal()
		if len(shown) > 254 || strings.Count(shown, "@") != 1 || strings.ContainsAny(shown, ",;<>\"\\() \r\n\t") {
			t.Fatalf("%q became %q", text, shown)
		}
		list, err := mail.ParseAddressList(shown)
		if err != nil || len(list) != 1 || list[0].Address != shown || list[0].Name != "" {
			t.Fatalf("%q is %v in a header: %v", shown, list, err)
		}
		if again, err := post.ParseAddress(shown); err != nil || again != a {
			t.Fatalf("%q is read again as %q: %v", shown, again.Reveal(), err)
		}
	})
}
