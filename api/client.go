package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress returns the address that a request comes from. proxies are the
// networks of proxies of our own: where a request comes through some of them it is
// the last address of X-Forwarded-For, or of Forwarded (RFC 7239), that is none of
// theirs; everything further left was written by somebody else and is not looked at.
// forwarded is true where one of them was passed. A header that cannot be read as
// far as it is needed, or two that do not say the same, name nobody: then it is the
// address of the proxy. It is not valid where the request comes over no network.
func ClientAddress(r *http.Request, proxies []netip.Prefix) (at netip.Addr, forwarded bool) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, false
	}
	at = plainAddress(peer.Addr())
	if !within(at, proxies) {
		return at, false
	}
	x, f := r.Header["X-Forwarded-For"], r.Header["Forwarded"]
	switch {
	case len(x) == 0 && len(f) == 0:
		return at, false // the proxy asks for itself
	case len(f) == 0:
		return lastForeign(at, hopsOfList(x), proxies), true
	case len(x) == 0:
		return lastForeign(at, hopsOfForwarded(f), proxies), true
	}
	// Which of the two our proxy writes, and which it lets through, is not known.
	if a := lastForeign(at, hopsOfList(x), proxies); a == lastForeign(at, hopsOfForwarded(f), proxies) {
		return a, true
	}
	return at, true
}

// NetworkOf returns what one customer gets: of IPv6 the first 64 bits, else all of
// the address.
func NetworkOf(at netip.Addr) netip.Addr {
	if !at.Is6() {
		return at
	}
	return netip.PrefixFrom(at, 64).Masked().Addr()
}

// clientOf returns the network that a request comes from, as a name to count by:
// see NetworkOf. far is false, and there is none, for this machine: who comes from
// there, and through no proxy that is named as one, is the operator, or a proxy behind
// which everybody has that address.
func (s *Server) clientOf(r *http.Request) (network string, far bool) {
	at, forwarded := ClientAddress(r, s.cfg.Proxies)
	if !at.IsValid() || at.IsLoopback() && !forwarded {
		return "", false
	}
	return NetworkOf(at).String(), true
}

// plainAddress is an address as it is compared: IPv4 as such, without a zone.
func plainAddress(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

func within(a netip.Addr, networks []netip.Prefix) bool {
	for _, n := range networks {
		if n.Contains(a) {
			return true
		}
	}
	return false
}

// mostHops bounds how many hops of a request are looked at.
const mostHops = 32

// lastForeign walks from a proxy through hops, the nearest first, to the first
// that is no proxy. Where one cannot be read, or all are proxies, it ends at the
// proxy.
func lastForeign(proxy netip.Addr, hops func(yield func(hop string) bool), proxies []netip.Prefix) netip.Addr {
	found, n := proxy, 0
	hops(func(hop string) bool {
		a, ok := readHop(hop)
		if n++; !ok || n > mostHops {
			found = proxy
			return false
		}
		if !within(a, proxies) {
			found = a
			return false
		}
		return true
	})
	return found
}

// readHop reads an address that may have a port: of IPv6 it stands in brackets then.
func readHop(s string) (netip.Addr, bool) {
	const longest = len("[0000:0000:0000:0000:0000:ffff:255.255.255.255]:65535")
	if len(s) > longest || strings.Contains(s, "%") {
		return netip.Addr{}, false
	}
	if in, ok := strings.CutPrefix(s, "["); ok {
		if in, ok := strings.CutSuffix(in, "]"); ok {
			a, err := netip.ParseAddr(in)
			return plainAddress(a), err == nil && a.Is6()
		}
	} else if a, err := netip.ParseAddr(s); err == nil {
		return plainAddress(a), true
	}
	p, err := netip.ParseAddrPort(s)
	return plainAddress(p.Addr()), err == nil
}

// hopsOfList yields the items of X-Forwarded-For from the last to the first: each
// hop appends whom it was asked by.
func hopsOfList(lines []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := len(lines) - 1; i >= 0; i-- {
			for rest, more := lines[i], true; more; {
				at := strings.LastIndexByte(rest, ',')
				if !yield(strings.Trim(rest[at+1:], " \t")) {
					return
				}
				if more = at >= 0; more {
					rest = rest[:at]
				}
			}
		}
	}
}

// hopsOfForwarded yields the for= of Forwarded from the last element to the first.
// Quotes can be told from text from the left only, so all of it must be readable.
func hopsOfForwarded(lines []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		hops, ok := readForwarded(strings.Join(lines, ","))
		if !ok {
			yield("")
			return
		}
		for i := len(hops) - 1; i >= 0; i-- {
			if !yield(hops[i]) {
				return
			}
		}
	}
}
