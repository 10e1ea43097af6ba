package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"plylog/engines/strict"
	"plylog/events"
	"plylog/events/play"
)

func TestReadCommand(t *testing.T) {
	const uuid = "0199f1c2-7d3a-7cc0-8f00-0123456789ab"
	id, err := events.ParseCommandID(uuid)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		body  string
		want  play.Command
		keyed bool
	}{
		{`{"type":"move","move":"d3"}`, play.Command{Type: play.Move, Move: "d3"}, false},
		{`{"type":"move","move":"\u0064\u0033"}`, play.Command{Type: play.Move, Move: "d3"}, false},
		{` { "type" : "move" , "move" : "d3" , "command" : "` + uuid + `" } `, play.Command{Type: play.Move, Move: "d3", ID: id}, true},
		{`{"type":"join"}`, play.Command{Type: play.Join}, false},
		{`{"type":"join","seat":"second"}`, play.Command{Type: play.Join, Seat: events.Second}, false},
		{`{"type":"roll","dice":[3,1]}`, play.Command{Type: play.Roll, Dice: []int{3, 1}}, false},
		{`{"type":"roll"}`, play.Command{Type: play.Roll}, false},
		{`{"type":"offer","what":"draw"}`, play.Command{Type: play.Offer, What: "draw"}, false},
		{`{"type":"accept"}`, play.Command{Type: play.Accept}, false},
		{`{"type":"resign","value":"gammon"}`, play.Command{Type: play.Resign, Value: "gammon"}, false},
		{`{"type":"abort"}`, play.Command{Type: play.Abort}, false},
	} {
		f, err := parseBody([]byte(c.body), 16<<10)
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		got, keyed, err := readCommand(f)
		if err != nil || keyed != c.keyed || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: read as %v, %v, %v", c.body, got, keyed, err)
		}
	}
}

func TestReadCommandRefuses(t *testing.T) {
	for _, c := range []struct{ body, slug, field string }{
		{``, badRequest, ""},
		{`  `, badRequest, ""},
		{`null`, badRequest, ""},
		{`[]`, badRequest, ""},
		{`"move"`, badRequest, ""},
		{`7`, badRequest, ""},
		{`{`, badRequest, ""},
		{`{}x`, badRequest, ""},
		{"\xef\xbb\xbf{}", badRequest, ""},
		{"{\"type\":\"\xff\"}", badRequest, ""},
		{`{"type":"move","move":"d3","move":"d3"}`, badRequest, "move"},
		{strings.Repeat("[", 100_000), tooLarge, ""},
		{strings.Repeat("[", 1000), badRequest, ""},
		{`{"type":` + strings.Repeat("[", 20) + `1e400`, badRequest, ""},
		{`{}`, badField, "type"},
		{`{"type":null}`, badField, "type"},
		{`{"type":7}`, badField, "type"},
		{`{"type":""}`, unknownCommand, "type"},
		{`{"type":"MOVE","move":"d3"}`, unknownCommand, "type"},
		{`{"Type":"move","move":"d3"}`, badField, "type"},
		{`{"type":"move"}`, badField, "move"},
		{`{"type":"move","move":""}`, badField, "move"},
		{`{"type":"move","move":null}`, badField, "move"},
		{`{"type":"move","move":1e400}`, badField, "move"},
		{`{"type":"move","move":["d3"]}`, badField, "move"},
		{`{"type":"move","move":"` + strings.Repeat("x", mostText+1) + `"}`, badField, "move"},
		{`{"type":"move","move":"d3","MOVE":"e4"}`, badRequest, "MOVE"},
		{`{"type":"move","move":"d3","what":"draw"}`, unknownField, "what"},
		{`{"type":"roll","dice":"31"}`, badField, "dice"},
		{`{"type":"roll","dice":[3]}`, badField, "dice"},
		{`{"type":"roll","dice":[3,1,1]}`, badField, "dice"},
		{`{"type":"roll","dice":[0,7]}`, badField, "dice"},
		{`{"type":"roll","dice":[3.5,1]}`, badField, "dice"},
		{`{"type":"roll","dice":null}`, badField, "dice"},
		{`{"type":"join","seat":"third"}`, badField, "seat"},
		{`{"type":"join","seat":1}`, badField, "seat"},
		{`{"type":"join","seat":"nobody"}`, badField, "seat"},
		{`{"type":"offer"}`, badField, "what"},
		{`{"type":"claim"}`, badField, "what"},
		{`{"type":"abort","command":"1"}`, badField, "command"},
		{`{"type":"abort","command":"00000000-0000-0000-0000-000000000000"}`, badField, "command"},
	} {
		f, err := parseBody([]byte(c.body), 16<<10)
		if err == nil {
			_, _, err = readCommand(f)
		}
		p := problemOf(err)
		if err == nil || p.slug != c.slug || p.Field != c.field {
			t.Errorf("%.80s: refused with %s of %q (%v), want %s of %q", c.body, p.slug, p.Field, err, c.slug, c.field)
		}
	}
}

