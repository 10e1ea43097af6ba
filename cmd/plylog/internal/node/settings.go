package node

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"plylog/api/people/provider"
	"plylog/api/post"
	"plylog/cmd/plylog/internal/config"
	"plylog/cmd/plylog/internal/console"
)

// Settings are what a server runs with.
type Settings struct {
	Data        string             // folder of everything that it keeps
	Listen      string             // address for everybody
	TLSCert     string             // file of the certificate of Listen; empty: no TLS
	TLSKey      string             // and of its key
	AdminListen string             // address for whoever operates it
	NATS        string             // URL of a NATS cluster; empty: the log is in Data
	NATSListen  string             // address for NATS clients of the log in Data; empty: none
	NATSUsers   string             // file of those who may use it; empty: everybody
	NATSCert    string             // file of the certificate that it is encrypted with; empty: it is not
	NATSKey     string             // and of its key
	NATSService string             // URL at which NATS clients of a cluster are answered; empty: they are not
	NATSFeed    string             // URL at which events are published for them
	NATSSystem  string             // URL at which the servers are asked how they keep what they are given; empty: they are not
	NATSCreds   logins             // files of credentials (JWT and seed), by role
	NATSNkey    logins             // files of nkey seeds, by role
	NATSLogin   logins             // files of a name and a password, by role
	NATSTrust   string             // file of the certificates that the servers of NATS are trusted by; empty: the system's
	NATSOwnCert string             // file of the certificate that is shown to them; empty: none
	NATSOwnKey  string             // and of its key
	NATSUnsafe  bool               // run on servers that can lose what they have acknowledged
	Shards      int                // of a store that is made now; 0: as the store has; a new one gets 1, or 8 on a cluster
	Replicas    int                // of a store that is made now on a cluster; 0: 3, or 1 on a server that is in none
	Games       int                // kept in memory
	Snapshots   int                // MiB for those of games that are not; 0: none are kept
	RateSession int                // requests a second under one seat token; 0: no bound
	RateAddress int                // and from one address
	RateCreate  int                // games a minute made under one seat token; 0: no bound
	RateMove    int                // other commands a second
	RateFeed    int                // feeds a minute opened
	RateMail    int                // letters an hour to one mailbox
	RateMails   int                // letters an hour in all
	OpenSession int                // feeds open at a time by one player; 0: no bound
	OpenAddress int                // and from one address by others
	Proxies     []netip.Prefix     // whose word is taken for who asks
	Base        *url.URL           // where people find the server; nil: wherever they ask it
	Mail        post.Way           // how letters go; zero: none are sent
	MailSecret  string             // file of the password of the mail server's user
	Providers   []provider.Setting // OpenID Connect providers that people may sign in with
	Admins      []post.Address     // who may do what admins do
	Origins     []string           // of pages elsewhere that may read answers
	OTLP        string             // URL of a collector of traces; empty: none are sent
	LogLevel    slog.Level         //
	LogFormat   string             // "text" or "json"
}

// mostShards bounds how far a store can be divided.
const mostShards = 100

