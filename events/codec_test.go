package events_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/events"
)

var (
	anyText = rapid.OneOf(
		rapid.SampledFrom([]string{"8/5 6/5*", "11x18x25", "B:W21-32:B1-12", "d3", "\"", `\`, "a\tb\nc\x00\x1f\x7f", "</script>", "\u2028é😀\ufffd"}),
		rapid.String(),
	)
	someText = anyText.Filter(func(s string) bool { return s != "" })
	anySeat  = rapid.SampledFrom([]events.Seat{events.Nobody, events.First, events.Second, events.Chance})
	players  = rapid.SampledFrom([]events.Seat{events.First, events.Second})
	nobodyOr = rapid.SampledFrom([]events.Seat{events.Nobody, events.First, events.Second})
	natural  = rapid.OneOf(rapid.IntRange(1, 300), rapid.IntRange(1, 1<<53-1))
	integer  = rapid.Int64Range(-(1<<53 - 1), 1<<53-1)
	anyHash  = rapid.Custom(func(t *rapid.T) (h events.Hash) {
		copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
		return h
	})
	anyID = rapid.Custom(func(t *rapid.T) (id [16]byte) {
		copy(id[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		id[0] |= 1 // never the zero id
		return id
	})
	anyTime = rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMilli(rapid.Int64Range(-62135596800000, 253402300799999).Draw(t, "ms")).UTC()
	})
	anyPlayer = rapid.OneOf(rapid.Just(string(events.System)), rapid.StringMatching(`p_[0-9a-zA-Z]{1,64}`))
	objects   = rapid.SampledFrom([]string{`{}`, `{"points":7}`, `{"a":{"b":[1,2.5e3,null,"}{\"]"]},"c":true}`})
)

var anyOrigin = rapid.Custom(func(t *rapid.T) *events.Origin {
	o := &events.Origin{
		Format: anyText.Draw(t, "format"), Name: anyText.Draw(t, "name"),
		First: anyText.Draw(t, "first"), Second: anyText.Draw(t, "second"), At: rapid.IntRange(0, 300).Draw(t, "at"),
	}
	for range rapid.IntRange(0, 2).Draw(t, "tags") {
		o.Tags = append(o.Tags, [2]string{anyText.Draw(t, "tag"), anyText.Draw(t, "value")})
	}
	maybe(t, func() { id := events.GameID(anyID.Draw(t, "game")); o.Game = &id })
	return o
})

// anyEvent draws events of every shape that the format can hold.
var anyEvent = rapid.Custom(func(t *rapid.T) *events.Event {
	e := &events.Event{
		V:       1,
		Game:    events.GameID(anyID.Draw(t, "game")),
		N:       natural.Draw(t, "n"),
		Kind:    rapid.StringMatching(`[a-z]{1,32}`).Draw(t, "kind"),
		Ruleset: natural.Draw(t, "ruleset"),
		Time:    anyTime.Draw(t, "time"),
		By:      events.PlayerID(anyPlayer.Draw(t, "by")),
		Command: events.CommandID(anyID.Draw(t, "command")),
		Request: rapid.StringMatching(`([0-9a-f]{16})?`).Draw(t, "request"),
		Prev:    anyHash.Draw(t, "prev"),
	}
	e.Type = rapid.SampledFrom(events.Types()).Draw(t, "type")
	switch e.Type {
	case events.TypeCreated:
		c := &events.Created{
			Board: anyText.Draw(t, "board"), Random: rapid.Bool().Draw(t, "random"), Private: rapid.Bool().Draw(t, "private"),
			Dice: rapid.SampledFrom([]string{"", "delegated", "shared", "recorded"}).Draw(t, "dice"),
		}
		maybe(t, func() { c.Line = rapid.SliceOfN(someText, 1, 4).Draw(t, "line") })
		maybe(t, func() { c.Options = json.RawMessage(objects.Draw(t, "options")) })
		maybe(t, func() { c.Clock = json.RawMessage(objects.Draw(t, "clock")) })
		maybe(t, func() { c.First = events.PlayerID(anyPlayer.Draw(t, "first")) })
		maybe(t, func() { c.Second = events.PlayerID(anyPlayer.Draw(t, "second")) })
		maybe(t, func() {
			c.Anchors = &events.Anchors{Server: anyHash.Draw(t, "server")}
			maybe(t, func() { h := anyHash.Draw(t, "first"); c.Anchors.First = &h })
			maybe(t, func() { h := anyHash.Draw(t, "second"); c.Anchors.Second = &h })
		})
		maybe(t, func() { c.Abandon = int64(natural.Draw(t, "abandon")) })
		maybe(t, func() {
			c.Series = &events.Series{ID: anyID.Draw(t, "series"), Number: 1 + rapid.IntRange(1, 999).Draw(t, "number")}
		})
		maybe(t, func() { c.Invited = events.PlayerID(anyPlayer.Draw(t, "invited")) })
		maybe(t, func() { c.Origin = anyOrigin.Draw(t, "origin") })
		e.Data = c
	case events.TypeResumed:
		e.Data = &events.Resumed{Stopped: anyTime.Draw(t, "stopped"), Started: anyTime.Draw(t, "started")}
	case events.TypeAdjudicated, events.TypePaused, events.TypeContinued, events.TypeClosed:
		r := &events.Ruled{Reason: rapid.StringMatching(`[a-zA-Zé"\\ጸक.,]{1,500}`).Draw(t, "reason")}
		switch e.Type {
		case events.TypeAdjudicated:
			r.Ruling = rapid.SampledFrom([]string{"first", "second", "draw", "void"}).Draw(t, "ruling")
		case events.TypeContinued:
			maybe(t, func() { r.Reason = "" })
		}
		e.Data = r
	case events.TypeSeated:
		e.Data = &events.Seated{Seat: players.Draw(t, "seat"), Player: events.PlayerID(rapid.StringMatching(`p_[0-9a-zA-Z]{1,64}`).Draw(t, "player"))}
	case events.TypeJoined:
		j := &events.Joined{Seat: players.Draw(t, "seat")}
		maybe(t, func() { h := anyHash.Draw(t, "anchor"); j.Anchor = &h })
		e.Data = j
	default:
		e.Data = &events.Act{
			Seat: anySeat.Draw(t, "seat"), Move: anyText.Draw(t, "move"),
			What: anyText.Draw(t, "what"), Value: anyText.Draw(t, "value"), To: rapid.IntRange(0, 300).Draw(t, "to"),
		}
		maybe(t, func() { h := anyHash.Draw(t, "share"); e.Data.(*events.Act).Share = &h })
	}
	for range rapid.IntRange(0, 3).Draw(t, "then") {
		c := events.Consequence{Pass: players.Draw(t, "pass")}
		maybe(t, func() {
			c = events.Consequence{Dice: rapid.SliceOfN(rapid.IntRange(1, 6), 1, 2).Draw(t, "dice"), Roll: natural.Draw(t, "roll")}
			maybe(t, func() { c.Shares = rapid.SliceOfN(anyHash, 1, 3).Draw(t, "shares") })
		})
		e.Then = append(e.Then, c)
	}
	e.After = events.After{Board: anyText.Draw(t, "board"), Turn: anySeat.Draw(t, "turn")}
	e.After.Paused = rapid.Bool().Draw(t, "paused")
	maybe(t, func() { e.After.Seen = natural.Draw(t, "seen") })
	maybe(t, func() {
		e.After.Offer = &events.Offer{By: players.Draw(t, "by"), What: anyText.Draw(t, "what"), Value: anyText.Draw(t, "value")}
	})
	maybe(t, func() {
		r := &events.Result{Winner: nobodyOr.Draw(t, "winner"), Points: int(integer.Draw(t, "points")), Reason: someText.Draw(t, "reason")}
		maybe(t, func() { r.Score = &[2]int{int(integer.Draw(t, "a")), int(integer.Draw(t, "b"))} })
		e.After.Result = r
	})
	maybe(t, func() {
		c := &events.Clock{First: integer.Draw(t, "first"), Second: integer.Draw(t, "second"), Running: nobodyOr.Draw(t, "running")}
		maybe(t, func() { d := anyTime.Draw(t, "deadline"); c.Deadline = &d })
		maybe(t, func() { c.Periods = &[2]int{int(integer.Draw(t, "a")), int(integer.Draw(t, "b"))} })
		e.After.Clock = c
	})
	return e
})

func maybe(t *rapid.T, do func()) {
	if rapid.Bool().Draw(t, "there") {
		do()
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvent.Draw(t, "event")
		raw, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(e.Raw, raw) {
			t.Fatal("Encode did not keep the bytes")
		}
		back, err := events.Decode(raw)
		if err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		if !reflect.DeepEqual(e, back) {
			t.Fatalf("wrote %+v\nread  %+v\nas %s", e, back, raw)
		}
		again, err := back.Encode()
		if err != nil || !bytes.Equal(raw, again) {
			t.Fatalf("encoding again gave %s, %v; want %s", again, err, raw)
		}
	})
}

// TestTagsAgree holds the hand-written codec against the struct tags, which say
// the same in the standard library's way.
func TestTagsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvent.Draw(t, "event")
		raw, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		var parts struct {
			Data  json.RawMessage
			Then  []events.Consequence
			After events.After
		}
		if err := json.Unmarshal(raw, &parts); err != nil {
			t.Fatal(err)
		}
		data := reflect.New(reflect.TypeOf(e.Data).Elem()).Interface()
		if err := json.Unmarshal(parts.Data, data); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(data, e.Data) || !reflect.DeepEqual(parts.Then, e.Then) || !reflect.DeepEqual(parts.After, e.After) {
			t.Fatalf("the standard library reads %s as %+v %+v %+v", raw, data, parts.Then, parts.After)
		}
	})
}