// What the server decides by itself is no field of any command.
func TestNobodyTellsTheServer(t *testing.T) {
	for typ := range commandFields {
		for _, name := range []string{"player", "by", "seat", "rating", "time", "version", "prev", "game", "n", "id", "result", "after", "then", "token", "request"} {
			if slices.Contains(commandFields[typ], name) {
				continue // a join says which seat it wants
			}
			body, err := json.Marshal(map[string]any{"type": typ, name: "x"})
			if err != nil {
				t.Fatal(err)
			}
			f, err := parseBody(body, 16<<10)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = readCommand(f)
			if p := problemOf(err); err == nil || p.slug != unknownField || p.Field != name {
				t.Errorf("%s: %v", body, err)
			}
		}
	}
}

// Every command that the write side has can be sent.
func TestCommandsAreTheWriteSides(t *testing.T) {
	want := []play.CommandType{
		play.Join, play.Move, play.Roll, play.Double, play.Take, play.Drop, play.Offer, play.Accept, play.Decline,
		play.Claim, play.Resign, play.Abort, play.Withdraw, play.Waive, play.Correct, play.Rematch,
		play.Adjudicate, play.Pause, play.Continue, play.CloseDamaged,
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(commandFields)); !slices.Equal(got, want) {
		t.Errorf("commands are %v, want %v", got, want)
	}
}

func TestReadNewGame(t *testing.T) {
	for _, c := range []struct{ body, slug, field string }{
		{`{"kind":"reversi"}`, "", ""},
		{`{"kind":"reversi","seat":"random","private":true,"opponent":"open","options":{},"board":"x"}`, "", ""},
		{`{"kind":"reversi","opponent":"self"}`, "", ""},
		{`{"kind":"reversi","dice":"recorded"}`, "", ""},
		{`{}`, badField, "kind"},
		{`{"kind":7}`, badField, "kind"},
		{`{"kind":"reversi","opponent":"self","seat":"first"}`, badField, "seat"},
		{`{"kind":"reversi","opponent":"bot:greedy"}`, "", ""},
		{`{"kind":"reversi","opponent":"bot:"}`, badField, "opponent"},
		{`{"kind":"reversi","opponent":"p_abc"}`, "", ""},
		{`{"kind":"reversi","opponent":"p_a-b"}`, badField, "opponent"},
		{`{"kind":"reversi","opponent":"p_"}`, badField, "opponent"},
		{`{"kind":"reversi","opponent":"me@example.org"}`, badField, "opponent"},
		{`{"kind":"reversi","opponent":null}`, badField, "opponent"},
		{`{"kind":"reversi","clock":{"kind":"fischer","base":300000,"increment":2000}}`, "", ""},
		{`{"kind":"reversi","clock":{"kind":"none"},"abandon":0}`, "", ""},
		{`{"kind":"reversi","abandon":86400000}`, "", ""},
		{`{"kind":"reversi","clock":{"base":1}}`, badOption, "clock.kind"},
		{`{"kind":"reversi","clock":{}}`, badOption, "clock.kind"},
		{`{"kind":"reversi","clock":{"kind":"fischer","base":1}}`, badOption, "clock.base"},
		{`{"kind":"reversi","clock":[]}`, badField, "clock"},
		{`{"kind":"reversi","clock":{"kind":"correspondence","days":3},"abandon":86400000}`, badField, "abandon"},
		{`{"kind":"reversi","abandon":1}`, badField, "abandon"},
		{`{"kind":"reversi","abandon":-1}`, badField, "abandon"},
		{`{"kind":"reversi","abandon":1e9}`, badField, "abandon"},
		{`{"kind":"reversi","abandon":"1d"}`, badField, "abandon"},
		{`{"kind":"reversi","dice":"loaded"}`, badField, "dice"},
		{`{"kind":"reversi","dice":""}`, badField, "dice"},
		{`{"kind":"reversi","seat":"nobody"}`, badField, "seat"},
		{`{"kind":"reversi","private":"yes"}`, badField, "private"},
		{`{"kind":"reversi","private":null}`, badField, "private"},
		{`{"kind":"reversi","options":[]}`, badField, "options"},
		{`{"kind":"reversi","options":null}`, badField, "options"},
		{`{"kind":"reversi","board":7}`, badField, "board"},
		{`{"kind":"reversi","player":"p_x"}`, unknownField, "player"},
		{`{"kind":"reversi","first":"p_x"}`, unknownField, "first"},
		{`{"kind":"reversi","time":"2026-01-01T00:00:00Z"}`, unknownField, "time"},
	} {
		f, err := parseBody([]byte(c.body), 16<<10)
		if err == nil {
			_, err = readNewGame(f)
		}
		if c.slug == "" {
			if err != nil {
				t.Errorf("%s: %v", c.body, err)
			}
			continue
		}
		if p := problemOf(err); err == nil || p.slug != c.slug || p.Field != c.field {
			t.Errorf("%s: refused with %s of %q (%v), want %s of %q", c.body, p.slug, p.Field, err, c.slug, c.field)
		}
	}
}

