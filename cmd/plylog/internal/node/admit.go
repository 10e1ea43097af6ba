package node

import (
	"bufio"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/crypto/bcrypt"

	"plylog/api/post"
	"plylog/api/service"
	"plylog/cmd/plylog/internal/certs"
	"plylog/events/jetlog"
)

const (
	// publicUser is the name by which everybody may connect who brings a word of
	// their own as password. The word is no secret that is checked: it says where
	// the answers go, so it must be one that nobody guesses.
	publicUser = "public"
	// leastWord is how long such a word is at least.
	leastWord = 16
	// mostUsers bounds a file of users, in bytes.
	mostUsers = 1 << 20
)

// admitPublic lets everybody in, each with an inbox of their own.
func admitPublic(name, password string) (jetlog.Grant, bool) {
	if name != publicUser || !service.Word(password, leastWord) {
		return jetlog.Grant{}, false
	}
	return jetlog.Grant(service.Client(password)), true
}

// admitUsers lets in those that a file names.
func admitUsers(file string) (jetlog.Admit, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading the NATS users: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	users, err := readUsers(f, file)
	if err != nil {
		return nil, fmt.Errorf("reading the NATS users: %w", err)
	}
	return func(name, password string) (jetlog.Grant, bool) {
		kept, ok := users[name]
		if !ok || !samePassword(kept, password) {
			return jetlog.Grant{}, false
		}
		return jetlog.Grant(service.Client(name)), true
	}, nil
}

// readUsers reads lines of a name and a password, which may stand there as what
// bcrypt makes of it.
func readUsers(r io.Reader, file string) (map[string]string, error) {
	limited := &io.LimitedReader{R: r, N: mostUsers + 1}
	users := make(map[string]string)
	scan := bufio.NewScanner(limited)
	for line := 1; scan.Scan(); line++ {
		text := strings.TrimSpace(scan.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Fields(text)
		switch {
		case len(fields) != 2:
			return nil, fmt.Errorf("%s:%d: want a name and a password", file, line)
		case !service.Word(fields[0], 1):
			return nil, fmt.Errorf("%s:%d: want a name of at most 64 letters, digits, - and _", file, line)
		case fields[0] == publicUser || fields[0] == jetlog.OwnUser:
			return nil, fmt.Errorf("%s:%d: the name %q is taken", file, line, fields[0])
		case users[fields[0]] != "":
			return nil, fmt.Errorf("%s:%d: %s is there twice", file, line, fields[0])
		}
		users[fields[0]] = fields[1]
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if limited.N == 0 {
		return nil, fmt.Errorf("%s: it is larger than %d bytes", file, mostUsers)
	}
	if len(users) == 0 {
		return nil, fmt.Errorf("%s: it names nobody", file)
	}
	return users, nil
}

// samePassword compares a password with what is kept of it.
func samePassword(kept, password string) bool {
	if strings.HasPrefix(kept, "$2") {
		return bcrypt.CompareHashAndPassword([]byte(kept), []byte(password)) == nil
	}
	return subtle.ConstantTimeCompare([]byte(kept), []byte(password)) == 1
}

// port is how the embedded server is to be reached, if it is.
func (s *Settings) port(o *jetlog.EmbedOptions, logger *slog.Logger) (err error) {
	if s.NATSListen == "" {
		return nil
	}
	o.Listen, o.Admit = s.NATSListen, admitPublic
	if s.NATSUsers != "" {
		if o.Admit, err = admitUsers(s.NATSUsers); err != nil {
			return err
		}
	}
	if s.NATSCert == "" {
		return nil
	}
	pair, err := certs.Load(s.NATSCert, s.NATSKey, time.Now, logger)
	if err != nil {
		return fmt.Errorf("the NATS port: %w", err)
	}
	o.TLS = pair.Config()
	return nil
}

// together says which settings make no sense without or beside each other.
func (s *Settings) together() error {
	switch {
	case (s.TLSCert == "") != (s.TLSKey == ""):
		return errors.New("tls-cert and tls-key go together")
	case s.Mail != (post.Way{}) && s.Base == nil && !s.local():
		return errNoBase
	case len(s.Providers) > 0 && s.Base == nil && !s.local():
		return errNoWayBack
	case s.Mail.User() != "" && s.MailSecret == "":
		return errors.New("the mail server's user needs mail-password, a file")
	case s.Mail.User() == "" && s.MailSecret != "":
		return errors.New("mail-password is for a user that mail names")
	case s.NATS != "" && s.NATSListen != "":
		return errors.New("nats-listen opens a port of the log in the data folder, and with nats there is none; want one of the two")
	case s.NATSListen == "" && (s.NATSUsers != "" || s.NATSCert != "" || s.NATSKey != ""):
		return errors.New("nats-users, nats-tls-cert and nats-tls-key are for the port that nats-listen opens")
	case (s.NATSCert == "") != (s.NATSKey == ""):
		return errors.New("nats-tls-cert and nats-tls-key go together")
	case (s.NATSService == "") != (s.NATSFeed == ""):
		return errors.New("nats-service and nats-feed go together")
	case s.NATS == "" && s.NATSService != "":
		return errors.New("nats-service and nats-feed are for the servers that nats names; the log in the data folder has nats-listen")
	}
	return s.outside()
}