// settings lists what can be set, in the order of Settings.
func settings() []config.Setting {
	return []config.Setting{
		{Name: "data", Default: "plylog-data", Help: "folder for games, secret and lock; one server at a time", Check: filled},
		{Name: "listen", Default: "localhost:8080", Help: "address of the API", Check: address},
		{Name: "tls-cert", Default: "", Help: "file of the certificate of listen, in PEM; read again when it is replaced; none: no TLS"},
		{Name: "tls-key", Default: "", Help: "file of its key"},
		{Name: "admin-listen", Default: "localhost:8081", Help: "address of metrics, rebuild and (for this machine only) profiles; asks for no credential", Check: address},
		{Name: "nats", Default: "", Help: "URLs of NATS servers with JetStream to keep the log on, instead of the folder", Check: natsURL},
		{Name: "nats-listen", Default: "", Help: "address for NATS clients, who see the service and the feed and nothing of the log; none: no port", Check: optional(address)},
		{Name: "nats-users", Default: "", Help: "file of NAME PASSWORD lines, the password as it is or as bcrypt; none: everybody may, as " + publicUser},
		{Name: "nats-tls-cert", Default: "", Help: "file of the certificate of nats-listen; none: no TLS"},
		{Name: "nats-tls-key", Default: "", Help: "file of its key"},
		{Name: "nats-service", Default: "", Help: "URLs of NATS servers at which clients are answered, by a user who may publish to inboxes only", Check: natsURL},
		{Name: "nats-feed", Default: "", Help: "the same, by a user who may publish plylog.feed.* only", Check: natsURL},
		{Name: "nats-system", Default: "", Help: "the same, by a user of the system account, who asks the servers whether they write before they answer; none: nobody asks", Check: natsURL},
		{Name: "nats-creds", Default: "", Help: "file of the credentials of the user of nats, or ROLE=FILE with commas between: log, service, feed, system", Check: loginFiles},
		{Name: "nats-nkey", Default: "", Help: "the same of nkey seeds", Check: loginFiles},
		{Name: "nats-login", Default: "", Help: "the same of a line NAME PASSWORD", Check: loginFiles},
		{Name: "nats-ca", Default: "", Help: "file of the certificates that vouch for the servers of nats; none: the system's"},
		{Name: "nats-cert", Default: "", Help: "file of the certificate that is shown to them; none: no certificate"},
		{Name: "nats-key", Default: "", Help: "file of its key"},
		{Name: "nats-unsafe", Default: "no", Help: "yes: run on servers that are known to lose what they have acknowledged", Check: oneOf("yes", "no")},
		{Name: "shards", Default: "0", Help: "shards of a new store, fixed for its life; 0: what the store has; a new one gets 1, or 8 where it has copies", Check: number(0, mostShards)},
		{Name: "replicas", Default: "0", Help: "copies of a new store on a cluster; 0: 3, or 1 on a server by itself", Check: number(0, 5)},
		{Name: "games", Default: "10000", Help: "games kept in memory", Check: number(1, 10_000_000)},
		{Name: "snapshots", Default: "1024", Help: "MiB that snapshots may take, by which games that are not in memory are opened; 0: none are kept", Check: number(0, 1<<30)},
		{Name: "rate-session", Default: "100", Help: "requests a second under one seat token, ten times as many at once; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "rate-address", Default: "500", Help: "requests a second from one address, ten times as many at once; 0: no bound; none for this machine's own", Check: number(0, 1_000_000)},
		{Name: "rate-create", Default: "60", Help: "games a minute made under one seat token; 10 times as many from one address, 40 times from its network (IPv4 /24, IPv6 /48); 0: no bound", Check: number(0, 1_000_000)},
		{Name: "rate-move", Default: "50", Help: "moves and other commands a second under one seat token; 10 and 40 times as many, likewise; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "rate-feed", Default: "60", Help: "feeds a minute opened by one player; 10 and 40 times as many, likewise; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "rate-mail", Default: "6", Help: "letters an hour to one mailbox; 5 times as many for one address of clients, 20 times for its network; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "rate-mails", Default: "1000", Help: "letters an hour in all; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "feeds-session", Default: "100", Help: "feeds open at a time by one player; 0: no bound", Check: number(0, 1_000_000)},
		{Name: "feeds-address", Default: "20", Help: "feeds open at a time from one address by watchers who hold no seat; 0: no bound; none for this machine's own", Check: number(0, 1_000_000)},
		{Name: "trusted-proxies", Default: "", Help: "networks of proxies in front of listen, with commas between, as in 10.0.0.0/8,::1/128: who asks is then read from X-Forwarded-For or Forwarded", Check: func(s string) error { _, err := networks(s); return err }},
		{Name: "base-url", Default: "", Help: "where people find the server, as in https://play.example.org; pages of other names may then open no socket here, and https tells browsers to come over TLS only", Check: origin},
		{Name: "mail", Default: "", Help: "how letters that sign people in go: smtp://USER@HOST, smtps://USER@HOST or dir:FOLDER; off: none; left out: dir:DATA/mail where listen is this machine's alone, else none", Check: way},
		{Name: "mail-password", Default: "", Help: "file of the password of the mail server's user"},
		{Name: "oidc", Default: "", Help: "file of the OpenID Connect providers that people may sign in with; needs base-url where listen is not this machine's alone"},
		{Name: "admins", Default: "", Help: "e-mail addresses of those who may do what admins do, with commas between", Check: func(s string) error { _, err := mailboxes(s); return err }},
		{Name: "cors-origin", Default: "", Help: "origins of pages elsewhere that may use the API, with commas between, as in https://example.org", Check: origins},
		{Name: "otlp", Default: "", Help: "URL of an OpenTelemetry collector that gets a span of every request, as in http://localhost:4318", Check: optional(httpURL)},
		{Name: "log-level", Default: "info", Help: "debug, info, warn or error", Check: func(s string) error { _, err := level(s); return err }},
		{Name: "log-format", Default: "text", Help: "text or json", Check: oneOf("text", "json")},
	}
}

// resolved is what the settings of a command come to.
func resolved(set *config.Set, c *console.Console) (Settings, error) {
	values, err := set.Resolve(c.Getenv)
	if err != nil {
		return Settings{}, err
	}
	return read(values)
}

// read turns checked values into Settings.
func read(values []config.Value) (s Settings, err error) {
	for _, v := range values {
		if err := unseen(v); err != nil {
			return s, &console.ExitError{Code: console.Usage, Err: err}
		}
		switch v.Name {
		case "data":
			s.Data = v.Value
		case "listen":
			s.Listen = v.Value
		case "tls-cert":
			s.TLSCert = v.Value
		case "tls-key":
			s.TLSKey = v.Value
		case "admin-listen":
			s.AdminListen = v.Value
		case "nats":
			s.NATS = v.Value
		case "nats-listen":
			s.NATSListen = v.Value
		case "nats-users":
			s.NATSUsers = v.Value
		case "nats-tls-cert":
			s.NATSCert = v.Value
		case "nats-tls-key":
			s.NATSKey = v.Value
		case "nats-service":
			s.NATSService = v.Value
		case "nats-feed":
			s.NATSFeed = v.Value
		case "nats-system":
			s.NATSSystem = v.Value
		case "nats-creds":
			s.NATSCreds, err = loginsOf(v.Value)
		case "nats-nkey":
			s.NATSNkey, err = loginsOf(v.Value)
		case "nats-login":
			s.NATSLogin, err = loginsOf(v.Value)
		case "nats-ca":
			s.NATSTrust = v.Value
		case "nats-cert":
			s.NATSOwnCert = v.Value
		case "nats-key":
			s.NATSOwnKey = v.Value
		case "nats-unsafe":
			s.NATSUnsafe = v.Value == "yes"
		case "shards":
			s.Shards, err = strconv.Atoi(v.Value)
		case "replicas":
			s.Replicas, err = strconv.Atoi(v.Value)
		case "games":
			s.Games, err = strconv.Atoi(v.Value)
		case "snapshots":
			s.Snapshots, err = strconv.Atoi(v.Value)
		case "rate-session":
			s.RateSession, err = strconv.Atoi(v.Value)
		case "rate-address":
			s.RateAddress, err = strconv.Atoi(v.Value)
		case "rate-create":
			s.RateCreate, err = strconv.Atoi(v.Value)
		case "rate-move":
			s.RateMove, err = strconv.Atoi(v.Value)
		case "rate-feed":
			s.RateFeed, err = strconv.Atoi(v.Value)
		case "rate-mail":
			s.RateMail, err = strconv.Atoi(v.Value)
		case "rate-mails":
			s.RateMails, err = strconv.Atoi(v.Value)
		case "feeds-session":
			s.OpenSession, err = strconv.Atoi(v.Value)
		case "feeds-address":
			s.OpenAddress, err = strconv.Atoi(v.Value)
		case "trusted-proxies":
			s.Proxies, err = networks(v.Value)
		case "base-url":
			if v.Value != "" {
				s.Base, err = url.Parse(v.Value)
			}
		case "mail":
			s.Mail, err = s.way(v.Value)
		case "mail-password":
			s.MailSecret = v.Value
		case "oidc":
			if s.Providers, err = providersIn(v.Value); err != nil {
				err = &console.ExitError{Code: console.Usage, Err: err}
			}
		case "admins":
			s.Admins, err = mailboxes(v.Value)
		case "cors-origin":
			if v.Value != "" {
				s.Origins = strings.Split(v.Value, ",")
			}
		case "otlp":
			s.OTLP = v.Value
		case "log-level":
			s.LogLevel, err = level(v.Value)
		case "log-format":
			s.LogFormat = v.Value
		}
		if err != nil {
			return s, fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	if err := s.together(); err != nil {
		return s, &console.ExitError{Code: console.Usage, Err: err}
	}
	return s, nil
}

func filled(s string) error {
	if s == "" {
		return errors.New("want a path")
	}
	return nil
}

// optional lets a setting be left empty.
func optional(check func(string) error) func(string) error {
	return func(s string) error {
		if s == "" {
			return nil
		}
		return check(s)
	}
}

func address(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("want HOST:PORT, as in localhost:8080")
	}
	return nil
}

func natsURL(s string) error {
	if s == "" {
		return nil
	}
	for one := range strings.SplitSeq(s, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return errors.New("want one or more URLs with commas between, as in nats://host:4222")
		}
	}
	return nil
}

func httpURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want a URL, as in http://localhost:4318")
	}
	return nil
}

