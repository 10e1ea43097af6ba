package node

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"

	"plylog/cmd/plylog/internal/config"
	"plylog/cmd/plylog/internal/doctor"
	"plylog/events/jetlog"
)

// The users that a server is on NATS servers elsewhere.
const (
	roleLog     = "log"
	roleService = "service"
	roleFeed    = "feed"
	roleSystem  = "system"
)

// logins are files by which somebody is let in, by role.
type logins map[string]string

// mostLogin bounds a file of a name and a password, in bytes.
const mostLogin = 4 << 10

// loginsOf reads FILE, which is the log's, or ROLE=FILE with commas between.
func loginsOf(s string) (logins, error) {
	if s == "" {
		return nil, nil
	}
	if !strings.Contains(s, "=") {
		return logins{roleLog: s}, nil
	}
	out := make(logins)
	for one := range strings.SplitSeq(s, ",") {
		role, file, _ := strings.Cut(one, "=")
		switch {
		case !slices.Contains([]string{roleLog, roleService, roleFeed, roleSystem}, role) || file == "":
			return nil, errors.New("want a file, or ROLE=FILE with commas between, where a role is log, service, feed or system")
		case out[role] != "":
			return nil, fmt.Errorf("%s is there twice", role)
		}
		out[role] = file
	}
	return out, nil
}

func loginFiles(s string) error {
	_, err := loginsOf(s)
	return err
}

// unseen refuses what says who somebody is where every user of the machine reads it:
// the arguments of a program are no secret.
func unseen(v config.Value) error {
	if !strings.HasPrefix(v.Source, "--") || !isNATS(v.Name) {
		return nil
	}
	for one := range strings.SplitSeq(v.Value, ",") {
		if u, err := url.Parse(one); err == nil && u.User != nil {
			return fmt.Errorf("%s has a password or token in it, and arguments can be read by everybody on this machine; put it into a file for nats-login or into the variable PLYLOG_%s",
				v.Source, strings.ToUpper(strings.ReplaceAll(v.Name, "-", "_")))
		}
	}
	return nil
}

// isNATS reports whether a setting holds URLs of NATS servers.
func isNATS(name string) bool {
	return name == "nats" || name == "nats-service" || name == "nats-feed" || name == "nats-system"
}

// shown is a value as it may be printed.
func shown(v config.Value) string {
	if !isNATS(v.Name) {
		return v.Value
	}
	list := strings.Split(v.Value, ",")
	for i, one := range list {
		if u, err := url.Parse(one); err == nil && u.User != nil {
			u.User = url.User("xxxxx")
			list[i] = u.String()
		}
	}
	return strings.Join(list, ",")
}

// outside says which settings of NATS servers elsewhere make no sense.
func (s *Settings) outside() error {
	all := []logins{s.NATSCreds, s.NATSNkey, s.NATSLogin}
	if s.NATS == "" {
		if s.NATSSystem != "" || s.NATSTrust != "" || s.NATSOwnCert != "" || s.NATSOwnKey != "" || slices.ContainsFunc(all, func(l logins) bool { return l != nil }) {
			return errors.New("nats-system, nats-creds, nats-nkey, nats-login, nats-ca, nats-cert and nats-key are for the servers that nats names")
		}
		return nil
	}
	if (s.NATSOwnCert == "") != (s.NATSOwnKey == "") {
		return errors.New("nats-cert and nats-key go together")
	}
	for role, url := range map[string]string{roleLog: s.NATS, roleService: s.NATSService, roleFeed: s.NATSFeed, roleSystem: s.NATSSystem} {
		ways := 0
		for _, l := range all {
			if l[role] != "" {
				ways++
			}
		}
		switch {
		case ways > 1:
			return fmt.Errorf("the user for %s has more than one of nats-creds, nats-nkey and nats-login; want one", role)
		case ways > 0 && url == "":
			return fmt.Errorf("there is a user for %s, and nats-%s says nothing of where", role, role)
		}
	}
	return nil
}

// reach connects to NATS servers elsewhere in a role.
func (s *Settings) reach(role string) jetlog.Connect {
	where := map[string]string{roleLog: s.NATS, roleService: s.NATSService, roleFeed: s.NATSFeed, roleSystem: s.NATSSystem}[role]
	return func(name string, more ...nats.Option) (*nats.Conn, error) {
		options, err := s.letIn(role)
		if err != nil {
			return nil, fmt.Errorf("connecting to NATS: %w", err)
		}
		return jetlog.To(where, options...)(name, more...)
	}
}

// letIn is what it takes to be let in. The files are read at every connection.
func (s *Settings) letIn(role string) (options []nats.Option, err error) {
	if file := s.NATSCreds[role]; file != "" {
		options = append(options, nats.UserCredentials(file))
	}
	if file := s.NATSNkey[role]; file != "" {
		o, err := nats.NkeyOptionFromSeed(file)
		if err != nil {
			return nil, fmt.Errorf("the nkey in %s: %w", file, err)
		}
		options = append(options, o)
	}
	if file := s.NATSLogin[role]; file != "" {
		if _, _, err := readLogin(file); err != nil {
			return nil, err
		}
		options = append(options, nats.UserInfoHandler(func() (string, string) {
			name, password, _ := readLogin(file) // if it is no more what it was, nobody is let in
			return name, password
		}))
	}
	if s.NATSTrust == "" && s.NATSOwnCert == "" {
		return options, nil
	}
	secure := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.NATSTrust != "" {
		pem, err := os.ReadFile(s.NATSTrust)
		if err != nil {
			return nil, fmt.Errorf("reading whom to trust: %w", err)
		}
		secure.RootCAs = x509.NewCertPool()
		if !secure.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("there is no certificate in %s", s.NATSTrust)
		}
	}
	if s.NATSOwnCert != "" {
		cert, err := tls.LoadX509KeyPair(s.NATSOwnCert, s.NATSOwnKey)
		if err != nil {
			return nil, fmt.Errorf("reading the certificate for NATS: %w", err)
		}
		secure.Certificates = []tls.Certificate{cert}
	}
	return append(options, nats.Secure(secure)), nil
}

// everybody are the rights of a file that those have who are neither its owner nor
// in its group.
const everybody fs.FileMode = 0o007

// readLogin reads a line of a name and a password.
func readLogin(file string) (name, password string, err error) {
	text, err := readGuarded(file)
	if err != nil {
		return "", "", fmt.Errorf("reading a user of NATS: %w", err)
	}
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return "", "", fmt.Errorf("%s: want one line, NAME PASSWORD", file)
	}
	return fields[0], fields[1], nil
}

// cluster is what a doctor is to look at.
func (s *Settings) cluster() doctor.ClusterConfig {
	c := doctor.ClusterConfig{Connect: s.reach(roleLog)}
	if s.NATSSystem != "" {
		c.System = s.reach(roleSystem)
	}
	return c
}
