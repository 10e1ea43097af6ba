package engines_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

func TestPair(t *testing.T) {
	t.Parallel()
	for want, tag := range map[string]engines.Tag{
		`[Event "?"]`:             {Name: "Event"},
		`[Event "\?"]`:            {Name: "Event", Value: "?"},
		`[Event "??"]`:            {Name: "Event", Value: "??"},
		`[Event "a \"b\""]`:       {Name: "Event", Value: `a "b"`},
		`[Event "a\\"]`:           {Name: "Event", Value: `a\`},
		`[Event "[\"]\nc\r\n🐐]"]`: {Name: "Event", Value: "[\"]\nc\r\n🐐]"},
	} {
		got, err := tag.Pair()
		if err != nil || got != want {
			t.Errorf("%+v is written %s (%v); want %s", tag, got, err, want)
		}
	}
}

func TestPairRefuses(t *testing.T) {
	t.Parallel()
	for says, tag := range map[string]engines.Tag{
		`"" cannot be`:     {},
		`"a b" cannot be`:  {Name: "a b"},
		`"a]" cannot be`:   {Name: "a]"},
		`"a\"" cannot be`:  {Name: `a"`},
		`"a\x1a" cannot`:   {Name: "a\x1a"},
		"longer than 4096": {Name: "a", Value: strings.Repeat("b", engines.MostTag+1)},
	} {
		if text, err := tag.Pair(); err == nil || !strings.Contains(err.Error(), says) || text != "" {
			t.Errorf("%+v is written %s (%v); want an error with %s", tag, text, err, says)
		}
	}
}

func TestCutPair(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]engines.Tag{
		`[Event "a"]`:                 {Name: "Event", Value: "a"},
		`[Event"a"]`:                  {Name: "Event", Value: "a"},
		"[ Event\n\t\"a\" ]":          {Name: "Event", Value: "a"},
		`[Event ""]`:                  {Name: "Event"},
		`[Event "?"]`:                 {Name: "Event"},
		`[Event "\?"]`:                {Name: "Event", Value: "?"},
		`[Event "a "b" c"]`:           {Name: "Event", Value: `a "b" c`},
		`[Event "C:\Temp\new"]`:       {Name: "Event", Value: "C:\\Temp\new"},
		`[Event "\]\-\a\1\é\ "]`:      {Name: "Event", Value: `]-\a\1\é\ `},
		"[Event \"over\ntwo lines\"]": {Name: "Event", Value: "over\ntwo lines"},
	} {
		got, n, err := engines.CutPair(text + "[")
		if err != nil || got != want || n != len(text) {
			t.Errorf("%s reads as %+v of %d bytes (%v)", text, got, n, err)
		}
	}
}

func TestCutPairRefuses(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"":           "begins with a [",
		"a":          "begins with a [",
		"[":          "without a name",
		"[]":         "without a name",
		`["a"]`:      "without a name",
		"[Event":     "without a name",
		"[Event]":    "no value",
		"[Event a]":  "no value",
		"[Event ":    "no value",
		`[Event "`:   "never closed",
		`[Event "a"`: "never closed",
		`[Event "a\`: "never closed",
		`[E "` + strings.Repeat("b", engines.MostTag+1) + `"]`: "longer than 4096",
	} {
		if _, n, err := engines.CutPair(text); err == nil || n != 0 || !strings.Contains(err.Error(), says) {
			t.Errorf("%.20s: %d bytes, %v; want an error with %q", text, n, err, says)
		}
	}
}

// TestPairReadsBack: whatever can be written is read again, and takes one line.
func TestPairReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tag := engines.Tag{
			Name:  rapid.StringMatching(`[A-Z][A-Za-z0-9_]{0,12}`).Draw(t, "name"),
			Value: rapid.OneOf(rapid.String(), rapid.StringMatching(`[\\"\]\[?nr\n\r ]{0,8}`)).Draw(t, "value"),
		}
		text, err := tag.Pair()
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(text, "\r\n") {
			t.Fatalf("%q takes several lines", text)
		}
		got, n, err := engines.CutPair(text + ` "]`)
		if err != nil || got != tag || n != len(text) {
			t.Fatalf("%s reads back as %+v of %d bytes (%v); want %+v", text, got, n, err, tag)
		}
	})
}

// FuzzCutPair: nothing panics, and what is read can be written again.
func FuzzCutPair(f *testing.F) {
	for _, text := range []string{"", "[", `[Event "a"]`, `[Event "a\"b"] x`, `[ a "\\\n?" ]`, `[é "\]`, `[a "?"]`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tag, n, err := engines.CutPair(text)
		if err != nil {
			return
		}
		if n > len(text) || text[n-1] != ']' {
			t.Fatalf("takes %d bytes of %q", n, text)
		}
		again, err := tag.Pair()
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := engines.CutPair(again); err != nil || got != tag {
			t.Fatalf("%q reads as %+v, and that, written %s, as %+v (%v)", text, tag, again, got, err)
		}
	})
}