func origins(s string) error {
	if s == "" {
		return nil
	}
	for one := range strings.SplitSeq(s, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != one || one != strings.ToLower(one) {
			return errors.New("want one or more origins with commas between, as in https://example.org")
		}
	}
	return nil
}

// networks reads networks and single addresses.
func networks(s string) (list []netip.Prefix, err error) {
	if s == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(s, ",") {
		p, err := netip.ParsePrefix(one)
		if a, aerr := netip.ParseAddr(one); aerr == nil && a.Zone() == "" {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil || p != p.Masked() || p.Addr().Is4In6() {
			return nil, errors.New("want one or more networks with commas between, as in 10.0.0.0/8,::1/128")
		}
		list = append(list, p)
	}
	return list, nil
}

// origin is one origin, or none.
func origin(s string) error {
	if strings.Contains(s, ",") || origins(s) != nil {
		return errors.New("want a scheme and a host in lower case and nothing behind them, as in https://play.example.org")
	}
	return nil
}

func number(least, most int) func(string) error {
	return func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < least || n > most {
			return fmt.Errorf("want a number from %d to %d", least, most)
		}
		return nil
	}
}

func oneOf(a, b string) func(string) error {
	return func(s string) error {
		if s != a && s != b {
			return fmt.Errorf("want %s or %s", a, b)
		}
		return nil
	}
}

func level(s string) (l slog.Level, err error) {
	if err := l.UnmarshalText([]byte(s)); err != nil {
		return l, errors.New("want debug, info, warn or error")
	}
	return l, nil
}
