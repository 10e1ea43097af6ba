package events_test

import (
	"strings"
	"testing"

	"plylog/events"
)

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		ok           bool
	}{
		{"one letter", "x", true},
		{"five hundred letters of three bytes", strings.Repeat("ጸ", 500), true},
		{"none", "", false},
		{"one letter too many", strings.Repeat("x", 501), false},
		{"a line break", "a\nb", false},
		{"a bell", "a\ab", false},
		{"delete", "a\x7fb", false},
		{"a control of C1", "a\u0085b", false},
		{"a line separator", "a\u2028b", false},
		{"text that is turned round", "a\u202eb", false},
		{"not UTF-8", "a\xffb", false},
	} {
		if err := events.CheckReason(c.reason); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, typ := range []events.Type{events.TypeAdjudicated, events.TypePaused, events.TypeClosed, events.TypeContinued} {
			e := moved()
			r := &events.Ruled{Reason: c.reason}
			if typ == events.TypeAdjudicated {
				r.Ruling = events.RuledDraw
			}
			e.Type, e.Data = typ, r
			if _, err := e.Encode(); (err == nil) != (c.ok || typ == events.TypeContinued && c.reason == "") {
				t.Errorf("%s, %s: %v", typ, c.name, err)
			}
		}
	}
}

// What an event says is a ruling exactly where a game is adjudicated.
func TestRulings(t *testing.T) {
	for _, typ := range events.Types() {
		for _, ruling := range []string{"", "first", "second", "draw", "void", "third"} {
			e := moved()
			e.Type, e.Data = typ, &events.Ruled{Ruling: ruling, Reason: "why"}
			ok := typ == events.TypeAdjudicated && ruling != "" && ruling != "third" ||
				ruling == "" && (typ == events.TypePaused || typ == events.TypeContinued || typ == events.TypeClosed)
			if _, err := e.Encode(); (err == nil) != ok {
				t.Errorf("%s with the ruling %q: %v", typ, ruling, err)
			}
		}
	}
}
