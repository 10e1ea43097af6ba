package api

import (
	"net/url"
	"strings"
	"testing"
)

func TestReadQuery(t *testing.T) {
	for _, c := range []struct{ raw, slug, field string }{
		{"", "", ""},
		{"after=1", "", ""},
		{"after=1&limit=2", "", ""},
		{"&&after=1&", "", ""},
		{"afte%72=1", "", ""},
		{"after=1&after=1", badParameter, "after"},
		{"after=1&afte%72=2", badParameter, "after"},
		{"After=1", unknownParameter, "After"},
		{"since=1", unknownParameter, "since"},
		{"=1", unknownParameter, ""},
		{"token=x", tokenInURL, "token"},
		{"Token=x", tokenInURL, "token"},
		{"access_token=x", tokenInURL, "access_token"},
		{"after=1&%74oken=x", tokenInURL, "token"},
		{"after=%zz", badParameter, "after"},
		{"%zz=1", badRequest, ""},
		{"after=1;limit=2", badRequest, ""},
		{strings.Repeat("a", mostQuery+1), uriTooLong, ""},
		{strings.Repeat("x", 200) + "=1", unknownParameter, strings.Repeat("x", 64) + "…"},
	} {
		_, err := readQuery(c.raw, []string{"after", "limit"})
		if c.slug == "" {
			if err != nil {
				t.Errorf("%q: %v", c.raw, err)
			}
			continue
		}
		p := problemOf(err)
		if err == nil || p.slug != c.slug || p.Field != c.field {
			t.Errorf("%.60q: refused with %s of %q, want %s of %q", c.raw, p.slug, p.Field, c.slug, c.field)
		}
	}
}

// Numbers are plain digits within bounds; everything that a reader might take for
// another number is refused.
func TestQueryNumber(t *testing.T) {
	for in, want := range map[string]int{
		"1": 1, "7": 7, "200": 200, "0": -1, "201": -1, "-1": -1, "+1": -1, "01": -1, " 1": -1, "1 ": -1, "1.0": -1, "1e2": -1,
		"0x1": -1, "": -1, "NaN": -1, "2147483648": -1, "9223372036854775807": -1, "18446744073709551616": -1, "1e309": -1, "１": -1,
	} {
		n, err := query{"limit": in}.number("limit", 50, 1, 200)
		if want == -1 && err == nil || want != -1 && (err != nil || n != want) {
			t.Errorf("number(%q) = %d, %v", in, n, err)
		}
	}
	if n, err := (query{}).number("limit", 50, 1, 200); n != 50 || err != nil {
		t.Errorf("without it: %d, %v", n, err)
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("after=1&limit=2")
	f.Add("token=x")
	f.Add("after=%00&limit=%ff")
	f.Fuzz(func(t *testing.T, raw string) {
		q, err := readQuery(raw, []string{"after", "limit"})
		wantOwn(t, err, badRequest, badParameter, unknownParameter, tokenInURL, uriTooLong)
		if err != nil {
			return
		}
		std, err := url.ParseQuery(raw)
		if err != nil {
			t.Fatalf("%q was read, but net/url says %v", raw, err)
		}
		if len(std) != len(q) {
			t.Fatalf("%q was read as %v, by net/url as %v", raw, q, std)
		}
		for name, value := range q {
			if got := std[name]; len(got) != 1 || got[0] != value {
				t.Fatalf("%q was read as %v, by net/url as %v", raw, q, std)
			}
		}
	})
}
