package post

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// smtpCarrier hands letters to a mail server, each over a connection of its own.
type smtpCarrier struct {
	way      Way
	password string
	helo     string         // what this machine calls itself
	roots    *x509.CertPool // nil: the system's
	patience time.Duration  // for the whole of one letter
}

// carry hands one message over. Errors: *Failure.
func (c *smtpCarrier) carry(ctx context.Context, m *mail.Msg) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	s, err := c.open(ctx)
	if err != nil {
		return "", err
	}
	defer s.close()
	sender, err := mail.NewClient(c.way.host, mail.WithTimeout(c.patience), mail.WithoutNoop())
	if err != nil {
		return "", &Failure{Stage: Connecting, Final: true, Why: "this machine does not know its name"}
	}
	err = sender.SendWithSMTPClient(s.client, m)
	if err == nil || m.IsDelivered() {
		return "", nil // once the server has it, a goodbye that failed must not send it again
	}
	return "", refusedLetter(err)
}

// session is a connection to the mail server on which letters may be sent.
type session struct {
	conn   net.Conn
	client *smtp.Client
	left   func() bool
}

// close says goodbye.
func (s *session) close() {
	_ = s.client.Quit() // a letter was taken by now, or was not
	s.left()
	_ = s.conn.Close()
}

// open connects, turns to TLS as the way wants, and signs in. The connection ends
// with the context. Errors: *Failure.
func (c *smtpCarrier) open(ctx context.Context) (*session, error) {
	config := &tls.Config{ServerName: c.way.host, RootCAs: c.roots, MinVersion: tls.VersionTLS12}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.way.address())
	if err != nil {
		return nil, &Failure{Stage: Connecting, Why: "no connection"}
	}
	s := &session{conn: conn, left: context.AfterFunc(ctx, func() { _ = conn.Close() })}
	if f := c.greet(ctx, s, config); f != nil {
		s.left()
		_ = conn.Close()
		return nil, f
	}
	return s, nil
}

// greet does all that comes before the first letter.
func (c *smtpCarrier) greet(ctx context.Context, s *session, config *tls.Config) *Failure {
	wire := s.conn
	if c.way.secure == tlsImplicit {
		secured := tls.Client(wire, config)
		if err := secured.HandshakeContext(ctx); err != nil {
			return failed(Securing, err)
		}
		wire = secured
	}
	var err error
	if s.client, err = smtp.NewClient(wire, c.way.host); err != nil {
		return failed(Connecting, err)
	}
	s.client.SkipSMTPUTF8(true) // addresses are ASCII
	if err := s.client.Hello(c.helo); err != nil {
		return failed(Connecting, err)
	}
	if f := c.startTLS(s.client, config); f != nil {
		return f
	}
	if c.way.user == "" {
		return nil
	}
	auth := c.auth(s.client)
	if auth == nil {
		return &Failure{Stage: SigningIn, Final: true, Why: "the server offers none of SCRAM-SHA-256, PLAIN and LOGIN"}
	}
	if err := s.client.Auth(auth); err != nil {
		return failed(SigningIn, err)
	}
	return nil
}

// startTLS turns to TLS where the way and the server want it.
func (c *smtpCarrier) startTLS(client *smtp.Client, config *tls.Config) *Failure {
	if c.way.secure == tlsImplicit || c.way.secure == tlsNone {
		return nil
	}
	if offered, _ := client.Extension("STARTTLS"); !offered {
		if c.way.secure == tlsOpportunistic {
			return nil
		}
		return &Failure{Stage: Securing, Final: true, Why: "the server offers no TLS"}
	}
	if err := client.StartTLS(config); err != nil {
		return failed(Securing, err)
	}
	return nil
}

// auth picks the best way to sign in that the server offers; nil: none.
func (c *smtpCarrier) auth(client *smtp.Client) smtp.Auth {
	_, list := client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(list))
	switch {
	case slices.Contains(offered, "SCRAM-SHA-256"):
		return smtp.ScramSHA256Auth(c.way.user, c.password)
	case slices.Contains(offered, "PLAIN"):
		return smtp.PlainAuth("", c.way.user, c.password, c.way.host, false)
	case slices.Contains(offered, "LOGIN"):
		return smtp.LoginAuth(c.way.user, c.password, c.way.host, false)
	default:
		return nil
	}
}
