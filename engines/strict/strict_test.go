package strict_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"plylog/engines/strict"
)

// form is what the tests read into.
type form struct {
	Name  string          `json:"name"`
	Score string          `json:"score"`
	Count int             `json:"count"`
	Small uint8           `json:"small"`
	Real  float64         `json:"real"`
	Yes   *bool           `json:"yes"`
	Words []string        `json:"words"`
	Bytes []byte          `json:"bytes"`
	Inner struct{ N int } `json:"inner"`
	Any   any             `json:"any"`
	Map   map[string]int  `json:"map"`
	Raw   json.RawMessage `json:"raw"`
	Word  word            `json:"word"`
}

// word is read by a method of its own.
type word string

func (w *word) UnmarshalText(b []byte) error {
	if len(b) > 3 {
		return errors.New("the word is too long: " + string(b))
	}
	*w = word(b)
	return nil
}

func TestDecode(t *testing.T) {
	yes := true
	for text, want := range map[string]form{
		`{}`:                       {},
		" \r\n\t{ } \n":            {},
		`{"name":"a","count":-3}`:  {Name: "a", Count: -3},
		`{"NAME":"a"}`:             {Name: "a"},
		`{"n\u0061me":"\u0061"}`:   {Name: "a"},
		`{"name":"\ud83c\udfb2"}`:  {Name: "🎲"},
		`{"name":"\\ud83c"}`:       {Name: `\ud83c`},
		`{"name":"\"\\\n\ufffd"}`:  {Name: "\"\\\n\ufffd"},
		`{"name":"ü"}`:             {Name: "ü"},
		`{"yes":true}`:             {Yes: &yes},
		`{"name":null,"yes":null}`: {},
		`{"any":[{"x":1},{"x":2}]}`: {Any: []any{
			map[string]any{"x": 1.0}, map[string]any{"x": 2.0}}},
		`{"map":{"a":1,"b":2}}`:     {Map: map[string]int{"a": 1, "b": 2}},
		`{"raw":1e400}`:             {Raw: json.RawMessage("1e400")},
		`{"bytes":"YQ=="}`:          {Bytes: []byte("a")},
		`{"words":[],"word":"abc"}`: {Words: []string{}, Word: "abc"},
	} {
		var got form
		if err := strict.Decode([]byte(text), &got, strict.Limits{}); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	digits := strings.Repeat("9", 5000)
	for _, tc := range []struct{ name, text, field, detail string }{
		{"nothing", "", "", "empty"},
		{"blanks", " \n", "", "empty"},
		{"cut off in an object", `{"name":`, "", "cut off"},
		{"cut off in a name", `{"na`, "", "cut off"},
		{"cut off in a list", `{"words":["a"`, "", "cut off"},
		{"cut off in a word", `{"yes":tru`, "", "cut off"},
		{"another value", `{} {}`, "", "something behind"},
		{"another scalar", `{}1`, "", "something behind"},
		{"another list", `{"name":"a"}[]`, "", "something behind"},
		{"garbage behind", `{}x`, "", "malformed JSON behind byte 2"},
		{"a comma behind", `{},`, "", "malformed JSON behind byte 2"},
		{"a bracket behind", `{}]`, "", "malformed JSON behind byte 2"},
		{"a NUL behind", "{}\x00", "", "malformed JSON behind byte 2"},
		{"a bracket only", `}`, "", "malformed JSON behind byte 0"},
		{"comment", `{} // why`, "", "malformed"},
		{"no colon", `{"name" "a"}`, "", "malformed JSON behind byte 8"},
		{"comma at the end", `{"name":"a",}`, "", "malformed"},
		{"comma at the end of a list", `{"words":["a",]}`, "", "malformed"},
		{"wrong bracket", `{"words":["a"}`, "", "malformed"},
		{"name without quotes", `{name:"a"}`, "", "malformed"},
		{"single quotes", `{'name':'a'}`, "", "malformed"},
		{"number as name", `{1:2}`, "", "malformed"},
		{"leading zero", `{"count":01}`, "", "malformed"},
		{"plus", `{"count":+1}`, "", "malformed"},
		{"NaN", `{"real":NaN}`, "", "malformed"},
		{"control character", "{\"name\":\"a\x01\"}", "", "malformed"},
		{"bad escape", `{"name":"\x41"}`, "", "malformed"},
		{"byte order mark", "\xef\xbb\xbf{}", "", "byte order mark"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "", "UTF-8"},
		{"half a character", "{\"name\":\"\xc3\"}", "", "UTF-8"},
		{"overlong slash", "{\"name\":\"\xc0\xaf\"}", "", "UTF-8"},
		{"raw surrogate", "{\"name\":\"\xed\xa0\x80\"}", "", "UTF-8"},
		{"first half only", `{"name":"\ud83c"}`, "", "surrogate"},
		{"first half, then text", `{"name":"\ud83cdfb2"}`, "", "surrogate"},
		{"first half twice", `{"name":"\ud83c\ud83c"}`, "", "surrogate"},
		{"second half only", `{"name":"\\\udfb2"}`, "", "surrogate"},
		{"half in a name", `{"any":{"\uD800":1}}`, "", "surrogate"},
		{"same name", `{"name":"a","name":"a"}`, "name", "twice"},
		{"same name in capitals", `{"name":"a","Name":"b"}`, "Name", "twice"},
		{"same name escaped", `{"name":"a","\u006eame":"b"}`, "name", "twice"},
		{"long s", `{"score":"a","ſcore":"b"}`, "ſcore", "twice"},
		{"Kelvin sign", `{"any":{"k":1,"K":2}}`, "K", "twice"},
		{"same unknown name", `{"x":1,"x":2}`, "x", "twice"},
		{"same name further in", `{"any":[1,{"a":{"b":1,"b":2}}]}`, "b", "twice"},
		{"same name behind a list", `{"any":[{}],"name":"a","any":1}`, "any", "twice"},
		{"same name in raw JSON", `{"raw":{"b":1,"B":2}}`, "B", "twice"},
		{"same name in a map", `{"map":{"b":1,"b":2}}`, "b", "twice"},
		{"unknown name", `{"nam":"a"}`, "nam", "not a known name"},
		{"unknown name with quotes", `{"a\"b":"a"}`, `a"b`, "not a known name"},
		{"unknown name further in", `{"inner":{"m":1}}`, "m", "not a known name"},
		{"empty name", `{"":1}`, "", "not a known name"},
		{"long unknown name", `{"` + strings.Repeat("ä", 500) + `":1}`, strings.Repeat("ä", 32) + "…", "not a known name"},
		{"null", `null`, "", "is null; want a JSON object"},
		{"null with blanks", " null\n", "", "is null; want a JSON object"},
		{"top-level number", `1`, "", "is a number; want a JSON object"},
		{"top-level 1e400", `1e400`, "", "want a JSON object"},
		{"top-level string", `"{}"`, "", "is a string; want a JSON object"},
		{"top-level true", `true`, "", "is true or false; want a JSON object"},
		{"top-level list", `[]`, "", "is a list; want a JSON object"},
		{"string for a number", `{"count":"1"}`, "count", "is a string; want a whole number"},
		{"fraction", `{"count":1.5}`, "count", "the number 1.5"},
		{"1e400 as a whole number", `{"count":1e400}`, "count", "the number 1e400; want a whole number in range"},
		{"1e400 as a real number", `{"real":1e400}`, "real", "the number 1e400; want a number in range"},
		{"1e400 as anything", `{"any":1e400}`, "any", "the number 1e400; want a number in range"},
		{"-1e400", `{"any":[-1e400]}`, "any", "the number -1e400"},
		{"below 0", `{"small":-1}`, "small", "not below 0"},
		{"above 255", `{"small":256}`, "small", "the number 256"},
		{"5,000 digits", `{"count":` + digits + `}`, "count", "the number 9999"},
		{"number for a string", `{"name":1}`, "name", "is a number; want a string"},
		{"number for a truth", `{"yes":1}`, "yes", "is a number; want true or false"},
		{"truth for a list", `{"words":true}`, "words", "is true or false; want a list"},
		{"list for a string", `{"name":[]}`, "name", "is a list; want a string"},
		{"list for bytes", `{"bytes":["a"]}`, "bytes", "want a"},
		{"bytes not in base64", `{"bytes":"*"}`, "", "base64"},
		{"list for an object", `{"inner":[]}`, "inner", "is a list; want a JSON object"},
		{"object for a number", `{"inner":{"N":{}}}`, "inner.N", "is a JSON object; want a whole number"},
		{"word of its own", `{"word":"` + digits + `"}`, "", "too long"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var f form
			checkError(t, strict.Decode([]byte(tc.text), &f, strict.Limits{}), tc.field, tc.detail, false)
		})
	}
}

