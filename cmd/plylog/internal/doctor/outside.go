package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"strings"
	"time"

	"plylog/api/people/provider"
	"plylog/api/post"
)

// soon is when the end of a certificate is worth a word.
const soon = 14 * 24 * time.Hour

// certificate looks at the files of a certificate, and at what is served.
func (d *doctor) certificate(ctx context.Context, check, certFile, keyFile string) {
	if certFile == "" {
		return
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		d.add(bad(check, err.Error(), "put a certificate and the key that belongs to it, in PEM, where the settings say"))
		return
	}
	d.add(d.lasts(check, pair.Leaf, certFile))
	if check != "certificate" || !d.running {
		return
	}
	if state := dialTLS(ctx, d.cfg.Listen); state == nil {
		d.add(bad(check, d.cfg.Listen+" does not speak TLS", "see that listen is the address of this server, and what its log says"))
	} else if served := state.PeerCertificates[0]; !served.Equal(pair.Leaf) {
		d.add(warn(check, "the server serves another certificate than the file holds", "wait ten seconds; if it stays so, its log says why the new one is not taken"))
	}
}

// lasts judges how long a certificate is good.
func (d *doctor) lasts(check string, c *x509.Certificate, file string) Finding {
	const fix = "renew it and put it in the place of the file; the server takes it over by itself"
	until, now := c.NotAfter.UTC(), d.cfg.Now()
	switch left := until.Sub(now); {
	case left <= 0:
		return bad(check, fmt.Sprintf("%s has ended on %s", file, until.Format(time.DateOnly)), fix)
	case c.NotBefore.After(now):
		return bad(check, fmt.Sprintf("%s is not good before %s", file, c.NotBefore.UTC().Format(time.RFC3339)), "look at the clock, or at who made it")
	case left < soon:
		return warn(check, fmt.Sprintf("%s ends on %s", file, until.Format(time.DateOnly)), fix)
	}
	return good(check, "%s is good until %s, for %s", file, until.Format(time.DateOnly), strings.Join(append(c.DNSNames, ips(c)...), ", "))
}

func ips(c *x509.Certificate) (out []string) {
	for _, ip := range c.IPAddresses {
		out = append(out, ip.String())
	}
	return out
}

// mail tries the way that letters take, without sending one.
func (d *doctor) mail(ctx context.Context) {
	if d.cfg.Mail == nil {
		d.add(note("mail", "none is sent: nobody can sign in by mail"))
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := post.Probe(ctx, *d.cfg.Mail)
	if err != nil {
		d.add(bad("mail", fmt.Sprintf("%s: %v", found.Way, err), "see that the mail server is up, that the address, the user and the password are right, and that it speaks TLS"))
		return
	}
	says := found.Way
	if found.TLS != "" {
		says += ", " + found.TLS
	}
	if found.SignedIn {
		says += ", signed in"
	}
	if left := found.Until.Sub(d.cfg.Now()); !found.Until.IsZero() && left < soon {
		d.add(warn("mail", fmt.Sprintf("%s; its certificate ends on %s", says, found.Until.UTC().Format(time.DateOnly)), "tell whoever runs the mail server"))
		return
	}
	d.add(good("mail", "%s", says))
}

// providers asks each OpenID Connect provider what it says of itself.
func (d *doctor) providers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, p := range d.cfg.Providers {
		if err := provider.Try(ctx, p, d.cfg.HTTP.Transport); err != nil {
			d.add(bad("provider", err.Error(), "see that the issuer is written as the provider writes it, to the last slash, and that this machine reaches it; who is signed in, and who signs in otherwise, notices nothing"))
			continue
		}
		d.add(good("provider", "%s answers at %s", p.Name, p.Issuer))
	}
}
