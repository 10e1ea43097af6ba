package api

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

func TestReadIfMatch(t *testing.T) {
	for _, c := range []struct {
		in   []string
		want int
		ok   bool
	}{
		{nil, 0, true},
		{[]string{`*`}, 0, true},
		{[]string{`"7"`}, 7, true},
		{[]string{"  \"7\"\t"}, 7, true},
		{[]string{`"999999999999999"`}, 999999999999999, true},
		{[]string{`W/"7"`}, 0, false},
		{[]string{`7`}, 0, false},
		{[]string{`"0"`}, 0, false},
		{[]string{`"07"`}, 0, false},
		{[]string{`"-7"`}, 0, false},
		{[]string{`"+7"`}, 0, false},
		{[]string{`"7`}, 0, false},
		{[]string{`""`}, 0, false},
		{[]string{`"1e3"`}, 0, false},
		{[]string{`"9999999999999999"`}, 0, false},
		{[]string{`"7", "8"`}, 0, false},
		{[]string{`"7"`, `"8"`}, 0, false},
		{[]string{``}, 0, false},
		{[]string{`"٧"`}, 0, false},
	} {
		got, err := readIfMatch(c.in)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("readIfMatch(%q) = %d, %v", c.in, got, err)
		}
	}
}

func TestMatchesTag(t *testing.T) {
	for in, want := range map[string]bool{
		`"7"`: true, `W/"7"`: true, `*`: true, `"6", "7"`: true, `"6" , W/"7"`: true,
		`"6"`: false, `7`: false, ``: false, `"7`: false, `"77"`: false,
	} {
		if got := matchesTag([]string{in}, `"7"`); got != want {
			t.Errorf("matchesTag(%q) = %v", in, got)
		}
	}
	if matchesTag(nil, `"7"`) {
		t.Error("no header matches")
	}
}

func TestReadKey(t *testing.T) {
	const uuid = "0199f1c2-7d3a-7cc0-8f00-0123456789ab"
	for _, c := range []struct {
		in     []string
		ok, no bool // there is one; it is refused
	}{
		{nil, false, false},
		{[]string{uuid}, true, false},
		{[]string{`"` + uuid + `"`}, true, false},
		{[]string{` ` + uuid + ` `}, true, false},
		{[]string{strings.ToUpper(uuid)}, false, true},
		{[]string{`{` + uuid + `}`}, false, true},
		{[]string{`"` + uuid}, false, true},
		{[]string{``}, false, true},
		{[]string{`""`}, false, true},
		{[]string{`"`}, false, true},
		{[]string{uuid, uuid}, false, true},
		{[]string{"00000000-0000-0000-0000-000000000000"}, false, true},
		{[]string{strings.Repeat("a", 5000)}, false, true},
	} {
		key, ok, err := readKey(c.in)
		if ok != c.ok || (err != nil) != c.no || ok && key.String() != uuid {
			t.Errorf("readKey(%.60q) = %v, %v, %v", c.in, key, ok, err)
		}
	}
}

func TestReadLastEventID(t *testing.T) {
	for in, want := range map[string]int{"1": 1, "42": 42, "0": 0, "": -1, "01": -2, "-1": -2, "x": -2, "1\n": -2, "9999999999999999": -2} {
		n, ok, err := readLastEventID([]string{in})
		if want == -1 && (ok || err != nil) || want == -2 && err == nil || want >= 0 && (!ok || err != nil || n != want) {
			t.Errorf("readLastEventID(%q) = %d, %v, %v", in, n, ok, err)
		}
	}
}

func FuzzHeaders(f *testing.F) {
	for _, s := range []string{`"7"`, `*`, `W/"1"`, `"0199f1c2-7d3a-7cc0-8f00-0123456789ab"`, "12", "\"\"", "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := readIfMatch([]string{s}); err == nil && n != 0 && strings.Trim(s, " \t") != tagOf(n) {
			t.Errorf("%q was read as version %d", s, n)
		}
		if n, ok, err := readLastEventID([]string{s}); err == nil && ok && strconv.Itoa(n) != s {
			t.Errorf("%q was read as event %d", s, n)
		}
		if id, ok, err := readKey([]string{s}); err == nil && ok && strings.Trim(s, " \t\"") != id.String() {
			t.Errorf("%q was read as key %s", s, id)
		}
		for _, err := range []error{second(readIfMatch([]string{s})), third(readKey([]string{s})), third(readLastEventID([]string{s}))} {
			wantOwn(t, err, badHeader)
		}
		matchesTag([]string{s}, `"7"`)
	})
}

func FuzzAccept(f *testing.F) {
	f.Add("application/json")
	f.Add("text/event-stream;q=0.5, */*;q=0.1")
	f.Add("application/*;q=0, text/*;q=1e9")
	f.Fuzz(func(t *testing.T, s string) {
		switch got := negotiate([]string{s}, formJSON, formNDJSON, formSSE); got {
		case "", formJSON, formNDJSON, formSSE:
		default:
			t.Errorf("negotiated %q, which was not on offer", got)
		}
	})
}

func TestNegotiate(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		"*/*":                       formJSON,
		"application/json":          formJSON,
		"application/x-ndjson":      formNDJSON,
		"text/event-stream":         formSSE,
		"TEXT/Event-Stream":         formSSE,
		"text/*":                    formSSE,
		"application/*":             formJSON,
		"text/html, */*;q=0.1":      formJSON,
		"text/html":                 "",
		"application/json;q=0, */*": formNDJSON,
		"application/json;q=0.2, text/event-stream": formSSE,
		"application/json;q=2":                      "",
		"application/json;q=NaN":                    "",
		"application/json;q=":                       "",
		"application/x-ndjson; charset=utf-8":       formNDJSON,
		strings.Repeat("a/b,", 40) + "*/*":          "",
	} {
		if got := negotiate([]string{in}, formJSON, formNDJSON, formSSE); got != want {
			t.Errorf("negotiate(%.60q) = %q, want %q", in, got, want)
		}
	}
	if got := negotiate(nil, formJSON, formSSE); got != formJSON {
		t.Errorf("without a header: %q", got)
	}
}

func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

// wantOwn checks that a parser refuses with a problem of one of the types given.
func wantOwn(t *testing.T, err error, slugs ...string) {
	t.Helper()
	if err == nil {
		return
	}
	var p *Problem
	if !errors.As(err, &p) {
		p = problemOf(err)
	}
	for _, s := range slugs {
		if p.slug == s {
			return
		}
	}
	t.Errorf("refused with %q (%v), want one of %v", p.slug, err, slugs)
}
