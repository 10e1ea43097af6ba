package provider

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"plylog/engines/strict"
)

// Bounds of what is set up.
const (
	MostBytes     = 64 << 10 // of the file
	mostProviders = 20
	mostName      = 20  // bytes
	mostTitle     = 40  // characters
	mostText      = 512 // bytes of an issuer, a client id or a secret
)

// ErrSettings: a file does not say how to use providers.
var ErrSettings = errors.New("not a list of providers")

// Setting is how one provider is used.
type Setting struct {
	Name   string // in addresses and metrics, for ever: small letters, digits and -
	Title  string // on the button
	Issuer string // https, or http on this machine; exactly as the provider writes it
	Client string // the client id that the provider gave
	Secret Secret
}

// Secret is what a provider gave to prove the client by. Printing and logging do not
// show it.
type Secret string

// String hides the secret.
func (s Secret) String() string { return "…" }

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// entry is a Setting as it stands in the file.
type entry struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Issuer     string `json:"issuer"`
	Client     string `json:"client"`
	SecretFile string `json:"secretFile"`
	SecretEnv  string `json:"secretEnv"`
}

// Source finds the secrets that a file of settings points to.
type Source struct {
	File func(path string) ([]byte, error)
	Env  func(name string) string
}

// Parse reads a file of settings:
//
//	{"providers":[{"name":"example","title":"Example","issuer":"https://id.example.org",
//	  "client":"plylog","secretFile":"/etc/plylog/example.secret"}]}
//
// The secret is the one line of a file, or by secretEnv a variable of the environment;
// it never stands in the file itself. The order is that of the buttons. Errors:
// ErrSettings.
func Parse(text []byte, from Source) ([]Setting, error) {
	var file struct {
		Providers []entry `json:"providers"`
	}
	if err := strict.Decode(text, &file, strict.Limits{Bytes: MostBytes, Depth: 3}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	if n := len(file.Providers); n == 0 || n > mostProviders {
		return nil, fmt.Errorf("%w: want a list \"providers\" of 1 to %d", ErrSettings, mostProviders)
	}
	all := make([]Setting, 0, len(file.Providers))
	names, issuers := map[string]bool{}, map[string]bool{}
	for i, e := range file.Providers {
		s, err := e.setting(from)
		if err != nil {
			return nil, fmt.Errorf("%w: provider %d: %w", ErrSettings, i+1, err)
		}
		if names[s.Name] || issuers[s.Issuer] {
			return nil, fmt.Errorf("%w: provider %d: its name or its issuer is there twice", ErrSettings, i+1)
		}
		names[s.Name], issuers[s.Issuer] = true, true
		all = append(all, s)
	}
	return all, nil
}

// setting checks an entry and finds its secret.
func (e entry) setting(from Source) (Setting, error) {
	s := Setting{Name: e.Name, Title: e.Title, Issuer: e.Issuer, Client: e.Client}
	switch {
	case !isName(e.Name):
		return s, fmt.Errorf("name: want 1 to %d small letters, digits and -, beginning with a letter; not mail, not passkey", mostName)
	case e.Title == "" || utf8.RuneCountInString(e.Title) > mostTitle || strings.ContainsFunc(e.Title, func(r rune) bool { return !unicode.IsPrint(r) }):
		return s, fmt.Errorf("title: want 1 to %d characters that can be seen", mostTitle)
	case !isIssuer(e.Issuer):
		return s, errors.New("issuer: want https://HOST and perhaps a path, as the provider writes it; http only on this machine")
	case !isText(e.Client):
		return s, fmt.Errorf("client: want the client id that the provider gave, at most %d bytes", mostText)
	case (e.SecretFile == "") == (e.SecretEnv == ""):
		return s, errors.New("want secretFile or secretEnv, and not both")
	}
	secret, err := e.secret(from)
	if err != nil {
		return s, err
	}
	if !isText(secret) {
		return s, fmt.Errorf("its secret: want one line of at most %d bytes", mostText)
	}
	s.Secret = Secret(secret)
	return s, nil
}

func (e entry) secret(from Source) (string, error) {
	if e.SecretEnv != "" {
		secret := from.Env(e.SecretEnv)
		if secret == "" {
			return "", fmt.Errorf("its secret: the variable %s is not set", e.SecretEnv)
		}
		return secret, nil
	}
	text, err := from.File(e.SecretFile)
	if err != nil {
		return "", fmt.Errorf("its secret: %w", err)
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// isName reports whether a text can name a provider. Other ways to sign in have names
// already.
func isName(s string) bool {
	if s == "" || len(s) > mostName || s == "mail" || s == "passkey" || s == "confirm" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' })
}

// isIssuer reports whether a text can be an issuer (OpenID Connect Core, section 1.2:
// https, and neither query nor fragment).
func isIssuer(s string) bool {
	u, err := url.Parse(s)
	if err != nil || len(s) > mostText || u.Hostname() == "" || u.User != nil || u.Opaque != "" || strings.ContainsAny(s, "?# ") {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && isHere(u.Hostname())
}

// isHere reports whether a host is this machine.
func isHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func isText(s string) bool {
	return s != "" && len(s) <= mostText && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
