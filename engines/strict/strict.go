// Package strict reads JSON that comes from outside: one value, no duplicate or
// unknown names, nothing behind it, valid UTF-8, within a size and a depth.
// Every reader of JSON in plylog goes through it, so that what is accepted is
// decided in one place.
//
// May import: the standard library only.
package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits bounds what is read. A zero field means the default beside it.
type Limits struct {
	Bytes int // 64 KiB
	Depth int // 16 nested objects and arrays
}

// Error says why a text was not accepted.
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

// Decode reads data into v. Every error is an *Error.
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
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return explain(err)
	}
	return nil
}

// scan walks the tokens once: depth, duplicate names, a single value.
func scan(data []byte, depth int) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	type level struct {
		names map[string]struct{} // nil in an array
		key   bool                // the next string is a name
	}
	var stack []level
	values := 0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return explain(err)
		}
		if len(stack) == 0 {
			if values++; values > 1 {
				return &Error{Detail: "there is something behind the JSON value"}
			}
		}
		if d, ok := tok.(json.Delim); ok {
			if d == '}' || d == ']' {
				stack = stack[:len(stack)-1]
				if len(stack) > 0 && stack[len(stack)-1].names != nil {
					stack[len(stack)-1].key = true
				} else if len(stack) == 0 {
					values = 1
				}
				continue
			}
			if len(stack) >= depth {
				return &Error{Detail: fmt.Sprintf("nested deeper than %d", depth)}
			}
			if d == '{' {
				stack = append(stack, level{names: map[string]struct{}{}, key: true})
			} else {
				stack = append(stack, level{})
			}
			continue
		}
		if len(stack) == 0 {
			continue
		}
		top := &stack[len(stack)-1]
		if top.names == nil {
			continue
		}
		if !top.key {
			top.key = true
			continue
		}
		name, _ := tok.(string)
		// encoding/json matches names without regard to case, so "type" and
		// "Type" would be the same name twice.
		folded := strings.ToLower(name)
		if _, twice := top.names[folded]; twice {
			return &Error{Field: short(name), Detail: "is there twice"}
		}
		top.names[folded] = struct{}{}
		top.key = false
	}
	if values == 0 {
		return &Error{Detail: "empty; want a JSON value"}
	}
	if len(stack) > 0 {
		return &Error{Detail: "the JSON value is cut off"}
	}
	return nil
}

// explain turns the standard library's errors into sentences of our own.
func explain(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &Error{Detail: fmt.Sprintf("malformed JSON at byte %d", syntax.Offset)}
	}
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return &Error{Field: typ.Field, Detail: fmt.Sprintf("is a %s; want %s", typ.Value, typ.Type)}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{Detail: "the JSON value is cut off"}
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return &Error{Field: short(strings.Trim(name, `"`)), Detail: "is not a known name here"}
	}
	return &Error{Detail: err.Error()}
}

func short(s string) string {
	if len(s) > 64 {
		return strings.ToValidUTF8(s[:64], "") + "…"
	}
	return s
}
