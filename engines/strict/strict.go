package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// Limits bounds what is read. A zero field means the default beside it.
type Limits struct {
	Bytes int // 64 KiB
	Depth int // 16 nested objects and arrays
}

// Error says why a text was not accepted. However long the text, its parts are
// at most some hundred bytes long.
type Error struct {
	Field  string // the name it is about, where there is one
	Detail string // one sentence
	Size   bool   // it was too large (HTTP 413), not malformed
}

// Error implements error.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Detail
	}
	return fmt.Sprintf("%q: %s", e.Field, e.Detail)
}

// Decode reads data into v. Every error is an *Error; v may then hold a part of
// the data.
func Decode(data []byte, v any, lim Limits) error {
	if lim.Bytes == 0 {
		lim.Bytes = 64 << 10
	}
	if lim.Depth == 0 {
		lim.Depth = 16
	}
	if len(data) > lim.Bytes {
		return &Error{Detail: fmt.Sprintf("larger than %d bytes", lim.Bytes), Size: true}
	}
	if !utf8.Valid(data) {
		return &Error{Detail: "not valid UTF-8"}
	}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return &Error{Detail: "starts with a byte order mark; JSON has none"}
	}
	if err := scan(data, lim.Depth); err != nil {
		return err
	}
	if lonelySurrogate(data) {
		return &Error{Detail: `a \u escape is half of a surrogate pair, which is no character`}
	}
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) && holdsObject(v) {
		return &Error{Detail: "is null; want " + wordObject}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return explain(err)
	}
	return nil
}

// holdsObject reports whether v points to what a JSON object is decoded into.
func holdsObject(v any) bool {
	t := reflect.TypeOf(v)
	return t != nil && t.Kind() == reflect.Pointer &&
		(t.Elem().Kind() == reflect.Struct || t.Elem().Kind() == reflect.Map)
}
