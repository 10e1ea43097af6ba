package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"plylog/api"
)

// ownProxies are the proxies of these tests.
var ownProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ff::/48"), netip.MustParsePrefix("127.0.0.1/32")}

// Only from proxies of our own is a header taken for who asks, and of it only what
// they themselves wrote.
func TestClientAddress(t *testing.T) {
	const proxy, far = "10.0.0.1:4000", "203.0.113.7:5000"
	xff := func(lines ...string) http.Header { return http.Header{"X-Forwarded-For": lines} }
	fwd := func(lines ...string) http.Header { return http.Header{"Forwarded": lines} }
	for _, c := range []struct {
		name, peer string
		header     http.Header
		want       string
		forwarded  bool
	}{
		{"no proxy, no header", far, nil, "203.0.113.7", false},
		{"spoofed", far, xff("198.51.100.1"), "203.0.113.7", false},
		{"spoofed in the other header", far, fwd("for=198.51.100.1"), "203.0.113.7", false},
		{"spoofed as the proxy", far, xff("10.0.0.1"), "203.0.113.7", false},
		{"the proxy itself", proxy, nil, "10.0.0.1", false},
		{"through the proxy", proxy, xff("198.51.100.1"), "198.51.100.1", true},
		{"spoofed through the proxy", proxy, xff("192.0.2.66, 198.51.100.1"), "198.51.100.1", true},
		{"spoofed as ours through the proxy", proxy, xff("10.9.9.9, 198.51.100.1"), "198.51.100.1", true},
		{"spoofed on a line of its own", proxy, xff("192.0.2.66", "198.51.100.1"), "198.51.100.1", true},
		{"two of our proxies", proxy, xff("198.51.100.1, 10.0.0.2"), "198.51.100.1", true},
		{"two on two lines", proxy, xff("192.0.2.66, 198.51.100.1", "10.0.0.2,2001:db8:ff::9"), "198.51.100.1", true},
		{"ours alone", proxy, xff("10.0.0.3, 10.0.0.2"), "10.0.0.1", true},
		{"a loopback client elsewhere", proxy, xff("::1"), "::1", true},
		{"through the proxy on this machine", "127.0.0.1:9", xff("198.51.100.1"), "198.51.100.1", true},
		{"through it by IPv6 as IPv4", "[::ffff:10.0.0.1]:9", xff("::ffff:198.51.100.1"), "198.51.100.1", true},
		{"a port", proxy, xff("198.51.100.1:4711"), "198.51.100.1", true},
		{"IPv6", proxy, xff("2001:db8::1"), "2001:db8::1", true},
		{"IPv6 in brackets", proxy, xff("[2001:db8::1]"), "2001:db8::1", true},
		{"IPv6 with a port", proxy, xff("[2001:db8::1]:4711"), "2001:db8::1", true},
		{"an IPv6 proxy", "[2001:db8:ff::1]:9", xff("198.51.100.1"), "198.51.100.1", true},
		{"garbage behind what counts", proxy, xff("garbage, 198.51.100.1"), "198.51.100.1", true},
		{"tabs and spaces", proxy, xff(" 192.0.2.66 ,\t198.51.100.1 "), "198.51.100.1", true},
		{"empty", proxy, xff(""), "10.0.0.1", true},
		{"an empty item", proxy, xff("198.51.100.1, "), "10.0.0.1", true},
		{"garbage", proxy, xff("198.51.100.1, unknown"), "10.0.0.1", true},
		{"a name", proxy, xff("localhost"), "10.0.0.1", true},
		{"a zone", proxy, xff("fe80::1%eth0"), "10.0.0.1", true},
		{"a zone in brackets", proxy, xff("[fe80::1%25eth0]:1"), "10.0.0.1", true},
		{"IPv4 in brackets", proxy, xff("[198.51.100.1]"), "10.0.0.1", true},
		{"zeros in front", proxy, xff("198.051.100.001"), "10.0.0.1", true},
		{"a port too large", proxy, xff("198.51.100.1:65536"), "10.0.0.1", true},
		{"a number", proxy, xff("3325256705"), "10.0.0.1", true},
		{"very long", proxy, xff(strings.Repeat("1", 9000)), "10.0.0.1", true},
		{"more hops of ours than anybody has", proxy, xff("198.51.100.1" + strings.Repeat(", 10.0.0.2", 40)), "10.0.0.1", true},
		{"Forwarded", proxy, fwd("for=198.51.100.1"), "198.51.100.1", true},
		{"Forwarded with more", proxy, fwd(`For="[2001:db8::1]:4711";proto=https;by=10.0.0.1 , for=10.0.0.2; host="a,b;for=1.2.3.4"`), "2001:db8::1", true},
		{"Forwarded, spoofed", proxy, fwd("for=192.0.2.66", `for="198.51.100.1:80"`), "198.51.100.1", true},
		{"Forwarded, escaped", proxy, fwd(`for="198.51.100\.1"`), "198.51.100.1", true},
		{"Forwarded, unknown", proxy, fwd("for=198.51.100.1, for=unknown"), "10.0.0.1", true},
		{"Forwarded, hidden", proxy, fwd("for=198.51.100.1, for=_gazonk"), "10.0.0.1", true},
		{"Forwarded, without for", proxy, fwd("for=198.51.100.1, proto=https"), "10.0.0.1", true},
		{"Forwarded, for twice", proxy, fwd("for=198.51.100.1;for=192.0.2.66"), "10.0.0.1", true},
		{"Forwarded, a quote that swallows the rest", proxy, fwd(`for="192.0.2.66`, "for=198.51.100.1"), "10.0.0.1", true},
		{"Forwarded, IPv6 without quotes", proxy, fwd("for=[2001:db8::1]"), "10.0.0.1", true},
		{"Forwarded, an empty element", proxy, fwd("for=198.51.100.1,,for=10.0.0.2"), "10.0.0.1", true},
		{"Forwarded, empty", proxy, fwd(""), "10.0.0.1", true},
		{"Forwarded, without end", proxy, fwd(strings.Repeat("for=1.2.3.4,", 1000) + "for=1.2.3.4"), "10.0.0.1", true},
		{"both, the same", proxy, http.Header{"X-Forwarded-For": {"192.0.2.66, 198.51.100.1"}, "Forwarded": {"for=198.51.100.1"}}, "198.51.100.1", true},
		{"both, one let through", proxy, http.Header{"X-Forwarded-For": {"198.51.100.1"}, "Forwarded": {"for=192.0.2.66"}}, "10.0.0.1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, forwarded := api.ClientAddress(&http.Request{RemoteAddr: c.peer, Header: c.header}, ownProxies)
			if at.String() != c.want || forwarded != c.forwarded {
				t.Errorf("%v, forwarded %v; want %s, %v", at, forwarded, c.want, c.forwarded)
			}
		})
	}
	if at, _ := api.ClientAddress(&http.Request{RemoteAddr: "pipe", Header: xff("1.2.3.4")}, ownProxies); at.IsValid() {
		t.Errorf("a pipe is %v", at)
	}
}