// moved is a typical event.
func moved() *events.Event {
	deadline := time.Date(2026, 11, 29, 20, 51, 14, 123e6, time.UTC)
	return &events.Event{
		V: 1, Game: events.GameID{1, 0x99, 0xf1, 0xc2, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 7}, N: 8,
		Kind: "checkers", Ruleset: 1, Type: events.TypeMoved,
		Time: time.Date(2026, 11, 29, 20, 46, 23, 123e6, time.UTC),
		By:   "p_7f3a9c", Command: events.CommandID{9}, Request: "0123456789abcdef",
		Prev: events.Genesis(events.GameID{1}),
		Data: &events.Act{Seat: events.First, Move: "11x18x25"},
		Then: []events.Consequence{{Dice: []int{6, 6}, Roll: 3}, {Pass: events.Second}},
		After: events.After{
			Board: "B:W21-32:B1-12", Turn: events.First, Seen: 2,
			Result: &events.Result{Winner: events.First, Points: 1, Reason: "no-move", Score: &[2]int{12, 3}},
			Clock:  &events.Clock{First: 291000, Second: 300000, Running: events.First, Deadline: &deadline},
		},
	}
}

const movedText = `{"v":1,"game":"0199f1c2-0000-7000-8000-000000000007","n":8,"kind":"checkers","ruleset":1,"type":"moved",` +
	`"time":"2026-11-29T20:46:23.123Z","by":"p_7f3a9c","command":"09000000-0000-0000-0000-000000000000",` +
	`"request":"0123456789abcdef","prev":"e1fdf7be14e48a1da0d4e4f8cce8d05ee1ea9f4d1bd4aca5cd4f5d41b1f2b5e8",` +
	`"data":{"seat":"first","move":"11x18x25"},"then":[{"dice":[6,6],"roll":3},{"pass":"second"}],` +
	`"after":{"board":"B:W21-32:B1-12","turn":"first","seen":2,` +
	`"result":{"winner":"first","points":1,"reason":"no-move","score":[12,3]},` +
	`"clock":{"first":291000,"second":300000,"running":"first","deadline":"2026-11-29T20:51:14.123Z"}}}`

