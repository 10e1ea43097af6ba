package post_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// mailServer is a mail server of this process's own, over TCP.
type mailServer struct {
	addr  string
	roots *x509.CertPool

	mu      sync.Mutex
	answers []error // what RCPT is answered, one after the other; then nil
	onData  error
	got     []received
	tries   int
	users   []string
}

type received struct {
	from string
	to   []string
	body string
	tls  bool
}

type how struct {
	tls, implicit, auth bool
	name                string // on the certificate
}

func newMailServer(t *testing.T, h how) *mailServer {
	t.Helper()
	m := &mailServer{roots: x509.NewCertPool()}
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		_, secured := c.TLSConnectionState()
		plain := &session{m: m, mail: received{tls: secured}}
		if h.auth {
			return &authSession{plain}, nil
		}
		return plain, nil
	}))
	s.Domain, s.MaxRecipients, s.MaxMessageBytes, s.AllowInsecureAuth = "mail.test", 5, 1<<20, true
	s.ErrorLog = log.New(io.Discard, "", 0)
	s.ReadTimeout, s.WriteTimeout = 5*time.Minute, 5*time.Minute
	config := &tls.Config{Certificates: []tls.Certificate{m.certificate(t, h.name)}}
	if h.tls {
		s.TLSConfig = config
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m.addr = l.Addr().String()
	if h.implicit {
		l = tls.NewListener(l, config)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	return m
}

// certificate makes a certificate that signs itself, for a name or for this machine.
func (m *mailServer) certificate(t *testing.T, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	if name == "" {
		c.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	} else {
		c.DNSNames = []string{name}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	m.roots.AddCert(made)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// mails returns what has arrived, and how often somebody tried.
func (m *mailServer) mails() ([]received, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.got, m.tries
}

type session struct {
	m    *mailServer
	mail received
}

func (s *session) Reset()        { s.mail = received{tls: s.mail.tls} }
func (s *session) Logout() error { return nil }
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.mail.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.m.tries++
	if len(s.m.answers) > 0 {
		err := s.m.answers[0]
		s.m.answers = s.m.answers[1:]
		if err != nil {
			return err
		}
	}
	s.mail.to = append(s.mail.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.m.onData != nil {
		return s.m.onData
	}
	s.mail.body = string(body)
	s.m.got = append(s.m.got, s.mail)
	return nil
}

// authSession wants a user and a password before anything else.
type authSession struct{ *session }

func (s *authSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *authSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "me@example.org" || password != marked {
			return smtp.ErrAuthFailed
		}
		s.m.mu.Lock()
		defer s.m.mu.Unlock()
		s.m.users = append(s.m.users, user)
		return nil
	}), nil
}
