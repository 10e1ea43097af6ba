package post

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

// What TLS a way over SMTP wants.
const (
	tlsRequired      = "required"      // STARTTLS, or no letter
	tlsOpportunistic = "opportunistic" // STARTTLS where the server offers it
	tlsNone          = "none"          // never
	tlsImplicit      = "implicit"      // from the first byte: smtps
)

// ErrWay: a setting does not say how letters go.
var ErrWay = errors.New("not a way to send mail")

// Way is how letters leave, as one setting says it. The zero Way leads nowhere.
type Way struct {
	host   string // of the mail server; empty: letters are put into dir
	port   uint16
	user   string // empty: without a password
	secure string // tlsRequired …
	from   Address
	dir    string
}

// ParseWay reads a setting:
//
//	smtp://[USER@]HOST[:PORT][?tls=required|opportunistic|none][&from=ADDRESS]
//	smtps://[USER@]HOST[:PORT][?from=ADDRESS]
//	dir:PATH
//
// smtp is port 587 unless it is given, and turns to TLS by STARTTLS; required is the
// default. smtps is port 465 and TLS from the first byte. Certificates are checked in
// both. opportunistic goes on without TLS where the server offers none, and so never
// with a user, whose password it would show; none is for servers on this machine
// (localhost, 127.0.0.1, ::1). A @ in the user's name is written %40. The password
// does not belong here, where every list of processes shows it. dir puts every letter
// into a folder, for development. Errors: ErrWay.
func ParseWay(setting string) (Way, error) {
	if dir, ok := strings.CutPrefix(setting, "dir:"); ok {
		if dir == "" || strings.ContainsRune(dir, 0) {
			return Way{}, fmt.Errorf("%w: want a folder behind the colon of dir", ErrWay)
		}
		return Way{dir: filepath.Clean(dir)}, nil
	}
	u, err := url.Parse(setting)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Opaque != "" {
		return Way{}, fmt.Errorf("%w: want smtp://HOST, smtps://HOST or dir:PATH", ErrWay) // what net/url says repeats it
	}
	if _, there := u.User.Password(); there {
		return Way{}, fmt.Errorf("%w: the password belongs in a file or in the environment", ErrWay)
	}
	w := Way{host: strings.ToLower(u.Hostname()), user: u.User.Username(), secure: tlsRequired, port: 587}
	if u.Scheme == "smtps" {
		w.secure, w.port = tlsImplicit, 465
	}
	if err := w.server(u); err != nil {
		return Way{}, err
	}
	if err := w.options(u); err != nil {
		return Way{}, err
	}
	return w, w.safe()
}

// server reads where the mail server is.
func (w *Way) server(u *url.URL) error {
	if _, err := netip.ParseAddr(w.host); err != nil && !isLabel(w.host) {
		if w.host, err = readDomain(w.host); err != nil {
			return fmt.Errorf("%w: want the host of a mail server", ErrWay)
		}
	}
	if u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return fmt.Errorf("%w: nothing but options belongs behind the host", ErrWay)
	}
	if strings.ContainsFunc(w.user, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("%w: a control character is in the user's name", ErrWay)
	}
	if p := u.Port(); p != "" {
		port, err := strconv.ParseUint(p, 10, 16)
		if err != nil || port == 0 {
			return fmt.Errorf("%w: want a port from 1 to 65535", ErrWay)
		}
		w.port = uint16(port)
	}
	return nil
}

// options reads what stands behind the question mark.
func (w *Way) options(u *url.URL) error {
	options, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return fmt.Errorf("%w: the options cannot be read", ErrWay)
	}
	for name, values := range options {
		if len(values) != 1 {
			return fmt.Errorf("%w: %s is there twice", ErrWay, name)
		}
		switch v := values[0]; {
		case name == "from":
			if w.from, err = ParseAddress(v); err != nil {
				return fmt.Errorf("%w: from: %w", ErrWay, err)
			}
		case name == "tls" && w.secure != tlsImplicit && (v == tlsRequired || v == tlsOpportunistic || v == tlsNone):
			w.secure = v
		default:
			return fmt.Errorf("%w: the options are from=ADDRESS and, of smtp, tls=required, opportunistic or none", ErrWay)
		}
	}
	return nil
}

// safe refuses what would show a password or a link to whoever listens.
func (w *Way) safe() error {
	if w.local() {
		return nil
	}
	switch {
	case w.secure == tlsNone:
		return fmt.Errorf("%w: tls=none is for a mail server on this machine", ErrWay)
	case w.secure == tlsOpportunistic && w.user != "":
		return fmt.Errorf("%w: a password takes tls=required", ErrWay)
	}
	return nil
}

// local reports whether the mail server is on this machine, by a name that go-mail
// too knows as such.
func (w *Way) local() bool {
	return w.host == "localhost" || w.host == "127.0.0.1" || w.host == "::1"
}

// Dir returns the folder that letters are put into; empty where they are sent.
func (w Way) Dir() string { return w.dir }

// User returns who signs in to the mail server; empty where nobody does.
func (w Way) User() string { return w.user }

// String names where letters go, without the user.
func (w Way) String() string {
	switch {
	case w.dir != "":
		return "dir:" + w.dir
	case w.host == "":
		return "nowhere"
	case w.secure == tlsImplicit:
		return "smtps://" + w.address()
	default:
		return "smtp://" + w.address() + "?tls=" + w.secure
	}
}

func (w Way) address() string { return net.JoinHostPort(w.host, strconv.Itoa(int(w.port))) }
