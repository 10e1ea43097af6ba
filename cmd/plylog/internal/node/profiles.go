package node

import (
	"net"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"
)

// profilesPath is below which profiles of the running program are given out.
const profilesPath = "/debug/pprof/"

// withProfiles serves profiles besides what the admin listener serves, to programs
// on this machine only: a profile shows what is in memory. Whoever comes over a
// network, or through a page whose name somebody has pointed at this machine, finds
// what is found at any address where nothing is.
func withProfiles(admin http.Handler) http.Handler {
	mux := http.NewServeMux()
	for path, give := range map[string]http.HandlerFunc{
		"":        pprof.Index, // which gives every named profile out
		"cmdline": pprof.Cmdline,
		"profile": pprof.Profile,
		"symbol":  pprof.Symbol,
		"trace":   pprof.Trace,
	} {
		mux.HandleFunc("GET "+profilesPath+path, give)
	}
	mux.HandleFunc("POST "+profilesPath+"symbol", pprof.Symbol)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, profilesPath) || !fromHere(r) {
			admin.ServeHTTP(w, r)
			return
		}
		// A profile takes as long as it is asked to, and the deadline for reading the
		// request would end it. A connection without deadlines needs none lifted.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		mux.ServeHTTP(w, r)
	})
}

// fromHere reports whether a request was sent on this machine, to a name of it that
// nobody else can give.
func fromHere(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !loopback(local.String()) || !loopback(r.RemoteAddr) {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.EqualFold(host, "localhost") || ownIP(strings.Trim(host, "[]"))
}

// loopback reports whether an address, host:port, never leaves the machine.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && ownIP(host)
}

func ownIP(s string) bool {
	ip := net.ParseIP(s)
	return ip != nil && ip.IsLoopback()
}
