package api

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// mostQuery is the length in bytes above which a query is not read.
const mostQuery = 2048

// anyOther among a route's parameters lets others pass that nobody reads: what brings
// them is bound to (RFC 6749, section 4.1.2), and brings codes as long as it likes.
const (
	anyOther    = "*"
	mostBrought = 8 << 10 // bytes of such a query
)

// query is the parameters of a request, each of them known and there once.
type query map[string]string

// readQuery reads the raw query of a request. allowed names the parameters that
// the route reads; every other one is refused, a token with advice of its own.
func readQuery(raw string, allowed []string) (query, error) {
	if raw == "" {
		return nil, nil
	}
	most, open := mostQuery, slices.Contains(allowed, anyOther)
	if open {
		most = mostBrought
	}
	if len(raw) > most {
		return nil, refuse(uriTooLong, fmt.Sprintf("the query is longer than %d bytes", most))
	}
	q := make(query, 4)
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil || strings.Contains(pair, ";") {
			return nil, refuse(badRequest, "the query is not well formed")
		}
		switch strings.ToLower(name) {
		case "token", "access_token":
			return nil, refuseField(tokenInURL, strings.ToLower(name), "send the token in the header Authorization: Bearer …, never in a URL")
		}
		if !slices.Contains(allowed, name) && open {
			continue
		}
		if !slices.Contains(allowed, name) {
			return nil, refuseField(unknownParameter, name, "is not a parameter of this address"+listing(allowed))
		}
		if _, twice := q[name]; twice {
			return nil, refuseField(badParameter, name, "is there twice")
		}
		if q[name], err = url.QueryUnescape(value); err != nil {
			return nil, refuseField(badParameter, name, "is not well formed")
		}
	}
	return q, nil
}

func listing(allowed []string) string {
	if len(allowed) == 0 {
		return "; it has none"
	}
	return "; it has " + strings.Join(allowed, ", ")
}

// number returns a whole number of a parameter within bounds, def where the
// parameter is not there. Plain digits only: no sign, no leading zeros.
func (q query) number(name string, def, least, most int) (int, error) {
	s, ok := q[name]
	if !ok {
		return def, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most || strconv.Itoa(n) != s {
		return 0, refuseField(badParameter, name, fmt.Sprintf("want a whole number from %d to %d", least, most))
	}
	return n, nil
}

// flag returns whether a parameter is 1 or true; not there counts as 0.
func (q query) flag(name string) (bool, error) {
	switch s, ok := q[name]; {
	case !ok, s == "0", s == "false":
		return false, nil
	case s == "1", s == "true":
		return true, nil
	default:
		return false, refuseField(badParameter, name, "want 1 or 0")
	}
}

// word returns a parameter that is one of a few words, empty where it is not there.
func (q query) word(name string, words ...string) (string, error) {
	s, ok := q[name]
	if !ok {
		return "", nil
	}
	if !slices.Contains(words, s) {
		return "", refuseField(badParameter, name, "want "+strings.Join(words, " or "))
	}
	return s, nil
}
