package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// level is an object or an array that is being walked.
type level struct {
	names map[string]struct{} // the folded names so far; nil in an array
	key   bool                // the next string is a name
}

// scan walks the tokens once: syntax, depth, duplicate names, a single value.
func scan(data []byte, depth int) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var stack []level
	for values := 0; ; {
		tok, err := dec.Token()
		switch {
		case errors.Is(err, io.EOF) && values == 0:
			return &Error{Detail: "empty; want a JSON value"}
		case errors.Is(err, io.EOF) && len(stack) == 0:
			return nil
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return &Error{Detail: "the JSON value is cut off"}
		case err != nil:
			return &Error{Detail: fmt.Sprintf("malformed JSON behind byte %d", dec.InputOffset())}
		}
		if len(stack) == 0 {
			if values++; values > 1 {
				return &Error{Detail: "there is something behind the JSON value"}
			}
		}
		if stack, err = walk(stack, tok, depth); err != nil {
			return err
		}
	}
}

// walk takes one token into account and returns where it leads.
func walk(stack []level, tok json.Token, depth int) ([]level, error) {
	switch tok {
	case json.Delim('{'), json.Delim('['):
		if len(stack) >= depth {
			return nil, &Error{Detail: fmt.Sprintf("nested deeper than %d", depth)}
		}
		if tok == json.Delim('[') {
			return append(stack, level{}), nil
		}
		return append(stack, level{names: map[string]struct{}{}, key: true}), nil
	case json.Delim('}'), json.Delim(']'):
		stack = stack[:len(stack)-1]
	default:
		if len(stack) > 0 && stack[len(stack)-1].key {
			return stack, stack[len(stack)-1].name(tok)
		}
	}
	// A value has ended: in an object a name comes next.
	if len(stack) > 0 {
		top := &stack[len(stack)-1]
		top.key = top.names != nil
	}
	return stack, nil
}

// name takes a name of the object into account.
func (l *level) name(tok json.Token) error {
	name, _ := tok.(string)
	folded := fold(name)
	if _, twice := l.names[folded]; twice {
		return &Error{Field: clip(name), Detail: "is there twice"}
	}
	l.names[folded] = struct{}{}
	l.key = false
	return nil
}

// fold makes names equal that encoding/json takes for the same field. That is
// more than lower case: ſ (long s) counts as s, and the Kelvin sign as k.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}

// lonelySurrogate reports whether valid JSON holds a \u escape for one half of a
// surrogate pair without the other. encoding/json would quietly put U+FFFD there,
// so that what is kept is not what was sent.
func lonelySurrogate(data []byte) bool {
	for {
		at := bytes.IndexByte(data, '\\')
		if at < 0 {
			return false
		}
		data = data[at:]
		first := escaped(data)
		switch {
		case first < 0: // \n, \\ and the like
			data = data[2:]
		case first < 0xd800 || first > 0xdfff:
			data = data[6:]
		default:
			second := escaped(data[6:])
			if first > 0xdbff || second < 0xdc00 || second > 0xdfff {
				return true
			}
			data = data[12:]
		}
	}
}

// escaped returns the number behind the \u that data begins with, or -1.
func escaped(data []byte) int {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return int(n)
}
