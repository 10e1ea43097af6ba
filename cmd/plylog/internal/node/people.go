package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/api/people"
	"plylog/api/people/passkey"
	"plylog/api/people/provider"
	"plylog/api/people/ticket"
	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/cmd/plylog/internal/console"
	"plylog/events/jetlog"
)

// mailOff is the setting under which no letters are sent.
const mailOff = "off"

// way checks how letters are to go.
func way(s string) error {
	if s == "" || s == mailOff {
		return nil
	}
	_, err := post.ParseWay(s)
	return err
}

// way returns how letters go. Where nothing is said, a server that this machine alone
// can reach puts them into a folder.
func (s *Settings) way(setting string) (post.Way, error) {
	switch {
	case setting == mailOff, setting == "" && !s.local():
		return post.Way{}, nil
	case setting == "":
		setting = "dir:" + filepath.Join(s.Data, "mail")
	}
	return post.ParseWay(setting)
}

// local reports whether this machine alone can reach the server.
func (s *Settings) local() bool {
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// mailboxes reads addresses with commas between them.
func mailboxes(s string) (list []post.Address, err error) {
	if s == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(s, ",") {
		a, err := post.ParseAddress(one)
		if err != nil {
			return nil, errors.New("want e-mail addresses with commas between them and nothing else, as in ann@example.org")
		}
		list = append(list, a)
	}
	return list, nil
}

// errNoBase: links in letters lead nowhere.
var errNoBase = errors.New("mail needs base-url: where do the links in letters lead?")

// letters says how letters go. The links of a server that this machine alone can
// reach lead where it listens.
func (s *Settings) letters() (cfg post.Config, err error) {
	base := s.Base
	switch {
	case base == nil && !s.local():
		return cfg, errNoBase
	case base == nil:
		base = &url.URL{Scheme: "http", Host: "localhost"}
	}
	cfg.Way = s.Mail
	if cfg.From, err = post.SenderAt(base); err != nil {
		return cfg, fmt.Errorf("base-url: %w", err)
	}
	if s.Mail.User() == "" {
		return cfg, nil
	}
	cfg.Password, err = readPassword(s.MailSecret)
	return cfg, err
}

// readPassword reads a line that not everybody may.
func readPassword(file string) (string, error) {
	text, err := readGuarded(file)
	if err != nil {
		return "", fmt.Errorf("reading the mail server's password: %w", err)
	}
	return strings.TrimRight(text, "\r\n"), nil
}

// registry is who has an account, and what that stands on.
type registry struct {
	*people.People
	close   func()
	tickets *ticket.Office
	office  *post.Office  // nil: no letters are sent
	mail    *post.Courier // of the office
}

// openPeople opens the bucket of a store and the way of its letters.
func openPeople(ctx context.Context, c *console.Console, connect jetlog.Connect, secret []byte, s *Settings, watch *metrics.Set, logger *slog.Logger) (*registry, error) {
	nc, err := connect("plylog-people", jetlog.Durable(logger)...)
	if err != nil {
		return nil, err
	}
	v, err := openVault(ctx, nc, logger)
	if err != nil {
		nc.Close()
		return nil, err
	}
	r := &registry{close: func() { v.Close(); nc.Close() }}
	if r.People, err = people.New(people.Config{Vault: v, Secret: secret, Admins: s.Admins, Logger: logger}); err == nil {
		r.tickets, err = ticket.New(secret, v, time.Now)
	}
	if err == nil {
		err = r.openMail(c, s, watch, logger)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// openVault keeps as many copies of what people have as there are of the games.
func openVault(ctx context.Context, nc *nats.Conn, logger *slog.Logger) (*vault.Jet, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	games, err := js.Stream(ctx, jetlog.StreamName(0))
	if err != nil {
		return nil, fmt.Errorf("looking for the store: %w", err)
	}
	return vault.OpenJet(ctx, nc, games.CachedInfo().Config.Replicas, logger)
}

func (r *registry) openMail(c *console.Console, s *Settings, watch *metrics.Set, logger *slog.Logger) error {
	if s.Mail == (post.Way{}) {
		return nil
	}
	cfg, err := s.letters()
	if err != nil {
		return err
	}
	cfg.Logger = logger
	cfg.Observe = func(o post.Outcome) { watch.Letter(string(o)) }
	cfg.Filed = func(path string) {
		if s.LogFormat == "json" {
			logger.Info("letter", "file", path)
			return
		}
		c.Say("plylog: a letter lies in %s", path)
	}
	if r.mail, err = post.Open(cfg); err != nil {
		return err
	}
	r.office = post.NewOffice(r.mail)
	return nil
}

// address says where the links of letters lead and where providers lead back, now that
// it is known where the server listens. Without base-url and out of others' reach that
// is where it listens.
func (r *registry) address(s *Settings, public net.Addr, server *api.Server) error {
	base := s.Base
	switch {
	case base == nil && !s.local():
		return nil // read has made sure that nothing needs it
	case base == nil:
		base = &url.URL{Scheme: s.scheme(), Host: named(s.Listen, public)}
	}
	if r.office != nil {
		if err := r.office.SetBase(base); err != nil {
			return err
		}
	}
	ways := api.Ways{Tickets: r.tickets}
	var err error
	if len(s.Providers) > 0 {
		if ways.Providers, err = provider.New(provider.Config{Settings: s.Providers, Base: base}); err != nil {
			return err
		}
	}
	if ways.Passkeys, err = passkey.New(base); errors.Is(err, passkey.ErrPlace) {
		ways.Passkeys = nil // browsers make none for a place like this
	} else if err != nil {
		return err
	}
	server.Offer(ways)
	return nil
}

// end waits for letters that are under way, and closes.
func (r *registry) end(ctx context.Context) {
	if r.mail != nil {
		ctx, cancel := context.WithTimeout(ctx, drainTime)
		defer cancel()
		r.mail.Close(ctx)
	}
	r.close()
}

// readGuarded reads a small file that not everybody may read.
func readGuarded(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&everybody != 0 {
		return "", fmt.Errorf("the password in %s can be read by everybody (mode %04o); make it 0600", file, info.Mode().Perm())
	}
	if info.Size() > mostLogin {
		return "", fmt.Errorf("%s is too large for a password", file)
	}
	text, err := os.ReadFile(file)
	return string(text), err
}