func TestSpelling(t *testing.T) {
	e := moved()
	raw, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(movedText, "e1fdf7be14e48a1da0d4e4f8cce8d05ee1ea9f4d1bd4aca5cd4f5d41b1f2b5e8", e.Prev.String(), 1)
	if string(raw) != want {
		t.Errorf("got  %s\nwant %s", raw, want)
	}
}

func TestRawIsTheInput(t *testing.T) {
	raw := []byte(movedText)
	e, err := events.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	if &e.Raw[0] != &raw[0] || len(e.Raw) != len(raw) {
		t.Error("Raw is not the input itself")
	}
	if e.Seq != 0 {
		t.Error("a position out of nowhere")
	}
}

func TestDecodeRefuses(t *testing.T) {
	swap := func(old, with string) string {
		if !strings.Contains(movedText, old) {
			t.Fatalf("the example has no %s", old)
		}
		return strings.Replace(movedText, old, with, 1)
	}
	created := func(data string) string {
		return strings.Replace(swap(`"type":"moved"`, `"type":"created"`), `"data":{"seat":"first","move":"11x18x25"}`, `"data":`+data, 1)
	}
	for name, raw := range map[string]string{
		"nothing":                    ``,
		"null":                       `null`,
		"cut off":                    movedText[:len(movedText)-1],
		"trailing data":              movedText + "\n",
		"white space":                swap(`"n":8`, `"n": 8`),
		"byte order mark":            "\ufeff" + movedText,
		"unknown field":              swap(`"n":8`, `"n":8,"m":9`),
		"unknown field in data":      swap(`"seat":"first"`, `"seat":"first","seed":1`),
		"unknown field in after":     swap(`"turn":"first"`, `"turn":"first","to":1`),
		"field twice":                swap(`"n":8`, `"n":8,"n":8`),
		"field twice, apart":         swap(`"seen":2`, `"seen":2,"turn":"first"`),
		"field missing":              swap(`"n":8,`, ``),
		"other order":                swap(`"seat":"first","move":"11x18x25"`, `"move":"11x18x25","seat":"first"`),
		"other case":                 swap(`"kind"`, `"Kind"`),
		"escaped name":               swap(`"kind"`, `"\u006bind"`),
		"wrong type: n":              swap(`"n":8`, `"n":"8"`),
		"wrong type: board":          swap(`"B:W21-32:B1-12"`, `17`),
		"wrong type: data":           swap(`{"seat":"first","move":"11x18x25"}`, `[]`),
		"wrong type: then":           swap(`[{"dice":[6,6],"roll":3},{"pass":"second"}]`, `{}`),
		"n is zero":                  swap(`"n":8`, `"n":0`),
		"n is negative":              swap(`"n":8`, `"n":-8`),
		"n with a fraction":          swap(`"n":8`, `"n":8.0`),
		"n with an exponent":         swap(`"n":8`, `"n":8e0`),
		"n with leading zero":        swap(`"n":8`, `"n":08`),
		"n with a sign":              swap(`"n":8`, `"n":+8`),
		"n beyond 2^53":              swap(`"n":8`, `"n":9007199254740992`),
		"n beyond 2^64":              swap(`"n":8`, `"n":18446744073709551617`),
		"minus zero":                 swap(`"points":1`, `"points":-0`),
		"zero not left out":          swap(`"seen":2`, `"seen":0`),
		"empty text not left out":    swap(`"move":"11x18x25"`, `"move":""`),
		"empty list not left out":    swap(`[{"dice":[6,6],"roll":3},{"pass":"second"}]`, `[]`),
		"empty dice not left out":    swap(`[6,6]`, `[]`),
		"empty consequence":          swap(`{"pass":"second"}`, `{}`),
		"nobody not left out":        swap(`"pass":"second"`, `"pass":"nobody"`),
		"null not left out":          swap(`"seen":2`, `"seen":null`),
		"chance passes":              swap(`"pass":"second"`, `"pass":"chance"`),
		"die of zero":                swap(`[6,6]`, `[6,0]`),
		"version 0":                  swap(`"v":1`, `"v":0`),
		"version 2":                  swap(`"v":1`, `"v":2`),
		"game id in capitals":        swap(`0199f1c2`, `0199F1C2`),
		"game id with braces":        swap(`0199f1c2-0000-7000-8000-000000000007`, `{199f1c2-0000-7000-8000-00000000000}`),
		"game id is a wildcard":      swap(`0199f1c2-0000-7000-8000-000000000007`, `*`),
		"game id without dashes":     swap(`0199f1c2-0000-7000-8000-000000000007`, `0199f1c20000700080000000000000070000`),
		"command id missing":         swap(`"command":"09000000-0000-0000-0000-000000000000",`, ``),
		"command id of zeros":        swap(`09000000-0000`, `00000000-0000`),
		"hash in capitals":           swap(`"prev":"e1`, `"prev":"E1`),
		"hash too short":             swap(`"prev":"e1`, `"prev":"e`),
		"player is a person":         swap(`p_7f3a9c`, `ann@example.org`),
		"player missing":             swap(`"by":"p_7f3a9c",`, ``),
		"player empty":               swap(`p_7f3a9c`, ``),
		"request too short":          swap(`0123456789abcdef`, `0123456789abcde`),
		"request not hexadecimal":    swap(`0123456789abcdef`, `0123456789abcdeg`),
		"kind with a dot":            swap(`checkers`, `check.rs`),
		"kind empty":                 swap(`checkers`, ``),
		"kind too long":              swap(`checkers`, strings.Repeat("x", 33)),
		"ruleset 0":                  swap(`"ruleset":1`, `"ruleset":0`),
		"unknown type":               swap(`"moved"`, `"finished"`),
		"type in capitals":           swap(`"moved"`, `"Moved"`),
		"unknown seat":               swap(`"seat":"first"`, `"seat":"third"`),
		"data of another type":       swap(`"type":"moved"`, `"type":"joined"`),
		"joined by chance":           strings.Replace(swap(`"type":"moved"`, `"type":"joined"`), `"seat":"first","move":"11x18x25"`, `"seat":"chance"`, 1),
		"time without milliseconds":  swap(`20:46:23.123Z`, `20:46:23Z`),
		"time with microseconds":     swap(`20:46:23.123Z`, `20:46:23.123456Z`),
		"time of another zone":       swap(`20:46:23.123Z`, `20:46:23.123+01:00`),
		"time in lower case":         swap(`29T20:46:23.123Z`, `29t20:46:23.123z`),
		"day not in the calendar":    swap(`2026-11-29T20:46`, `2026-02-29T20:46`),
		"hour 24":                    swap(`T20:46`, `T24:46`),
		"leap second":                swap(`46:23.123Z`, `46:60.123Z`),
		"year 0":                     swap(`2026-11-29T20:46`, `0000-11-29T20:46`),
		"invalid UTF-8":              swap(`11x18x25`, "11\xff"),
		"lone surrogate":             swap(`11x18x25`, `\ud800`),
		"needless escape":            swap(`11x18x25`, `\u0031`),
		"escaped slash":              swap(`11x18x25`, `8\/5`),
		"long escape of a newline":   swap(`11x18x25`, `\u000a`),
		"escape in capitals":         swap(`11x18x25`, `\u001F`),
		"escape cut off":             swap(`11x18x25`, `\u00`),
		"unknown escape":             swap(`11x18x25`, `\x`),
		"raw control character":      swap(`11x18x25`, "a\nb"),
		"too large":                  swap(`11x18x25`, strings.Repeat("x", events.MostBytes)),
		"options not an object":      created(`{"options":[1]}`),
		"options null":               created(`{"options":null}`),
		"options with white space":   created(`{"options":{"a": 1}}`),
		"options with a name twice":  created(`{"options":{"a":1,"a":2}}`),
		"options too deep":           created(`{"options":` + strings.Repeat(`{"a":`, 30000/5) + `1` + strings.Repeat(`}`, 30000/5) + `}`),
		"options of broken JSON":     created(`{"options":{"a":tru}}`),
		"options cut off":            created(`{"options":{"a":"`),
		"random false, not left out": created(`{"random":false}`),
		"dice of a fourth kind":      created(`{"dice":"loaded"}`),
		"anchors without the server": created(`{"anchors":{}}`),
		"first is a person":          created(`{"first":"Ann"}`),
		"created: unknown field":     created(`{"rated":true}`),
	} {
		e, err := events.Decode([]byte(raw))
		if !errors.Is(err, events.ErrMalformed) {
			t.Errorf("%s: got %v, error %v", name, e, err)
		}
		if tooLarge := len(raw) > events.MostBytes; errors.Is(err, events.ErrTooLarge) != tooLarge {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := events.Decode([]byte(created(`{"options":{"a":1},"random":true}`))); err != nil {
		t.Error(err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, change := range map[string]func(e *events.Event){
		"no data":             func(e *events.Event) { e.Data = nil },
		"nil data":            func(e *events.Event) { e.Data = (*events.Act)(nil) },
		"data of another":     func(e *events.Event) { e.Data = &events.Joined{Seat: events.First} },
		"unknown type":        func(e *events.Event) { e.Type = "finished" },
		"n of zero":           func(e *events.Event) { e.N = 0 },
		"microseconds":        func(e *events.Event) { e.Time = e.Time.Add(time.Microsecond) },
		"year 10000":          func(e *events.Event) { e.Time = e.Time.AddDate(8000, 0, 0) },
		"deadline of year 0":  func(e *events.Event) { *e.After.Clock.Deadline = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC) },
		"no player":           func(e *events.Event) { e.By = "" },
		"no command":          func(e *events.Event) { e.Command = events.CommandID{} },
		"seat 9":              func(e *events.Event) { e.After.Turn = 9 },
		"act of seat 9":       func(e *events.Event) { e.Data = &events.Act{Seat: 9} },
		"offer by nobody":     func(e *events.Event) { e.After.Offer = &events.Offer{What: "draw"} },
		"won by chance":       func(e *events.Event) { e.After.Result.Winner = events.Chance },
		"clock of chance":     func(e *events.Event) { e.After.Clock.Running = events.Chance },
		"clock beyond 2^53":   func(e *events.Event) { e.After.Clock.First = 1 << 53 },
		"score beyond 2^53":   func(e *events.Event) { e.After.Result.Score[1] = -1 << 53 },
		"negative seen":       func(e *events.Event) { e.After.Seen = -1 },
		"negative roll":       func(e *events.Event) { e.Then[0].Roll = -1 },
		"invalid UTF-8":       func(e *events.Event) { e.After.Board = "\xff" },
		"options not JSON":    func(e *events.Event) { e.Type, e.Data = events.TypeCreated, &events.Created{Options: []byte(`{`)} },
		"options not objects": func(e *events.Event) { e.Type, e.Data = events.TypeCreated, &events.Created{Options: []byte(`1`)} },
	} {
		e := moved()
		change(e)
		raw, err := e.Encode()
		if !errors.Is(err, events.ErrMalformed) || raw != nil || e.Raw != nil {
			t.Errorf("%s: %s, %v", name, raw, err)
		}
	}
	e := moved()
	e.After.Board = strings.Repeat("x", events.MostBytes)
	if _, err := e.Encode(); !errors.Is(err, events.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
}

func TestEncodeCompactsOptions(t *testing.T) {
	e := moved()
	e.Type, e.Data = events.TypeCreated, &events.Created{Options: json.RawMessage("{ \"points\" : 7 }\n")}
	raw, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if want := `"data":{"options":{"points":7}}`; !strings.Contains(string(raw), want) {
		t.Errorf("%s does not hold %s", raw, want)
	}
}

func TestOver(t *testing.T) {
	e := moved()
	if !e.Over() {
		t.Error("a result, and not over")
	}
	if e.After.Result = nil; e.Over() {
		t.Error("no result, and over")
	}
	var _ *engines.Result = e.After.Result
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(movedText))
	f.Add([]byte(strings.NewReplacer(`"moved"`, `"created"`, `{"seat":"first","move":"11x18x25"}`,
		`{"options":{"a":[1,"\u00e9"]},"board":"x\\y","first":"p_1","random":true,"dice":"shared"}`).Replace(movedText)))
	f.Add([]byte(strings.NewReplacer(`"moved"`, `"joined"`, `,"move":"11x18x25"`, ``).Replace(movedText)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := events.Decode(raw)
		if err != nil {
			if !errors.Is(err, events.ErrMalformed) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		if !json.Valid(raw) {
			t.Fatalf("took what is no JSON: %s", raw)
		}
		again, err := e.Encode()
		if err != nil || !bytes.Equal(raw, again) {
			t.Fatalf("read  %s\nwrote %s, %v", raw, again, err)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	e := moved()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Encode(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	e := moved()
	e.Then, e.After.Result, e.After.Clock = nil, nil, nil
	e.After.Board = strings.Repeat("OX-", 21) + "- X 30 30"
	raw, err := e.Encode()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := events.Decode(raw); err != nil {
			b.Fatal(err)
		}
	}
}