func TestNetworkOf(t *testing.T) {
	for from, want := range map[string]string{"198.51.100.1": "198.51.100.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::"} {
		if got := api.NetworkOf(netip.MustParseAddr(from)); got.String() != want {
			t.Errorf("%s is of %s, want %s", from, got, want)
		}
	}
}

// Whatever headers hold: from elsewhere they change nothing, and what a client put
// in front of what our proxy appends changes nothing.
func FuzzClientAddress(f *testing.F) {
	f.Add("192.0.2.66", false)
	f.Add("for=192.0.2.66", true)
	f.Add(`for="[2001:db8::1]:80";by="\"`, true)
	f.Add(", ,[::1", false)
	f.Fuzz(func(t *testing.T, said string, rfc bool) {
		name, appended := "X-Forwarded-For", "198.51.100.1"
		if rfc {
			name, appended = "Forwarded", "for=198.51.100.1"
		}
		ask := func(peer string, lines ...string) string {
			at, _ := api.ClientAddress(&http.Request{RemoteAddr: peer, Header: http.Header{name: lines}}, ownProxies)
			return at.String()
		}
		if got := ask("203.0.113.7:1", said); got != "203.0.113.7" {
			t.Errorf("from elsewhere %q makes %s", said, got)
		}
		one, two := ask("10.0.0.1:1", said+", "+appended), ask("10.0.0.1:1", said, appended)
		for _, got := range []string{one, two} {
			if got != "198.51.100.1" && (!rfc || got != "10.0.0.1") {
				t.Errorf("behind the proxy %q makes %s", said, got)
			}
		}
	})
}

// Clients behind a proxy of ours are counted each for itself, in requests and in
// feeds, however they call themselves.
func TestLimitsBehindAProxy(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Proxies = ownProxies
		c.Limits.Address = api.Rate{PerSecond: 1, Burst: 2}
		c.Limits.FeedsPerAddress = 1
		c.Now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	})
	g := w.newGame("nim") // through no proxy, from this machine: not counted
	ask := func(path, said string) *answer {
		req := httptest.NewRequest("GET", path, nil)
		req.RemoteAddr = "127.0.0.1:1"
		if said != "" {
			req.Header.Set("X-Forwarded-For", said)
		}
		return w.served(req)
	}
	for i, said := range []string{
		"198.51.100.1", "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1", // one client, three names
		"198.51.100.2", "", "", "", // another; the operator
		"garbage", "more", "and more", // nobody, who is the proxy
	} {
		if got, want := ask(g.path(), said).status == 429, i == 2 || i == 9; got != want {
			t.Errorf("request %d, %q: refused %v", i, said, got)
		}
	}
	var open []*source
	for i, said := range []string{"203.0.113.1", "203.0.113.2", "192.0.2.1, 203.0.113.1"} {
		s, status := w.tryOpen(g.path()+"/events?follow=1", header("X-Forwarded-For: "+said))
		open = append(open, s)
		if want := []int{200, 200, 429}[i]; status != want {
			t.Errorf("feed %d of %s: %d", i, said, status)
		}
	}
	for _, s := range open {
		s.close()
	}
}
