package certs

import (
	"crypto/tls"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookAgain is how long a pair is served without a look at its files.
const lookAgain = 10 * time.Second

// Pair is a certificate with its key, as two PEM files have them. It is safe for
// concurrent use.
type Pair struct {
	certFile, keyFile string
	now               func() time.Time
	logger            *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	looked  time.Time
	seen    [2]stamp // the files as they were last looked at
	trouble string   // why they could not be taken; empty: they were
}

// stamp tells a file from what replaces it.
type stamp struct {
	at   time.Time
	size int64
}

// Load reads a pair. The certificate may be followed by those that lead to its
// issuer. The errors are of the files: they cannot be read, hold no certificate or
// key, or do not fit together.
func Load(certFile, keyFile string, now func() time.Time, logger *slog.Logger) (*Pair, error) {
	p := &Pair{certFile: certFile, keyFile: keyFile, now: now, logger: logger}
	var err error
	if p.seen, err = p.stamps(); err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	if p.pair, err = p.read(); err != nil {
		return nil, err
	}
	p.looked = now()
	p.tellEnd()
	return p, nil
}

// Config returns how a listener serves the pair. protocols are those that a client
// may choose from (ALPN), the best first.
func (p *Pair) Config(protocols ...string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: protocols,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return p.newest(), nil
		},
	}
}

// Expires is when the certificate that is served ends.
func (p *Pair) Expires() time.Time { return p.newest().Leaf.NotAfter }

// newest returns the pair in the files, or the one before where they have none.
func (p *Pair) newest() *tls.Certificate {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); now.Sub(p.looked) >= lookAgain || now.Before(p.looked) {
		p.looked = now
		p.look()
	}
	return p.pair
}

// look takes over what has changed. A failure is said once, and tried again as
// often as it takes: the other file may be replaced a moment later.
func (p *Pair) look() {
	seen, err := p.stamps()
	if err == nil && seen == p.seen && p.trouble == "" {
		return
	}
	var pair *tls.Certificate
	if err == nil {
		pair, err = p.read()
	}
	if err != nil {
		if p.trouble != err.Error() {
			p.logger.Error("the certificate in the files cannot be served; the one before is", "err", err, "until", p.pair.Leaf.NotAfter)
		}
		p.trouble = err.Error()
		return
	}
	p.pair, p.seen, p.trouble = pair, seen, ""
	p.logger.Info("a new certificate is served", "file", p.certFile, "until", pair.Leaf.NotAfter)
	p.tellEnd()
}

// tellEnd says so where a certificate that was taken over is no longer good.
func (p *Pair) tellEnd() {
	if end := p.pair.Leaf.NotAfter; !p.now().Before(end) {
		p.logger.Error("the certificate has ended: clients refuse it; put a new one and its key in the place of the files", "file", p.certFile, "ended", end)
	}
}

func (p *Pair) stamps() (seen [2]stamp, err error) {
	for i, name := range [...]string{p.certFile, p.keyFile} {
		var info fs.FileInfo
		if info, err = os.Stat(name); err != nil {
			return seen, err
		}
		seen[i] = stamp{info.ModTime(), info.Size()}
	}
	return seen, nil
}

func (p *Pair) read() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate %s with its key: %w", p.certFile, err)
	}
	return &pair, nil
}
