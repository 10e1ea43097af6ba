package api

import (
	"net/http"
	"time"
)

// The names of cookies. Over TLS they are prefixed, which binds them to this host, all
// of it and nothing beside it (RFC 6265bis, section 4.1.3.2); without, which is for
// localhost, browsers take no such names.
const (
	cookieSession = "plylog"
	cookieBrowser = "plylog-browser"
	cookiePrefix  = "__Host-"
)

// cookieName is how a cookie is called in this connection.
func (s *Server) cookieName(r *http.Request, name string) string {
	if s.secured(r) {
		return cookiePrefix + name
	}
	return name
}

// cookieOf returns a cookie's value, empty where there is none.
func (s *Server) cookieOf(r *http.Request, name string) string {
	c, err := r.Cookie(s.cookieName(r, name))
	if err != nil {
		return ""
	}
	return c.Value
}

// sessionCookie is for how long a browser keeps the cookie of a session; the server
// decides when that ends.
const sessionCookie = 180 * 24 * time.Hour

// setCookie gives a browser a cookie; one that is empty it forgets.
func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	if value == "" {
		life = -time.Second
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(r, name), Value: value, Path: "/", MaxAge: int(life / time.Second),
		Secure: s.secured(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
