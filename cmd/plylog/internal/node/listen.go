package node

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"
	"time"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/cmd/plylog/internal/certs"
	"plylog/cmd/plylog/internal/console"
)

// listen opens an address for HTTP. name is the setting that it comes from.
func listen(name, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken by another program; choose another address with --%s", addr, name)
	case err != nil:
		return nil, fmt.Errorf("listening on %s (--%s): %w", addr, name, err)
	}
	return l, nil
}

// announce says that the server is ready, and how to begin.
func announce(c *console.Console, logger *slog.Logger, s Settings, public, admin net.Addr, nats string, games int) {
	url := s.scheme() + "://" + named(s.Listen, public)
	if s.LogFormat == "json" {
		logger.Info("ready", "url", url, "admin", "http://"+named(s.AdminListen, admin), "nats", nats, "data", s.Data, "games", games)
		return
	}
	if nats != "" {
		c.Say("plylog: NATS clients: %s", nats)
	}
	c.Say("plylog: ready: %s (%d games in %s, admin http://%s)", url, games, s.Data, named(s.AdminListen, admin))
	c.Say(`plylog: begin: curl --json '{"kind":"reversi","opponent":"self"}' %s/v1/games`, url)
}

// scheme is how the API is spoken to.
func (s *Settings) scheme() string {
	if s.TLSCert != "" {
		return "https"
	}
	return "http"
}

// encrypt lets a listener speak TLS where the settings say so.
func encrypt(l net.Listener, s Settings, watch *metrics.Set, logger *slog.Logger) (net.Listener, error) {
	if s.TLSCert == "" {
		return l, nil
	}
	pair, err := certs.Load(s.TLSCert, s.TLSKey, time.Now, logger)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	watch.CertificateExpires(pair.Expires)
	return tls.NewListener(l, pair.Config("h2", "http/1.1")), nil
}

// named is the address as it was asked for, with the port that it came to.
func named(asked string, got net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	_, port, err2 := net.SplitHostPort(got.String())
	if err != nil || err2 != nil || host == "" {
		return got.String()
	}
	return net.JoinHostPort(host, port)
}

// newLogger writes structured lines to standard error.
func newLogger(c *console.Console, s Settings) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.LogLevel}
	if s.LogFormat == "json" {
		return slog.New(api.TraceLog(slog.NewJSONHandler(c.Err, options)))
	}
	return slog.New(api.TraceLog(slog.NewTextHandler(c.Err, options)))
}