func FuzzBody(f *testing.F) {
	for _, s := range []string{
		`{"type":"move","move":"d3"}`, `{"type":"roll","dice":[3,1]}`, `{"type":"join","seat":"first"}`,
		`{"kind":"reversi","options":{"a":[1]},"opponent":"self"}`, `{"type":"\ud800"}`, `[[[[`, `{"a":1,"A":2}`, "null", "\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		raw := bytes.Clone(in)
		body, err := parseBody(raw, 1<<10)
		wantOwn(t, err, badRequest, tooLarge)
		if err != nil {
			return
		}
		cmd, _, err := readCommand(body)
		wantOwn(t, err, badField, unknownField, unknownCommand)
		if err == nil && cmd.By != "" {
			t.Error("a body said who acts")
		}
		g, err := readNewGame(body)
		wantOwn(t, err, badField, unknownField, notAvailable)
		if err == nil && g.options != nil && !json.Valid(g.options) {
			t.Errorf("options %q", g.options)
		}
		for i := range raw {
			raw[i] = 'x' // the buffer goes back to the pool
		}
		if again, _, err2 := readCommand(body); err == nil && err2 == nil && again.Move != cmd.Move {
			t.Errorf("%q: what was read shares the buffer", in)
		}
	})
}

// What the short way reads, the strict way reads alike; what the strict way
// refuses, the short way does not take.
func FuzzPlainBody(f *testing.F) {
	for _, s := range []string{
		`{"type":"move","move":"8/5 6/5*"}`, ` { "a" : "b" } `, `{}`, `{"a":"b","a":"c"}`, `{"a":"b"}x`, `{"a":"b",}`, `{"a":"\u0041"}`,
		`{"a":1}`, `{"A":"b"}`, `{"a":"b" "c":"d"}`, `{"":"b"}`, `{"a":"b","b":"c","c":"d","d":"e","e":"f"}`, "{\"a\":\"\x7f\"}", "\v{\"a\":\"b\"}",
		`{"id":1,"do":"submit","body":{ "type" : "move" }}`, `{"a":{"b":{"c":"d"}}}`, `{"a":{"b":"c","b":"d"}}`, `{"a":01}`, `{"a":1e2}`, `{"a":-1}`,
		`{"a":true,"b":false}`, `{"a":truefalse}`, `{"a":12345678901234567890123456789}`, `{"a":{}}`, `{"a":{"b":"c"},}`, `{"a":"b"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		plain, ok := parsePlain(raw)
		if !ok {
			return
		}
		var m map[string]json.RawMessage
		if err := strict.Decode(raw, &m, strict.Limits{}); err != nil {
			t.Fatalf("%q: read the short way, but refused: %v", raw, err)
		}
		if len(m) != len(plain) {
			t.Fatalf("%q: %d fields and %d", raw, len(plain), len(m))
		}
		for _, p := range plain {
			if string(m[p.name]) != string(p.raw) {
				t.Fatalf("%q: %s is %s and %s", raw, p.name, p.raw, m[p.name])
			}
		}
		if !slices.IsSortedFunc(plain, func(a, b field) int { return strings.Compare(a.name, b.name) }) {
			t.Fatalf("%q: the fields are not in order", raw)
		}
	})
}

func BenchmarkParseBody(b *testing.B) {
	for name, body := range map[string]string{
		"plain": `{"type":"move","move":"8/5 6/5*"}`, "escaped": `{"type":"move","move":"8\/5 6\/5*"}`,
		"message": `{"id":1,"do":"submit","game":"0199f1c2-7d3a-7cc0-8f00-0123456789ab","token":"abc","command":"0199f1c2-7d3a-7cc0-8f00-0123456789ab","body":{"type":"move","move":"8/5 6/5*"}}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parseBody([]byte(body), 16<<10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
