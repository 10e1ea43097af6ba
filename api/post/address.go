package post

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// The longest that mail servers take (RFC 5321, section 4.5.3.1, and erratum 1690 to
// RFC 3696: an address with its brackets has to fit into 256 bytes).
const (
	longestAddress = 254
	longestLocal   = 64
)

// ErrAddress: a text is not the address of one mailbox, as this package reads them.
var ErrAddress = errors.New("not an e-mail address")

// Address is the address of one mailbox. Printing and logging do not show it.
type Address struct{ local, domain string }

// ParseAddress reads the address of one mailbox, at most 254 bytes long: a local part
// without quotes, an @, and a domain of at least two labels. It is strict: no name
// beside the address, no brackets, no list, no comment, no space around it. The local
// part is ASCII (RFC 5322's dot-atom) and stays as it is written, with what follows a
// plus; % and ! are refused, since old mail servers took them for further directions.
// The domain comes out in ASCII and lower case; one in another script becomes the
// punycode that DNS knows, so that one which only looks like another stays another
// (UTS #46). Errors: ErrAddress.
func ParseAddress(text string) (Address, error) {
	if len(text) > longestAddress {
		return Address{}, fmt.Errorf("%w: longer than %d bytes", ErrAddress, longestAddress)
	}
	local, domain, ok := strings.Cut(text, "@")
	if !ok {
		return Address{}, fmt.Errorf("%w: there is no @", ErrAddress)
	}
	if !isLocal(local) {
		return Address{}, fmt.Errorf("%w: letters, digits and signs without quotes belong before the @", ErrAddress)
	}
	domain, err := readDomain(domain)
	if err != nil {
		return Address{}, err
	}
	a := Address{local, domain}
	if len(a.Reveal()) > longestAddress {
		return Address{}, fmt.Errorf("%w: longer than %d bytes", ErrAddress, longestAddress)
	}
	return a, nil
}

// isLocal reports whether a text can stand before the @: a dot-atom.
func isLocal(s string) bool {
	if s == "" || len(s) > longestLocal || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !isAlnum(c) && strings.IndexByte(".#$&'*+-/=?^_`{|}~", c) < 0 {
			return false
		}
	}
	return true
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// readDomain turns a domain into the form that DNS knows.
func readDomain(s string) (string, error) {
	ascii, err := idna.Lookup.ToASCII(s)
	if err != nil || !utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError) {
		return "", fmt.Errorf("%w: no domain is behind the @", ErrAddress) // what idna says repeats it
	}
	labels := strings.Split(ascii, ".")
	if len(labels) < 2 || len(ascii) > 253 {
		return "", fmt.Errorf("%w: a domain of at least two labels belongs behind the @", ErrAddress)
	}
	for _, l := range labels {
		if !isLabel(l) {
			return "", fmt.Errorf("%w: no domain is behind the @", ErrAddress)
		}
	}
	if top := labels[len(labels)-1]; strings.Trim(top, "0123456789") == "" {
		return "", fmt.Errorf("%w: a number is no domain", ErrAddress)
	}
	return ascii, nil
}

// isLabel reports whether a text is a label of a host name (RFC 1123, section 2.1).
func isLabel(s string) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && c != '-' || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// Reveal returns the address as mail servers read it.
func (a Address) Reveal() string {
	if a == (Address{}) {
		return ""
	}
	return a.local + "@" + a.domain
}

// Key returns what all spellings of a mailbox have in common: the address in lower
// case. Mail servers may tell Ann from ann, and practically none does; what stands in
// the letter's envelope is the local part as it was written.
func (a Address) Key() string { return strings.ToLower(a.Reveal()) }

// String hides the address.
func (a Address) String() string { return "…@…" }

// GoString hides the address.
func (a Address) GoString() string { return a.String() }

// MarshalText hides the address from logs and from JSON that was not meant to carry it.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// SenderAt returns the address that letters come from where none is set: plylog at
// the host of the base address. It may be of a host that ParseAddress does not take
// for mail, as localhost; one of this machine's own addresses counts as that. Errors:
// ErrAddress, where the host is another address of a machine.
func SenderAt(base *url.URL) (Address, error) {
	const local, here = "plylog", "localhost"
	host := strings.ToLower(base.Hostname())
	if ip, err := netip.ParseAddr(host); err == nil {
		if !ip.IsLoopback() {
			return Address{}, fmt.Errorf("%w: nobody writes from an address without a name", ErrAddress)
		}
		host = here
	}
	if isLabel(host) {
		return Address{local, host}, nil
	}
	domain, err := readDomain(host)
	if err != nil {
		return Address{}, err
	}
	return Address{local, domain}, nil
}
