package engines_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
)

// named is an engine of which only the name and the ruleset matter.
type named struct {
	engines.Engine
	name    string
	ruleset int
}

func (n named) Name() string { return n.name }
func (n named) Ruleset() int { return n.ruleset }

func TestRegistry(t *testing.T) {
	go2, go1, ur := named{name: "go", ruleset: 2}, named{name: "go", ruleset: 1}, named{name: "ur", ruleset: 7}
	r, err := engines.NewRegistry(go2, ur, go1)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Kinds(); !slices.Equal(got, []string{"go", "ur"}) {
		t.Errorf("kinds %q, want them in the order given", got)
	}
	r.Kinds()[0] = "changed"
	if r.Kinds()[0] != "go" {
		t.Error("a caller can change the registry's list of kinds")
	}
	for _, tc := range []struct {
		kind    string
		ruleset int // 0: the newest
		want    engines.Engine
	}{
		{"go", 0, go2},
		{"go", 1, go1},
		{"go", 2, go2},
		{"go", 3, nil},
		{"ur", 0, ur},
		{"ur", 7, ur},
		{"ur", 1, nil},
		{"chess", 0, nil},
		{"chess", 1, nil},
		{"", 0, nil},
		{"GO", 0, nil},
	} {
		var got engines.Engine
		var ok bool
		if tc.ruleset == 0 {
			got, ok = r.Newest(tc.kind)
		} else {
			got, ok = r.Find(tc.kind, tc.ruleset)
		}
		if ok != (tc.want != nil) || got != tc.want {
			t.Errorf("%q ruleset %d: got %v, %t; want %v", tc.kind, tc.ruleset, got, ok, tc.want)
		}
	}
}

func TestRegistryRefuses(t *testing.T) {
	good := named{name: "ur", ruleset: 1}
	for name, tc := range map[string]struct {
		add  named
		text string
	}{
		"no name":          {named{ruleset: 1}, "lower-case"},
		"capitals":         {named{name: "Ur", ruleset: 1}, "lower-case"},
		"digits":           {named{name: "ur2", ruleset: 1}, "lower-case"},
		"dot":              {named{name: "u.r", ruleset: 1}, "lower-case"},
		"wildcard":         {named{name: "*", ruleset: 1}, "lower-case"},
		"not ASCII":        {named{name: "ür", ruleset: 1}, "lower-case"},
		"too long":         {named{name: strings.Repeat("u", 33), ruleset: 1}, "lower-case"},
		"ruleset 0":        {named{name: "go"}, "below 1"},
		"negative ruleset": {named{name: "go", ruleset: -1}, "below 1"},
		"the same twice":   {good, "twice"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := engines.NewRegistry(good, tc.add)
			if err == nil || !strings.Contains(err.Error(), tc.text) || r != nil {
				t.Errorf("registry %v, error %v; want an error with %q", r, err, tc.text)
			}
		})
	}
	if _, err := engines.NewRegistry(named{name: strings.Repeat("u", 32), ruleset: 1}); err != nil {
		t.Errorf("32 letters: %v", err)
	}
	if r, err := engines.NewRegistry(); err != nil || len(r.Kinds()) != 0 {
		t.Errorf("no engine at all: %v, %v", r, err)
	}
}

func TestReadOptions(t *testing.T) {
	type options struct {
		Length int    `json:"length"`
		Word   string `json:"word"`
	}
	defaults := options{Length: 7, Word: "as is"}
	for _, tc := range []struct {
		raw    string
		want   options
		option string // of the error
		detail string // of the error; empty: none
	}{
		{"", defaults, "", ""},
		{"null", defaults, "", ""},
		{"{}", defaults, "", ""},
		{`{"length":3}`, options{Length: 3, Word: "as is"}, "", ""},
		{`{"word":null}`, defaults, "", ""},
		{`{"length":3,"length":3}`, options{}, "length", "twice"},
		{`{"length":3,"Length":4}`, options{}, "Length", "twice"},
		{`{"width":3}`, options{}, "width", "not a known name"},
		{`{"length":"3"}`, options{}, "length", "whole number"},
		{`{"length":1e400}`, options{}, "length", "whole number"},
		{`{} {}`, options{}, "", "behind"},
		{`[]`, options{}, "", "JSON object"},
		{`3`, options{}, "", "JSON object"},
		{`{`, options{}, "", "cut off"},
		{`{"word":{"a":{"b":{"c":{}}}}}`, options{}, "", "deeper than 4"},
		{`{"word":"` + strings.Repeat("a", engines.MostOptions) + `"}`, options{}, "", "larger"},
	} {
		got := defaults
		err := engines.ReadOptions(json.RawMessage(tc.raw), &got)
		if tc.detail == "" {
			if err != nil || got != tc.want {
				t.Errorf("%s: %+v, %v; want %+v", tc.raw, got, err, tc.want)
			}
			continue
		}
		bad, ok := err.(*engines.BadOptionError)
		if !ok || bad.Option != tc.option || !strings.Contains(bad.Detail, tc.detail) {
			t.Errorf("%.60s: error %v; want option %q and %q", tc.raw, err, tc.option, tc.detail)
		}
	}
}

func TestSeats(t *testing.T) {
	for _, s := range []engines.Seat{engines.Nobody, engines.First, engines.Second, engines.Chance} {
		text, err := s.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back engines.Seat
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%s reads back as %s: %v", s, back, err)
		}
		if s.Plays() != (s == engines.First || s == engines.Second) {
			t.Errorf("%s plays: %t", s, s.Plays())
		}
		if o := s.Opponent(); s.Plays() && (o == s || o.Opponent() != s) || !s.Plays() && o != engines.Nobody {
			t.Errorf("the opponent of %s is %s", s, o)
		}
	}
	for _, bad := range []string{"", "First", "third", "first "} {
		seat := engines.Second
		if err := seat.UnmarshalText([]byte(bad)); err == nil || seat != engines.Second {
			t.Errorf("%q reads as %s", bad, seat)
		}
	}
}

// TestErrorsAreBounded: what strangers wrote does not fill a log line.
func TestErrorsAreBounded(t *testing.T) {
	long := strings.Repeat("é\xff", 5000)
	for _, err := range []error{
		&engines.IllegalError{Move: engines.Move(long), Rule: "RV-4", Detail: "no"},
		&engines.BadBoardError{Board: long, Detail: "no"},
		&engines.BadOptionError{Option: long, Detail: "no"},
	} {
		if text := err.Error(); len(text) > 400 || !strings.Contains(text, "no") || strings.ContainsRune(text, '\ufffd') {
			t.Errorf("%T is %d bytes: %.200q", err, len(text), text)
		}
	}
	if got := (&engines.BadOptionError{Detail: "no"}).Error(); got != "options: no" {
		t.Errorf("without a name: %q", got)
	}
}
