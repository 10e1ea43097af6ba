package post_test

import (
	"errors"
	"strings"
	"testing"

	"plylog/api/post"
)

func TestParseWay(t *testing.T) {
	for setting, want := range map[string]string{
		"smtp://mail.example.org":                                   "smtp://mail.example.org:587?tls=required",
		"smtp://Mail.Example.org:25?tls=opportunistic":              "smtp://mail.example.org:25?tls=opportunistic",
		"smtp://localhost:25?tls=none":                              "smtp://localhost:25?tls=none",
		"smtp://me@127.0.0.1:25?tls=none":                           "smtp://127.0.0.1:25?tls=none",
		"smtp://[::1]:25?tls=none":                                  "smtp://[::1]:25?tls=none",
		"smtps://me%40example.org@mail.example.org":                 "smtps://mail.example.org:465",
		"smtps://mail.example.org:2465?from=plylog%2Bx@example.org": "smtps://mail.example.org:2465",
		"dir:/var/mail/plylog/":                                     "dir:/var/mail/plylog",
		"dir:letters":                                               "dir:letters",
	} {
		w, err := post.ParseWay(setting)
		if err != nil || w.String() != want {
			t.Errorf("%s: %q, %v, want %q", setting, w, err, want)
		}
	}
	for _, setting := range []string{
		"", "dir:", "dir:\x00", "mail.example.org", "mailto:a@b.c", "http://mail.example.org", "smtp:mail", "smtp://", "smtp://:587",
		"smtp://me:secret@mail.example.org", "smtp://mail.example.org/x", "smtp://mail.example.org#x", "smtp://mail.example.org:0",
		"smtp://mail.example.org:65536", "smtp://mail.example.org?tls=maybe", "smtp://mail.example.org?tls=none",
		"smtp://me@mail.example.org?tls=opportunistic", "smtp://me@mail.example.org?tls=none", "smtp://mail.example.org?tls=required&tls=none",
		"smtps://mail.example.org?tls=none", "smtp://mail.example.org?user=me", "smtp://mail.example.org?from=a,b@c.d", "smtp://mail.example.org?from=%zz",
		"smtp://127.0.0.2:25?tls=none", "smtp://me%0d%0a@mail.example.org", "smtp://ma%20il", "smtp://x..y",
	} {
		w, err := post.ParseWay(setting)
		if !errors.Is(err, post.ErrWay) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %q, %v", setting, w, err)
		}
	}
}

func FuzzParseWay(f *testing.F) {
	for _, s := range []string{"smtp://me@mail.example.org:587?tls=required&from=a@b.example", "smtps://[::1]", "dir:x", "smtp://u:p@h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, setting string) {
		w, err := post.ParseWay(setting)
		if err != nil && !errors.Is(err, post.ErrWay) {
			t.Fatalf("%q: %v", setting, err)
		}
		if err != nil || w.Dir() != "" {
			return
		}
		if again, err := post.ParseWay(w.String()); err != nil || again.String() != w.String() {
			t.Fatalf("%q is written %q: %v", setting, w, err)
		}
	})
}
