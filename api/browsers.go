package api

import (
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// forBrowsers is what browsers are told of every answer: it is what it says it is, and
// no page; it shares no window with pages from elsewhere and asks for nothing of the
// machine. Pages say otherwise themselves where they have to.
var forBrowsers = map[string][]string{
	"X-Content-Type-Options":     {"nosniff"},
	"Content-Security-Policy":    {"default-src 'none'; frame-ancestors 'none'"},
	"Referrer-Policy":            {"no-referrer"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"},
}

// overTLSOnly is the header, and what it says for a year, that browsers are told where
// people come over TLS.
const overTLSOnly = "Strict-Transport-Security"

var secureOnly = []string{"max-age=31536000"}

// ForBrowsers reports whether a header, in its canonical form, is for browsers only:
// whoever passes answers on to other clients leaves it out.
func ForBrowsers(header string) bool { return forBrowsers[header] != nil || header == overTLSOnly }

// tellBrowsers sets the headers that every answer has.
func (s *Server) tellBrowsers(h http.Header, r *http.Request) {
	maps.Copy(h, forBrowsers)
	if s.secured(r) {
		h[overTLSOnly] = secureOnly
	}
}

// secured reports whether people reach the server over TLS: this connection is, or
// the base address says so, which a proxy in front of the server makes true.
func (s *Server) secured(r *http.Request) bool {
	return r.TLS != nil || s.cfg.Base != nil && s.cfg.Base.Scheme == "https"
}

// ownPage refuses what a browser sends for a page of another origin, where it would
// be listened to or could change something: s.cfg.Origins are the pages elsewhere that
// may. Programs send no Origin and no cookies, and prove themselves by tokens, which
// no browser sends by itself. A cookie a browser does send by itself; so one that
// comes without any word of where from, where a browser would give it, is refused.
func (s *Server) ownPage(r *http.Request, saysOrigin bool) error {
	origins := r.Header["Origin"]
	switch {
	case len(origins) > 1:
		return refuse(crossOrigin, "")
	case len(origins) == 1 && !s.sameOrigin(origins[0], r) && !(slices.Contains(s.cfg.Origins, origins[0]) && r.Header["Cookie"] == nil):
		return refuse(crossOrigin, "")
	case len(origins) == 0 && r.Header["Cookie"] != nil && (saysOrigin || foreign(r)):
		return refuse(crossOrigin, "")
	}
	return nil
}

// foreign reports whether a browser says that a page of another origin asks.
func foreign(r *http.Request) bool {
	site := r.Header["Sec-Fetch-Site"]
	return len(site) > 1 || len(site) == 1 && site[0] != "same-origin" && site[0] != "none"
}

// sameOrigin reports whether a page comes from this server: from the base address
// where there is one, or from this machine; else from the host that was asked, by
// either scheme, since a proxy that nobody told of may have changed that.
func (s *Server) sameOrigin(origin string, r *http.Request) bool {
	origin = strings.ToLower(origin)
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin {
		return false
	}
	sameHost := u.Host == strings.ToLower(r.Host) && (u.Scheme == "https" || u.Scheme == "http" && r.TLS == nil)
	if s.cfg.Base == nil {
		return sameHost
	}
	ip, err := netip.ParseAddr(u.Hostname())
	here := u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
	return origin == originOf(s.cfg.Base) || sameHost && here
}

// originOf is how browsers write where a page comes from: without the scheme's own
// port.
func originOf(base *url.URL) string {
	host := strings.ToLower(base.Host)
	if p := base.Port(); p == "443" && base.Scheme == "https" || p == "80" && base.Scheme == "http" {
		host = strings.TrimSuffix(host, ":"+p)
	}
	return base.Scheme + "://" + host
}

// admit refuses what a page from elsewhere sends with the cookies of a browser, and
// what is one too many.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) error {
	if r.Header["Cookie"] != nil {
		if err := s.sameSite.Check(r); err != nil {
			return refuse(crossOrigin, "")
		}
	}
	return s.limit(w, r)
}
