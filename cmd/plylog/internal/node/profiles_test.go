package node

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestProfilesAreForThisMachine asks for profiles from here and from elsewhere.
func TestProfilesAreForThisMachine(t *testing.T) {
	admin := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTeapot) })
	h := withProfiles(admin)
	for _, c := range []struct {
		name, local, remote, host, path string
		want                            int
	}{
		{"the list", "127.0.0.1", "127.0.0.1:9", "localhost:8081", "/debug/pprof/", 200},
		{"the heap", "127.0.0.1", "127.0.0.1:9", "127.0.0.1:8081", "/debug/pprof/heap", 200},
		{"the command line", "127.0.0.1", "127.0.0.1:9", "LOCALHOST", "/debug/pprof/cmdline", 200},
		{"over IPv6", "::1", "[::1]:9", "[::1]:8081", "/debug/pprof/goroutine", 200},
		{"no such profile", "127.0.0.1", "127.0.0.1:9", "localhost:8081", "/debug/pprof/nothing", 404},
		{"from a network", "192.0.2.1", "192.0.2.7:9", "192.0.2.1:8081", "/debug/pprof/heap", 418},
		{"from a network, as if it were here", "192.0.2.1", "192.0.2.7:9", "localhost:8081", "/debug/pprof/heap", 418},
		{"to a public address of this machine", "192.0.2.1", "192.0.2.1:9", "192.0.2.1:8081", "/debug/pprof/heap", 418},
		{"a name pointed here", "127.0.0.1", "127.0.0.1:9", "evil.example:8081", "/debug/pprof/heap", 418},
		{"no name", "127.0.0.1", "127.0.0.1:9", "", "/debug/pprof/heap", 418},
		{"from nowhere", "127.0.0.1", "@", "localhost:8081", "/debug/pprof/heap", 418},
		{"something else", "127.0.0.1", "127.0.0.1:9", "localhost:8081", "/metrics", 418},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.RemoteAddr, r.Host = c.remote, c.host
		r = r.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.ParseIP(c.local), Port: 8081}))
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != c.want {
			t.Errorf("%s: %d, want %d", c.name, w.Code, c.want)
		}
	}
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/debug/pprof/heap", nil)); w.Code != 418 {
		t.Errorf("where no listener is known: %d", w.Code)
	}
}