// checkError compares an error with what it should say.
func checkError(t *testing.T, err error, field, detail string, size bool) {
	t.Helper()
	var bad *strict.Error
	if !errors.As(err, &bad) {
		t.Fatalf("error %v; want a *strict.Error", err)
	}
	if bad.Field != field || !strings.Contains(bad.Detail, detail) || bad.Size != size {
		t.Errorf("field %q, detail %q, size %t; want %q, %q, %t", bad.Field, bad.Detail, bad.Size, field, detail, size)
	}
	if len(bad.Error()) > 400 {
		t.Errorf("the error is %d bytes long", len(bad.Error()))
	}
	if field != "" && !strings.Contains(bad.Error(), bad.Detail) {
		t.Errorf("%q does not say %q", bad.Error(), bad.Detail)
	}
}

func TestLimits(t *testing.T) {
	nested := func(n int) string { return `{"any":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}` }
	padded := func(n int) string { return `{}` + strings.Repeat(" ", n-2) }
	for _, tc := range []struct {
		name   string
		text   string
		limits strict.Limits
		detail string // empty: accepted
		size   bool
	}{
		{"default depth", nested(16), strict.Limits{}, "", false},
		{"beyond the default depth", nested(17), strict.Limits{}, "deeper than 16", false},
		{"given depth", nested(3), strict.Limits{Depth: 3}, "", false},
		{"beyond the given depth", nested(4), strict.Limits{Depth: 3}, "deeper than 3", false},
		{"objects count too", `{"any":{"a":{"b":{}}}}`, strict.Limits{Depth: 3}, "deeper than 3", false},
		{"never closed", strings.Repeat("[", 60_000), strict.Limits{}, "deeper than 16", false},
		{"side by side", `{"any":[[],[],[{}],{"a":[]}]}`, strict.Limits{Depth: 4}, "", false},
		{"default size", padded(64 << 10), strict.Limits{}, "", false},
		{"beyond the default size", padded(64<<10 + 1), strict.Limits{}, "larger than 65536", true},
		{"given size", padded(10), strict.Limits{Bytes: 10}, "", false},
		{"beyond the given size", padded(11), strict.Limits{Bytes: 10}, "larger than 10", true},
		{"size comes first", "\xff" + padded(11), strict.Limits{Bytes: 10}, "larger than 10", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var f form
			err := strict.Decode([]byte(tc.text), &f, tc.limits)
			if tc.detail != "" {
				checkError(t, err, "", tc.detail, tc.size)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestScalarsWhereTheyAreWanted: the shape is the caller's to choose.
func TestScalarsWhereTheyAreWanted(t *testing.T) {
	var n int
	if err := strict.Decode([]byte("7"), &n, strict.Limits{}); err != nil || n != 7 {
		t.Errorf("7 reads as %d: %v", n, err)
	}
	var list []string
	if err := strict.Decode([]byte(`["a"]`), &list, strict.Limits{}); err != nil || len(list) != 1 {
		t.Errorf("a list reads as %q: %v", list, err)
	}
	var whatever any
	if err := strict.Decode([]byte(`null`), &whatever, strict.Limits{}); err != nil || whatever != nil {
		t.Errorf("null reads as %v: %v", whatever, err)
	}
	object := map[string]any{}
	checkError(t, strict.Decode([]byte(`null`), &object, strict.Limits{}), "", "is null", false)
	checkError(t, strict.Decode([]byte(`{}`), object, strict.Limits{}), "", "non-pointer", false)
	checkError(t, strict.Decode([]byte(`{}`), nil, strict.Limits{}), "", "nil", false)
}

// FuzzDecode: nothing panics, every error is an *Error of bounded length, and
// what is accepted is what encoding/json reads too, and reads the same again
// from its own output.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		``, `{}`, `null`, `{"name":"a","Name":"b"}`, `{"a":{"b":[1,2,{"c":null}]}}`, `{"any":1e400}`, `[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]`,
		`{"score":"a","ſcore":"b"}`, "\xef\xbb\xbf{}", `{} x`, `"\ud83c\udfb2"`, `{"\ud83c":1}`, `{"words":["a",]}`, `1 2`, `}`, `{"raw":{"x":1,"X":2}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, v := range []any{new(form), new(any), new(map[string]json.RawMessage)} {
			err := strict.Decode(data, v, strict.Limits{Bytes: 4096, Depth: 5})
			if err != nil {
				var bad *strict.Error
				if !errors.As(err, &bad) || bad.Detail == "" || len(bad.Detail) > 300 || len(bad.Field) > 300 {
					t.Fatalf("%T: error %v", v, err)
				}
				continue
			}
			if !json.Valid(data) {
				t.Fatalf("%T: accepted, and is not JSON", v)
			}
			plain := reflect.New(reflect.TypeOf(v).Elem()).Interface()
			if err := json.Unmarshal(data, plain); err != nil || !reflect.DeepEqual(v, plain) {
				t.Fatalf("%T: %+v, without strictness %+v (%v)", v, v, plain, err)
			}
		}
	})
}
