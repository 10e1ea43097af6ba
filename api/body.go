package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"

	"plylog/engines/strict"
)

// bodies holds the memory that bodies are read into.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// readOnly reads the body of something that has these fields and no others.
func (s *Server) readOnly(r *http.Request, what string, names ...string) (fields, error) {
	f, err := readBody(r, s.cfg.Limits.Body)
	if err == nil {
		err = f.only(what, names...)
	}
	return f, err
}

// readBody reads the JSON object that a request carries, at most limit bytes of
// it. Size and form are looked at before anything is parsed.
func readBody(r *http.Request, limit int64) (fields, error) {
	if err := checkMediaType(r.Header); err != nil {
		return nil, err
	}
	large := func() error { return refuse(tooLarge, fmt.Sprintf("the body is larger than %d bytes", limit)) }
	if r.ContentLength > limit {
		return nil, large()
	}
	buf := bodies.Get().(*[]byte)
	defer bodies.Put(buf)
	if need := int(limit) + 1; cap(*buf) < need {
		*buf = make([]byte, need)
	}
	raw := (*buf)[:limit+1]
	n, err := readAll(r.Body, raw)
	switch {
	case int64(n) > limit:
		return nil, large()
	case err != nil:
		p := refuse(badRequest, "the body could not be read to its end")
		p.cause = err
		return nil, p
	}
	return parseBody(raw[:n], int(limit))
}

// readAll reads until the end or until buf is full.
func readAll(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// parseBody reads a JSON object strictly; what it returns does not share raw.
func parseBody(raw []byte, limit int) (fields, error) {
	if f, ok := parsePlain(raw); ok && len(raw) <= limit {
		return f, nil
	}
	var m map[string]json.RawMessage
	if err := strict.Decode(raw, &m, strict.Limits{Bytes: limit, Depth: 8}); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, refuse(badRequest, "want a JSON object")
	}
	f := make(fields, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		f = append(f, field{name, m[name]})
	}
	return f, nil
}

// parsePlain reads what nearly every command and message is: an object of a few
// plain values. It takes nothing that strict.Decode refuses and reads nothing
// otherwise, and leaves everything else to it; it is there because it takes a
// tenth of the time.
func parsePlain(raw []byte) (fields, bool) {
	p := plain{text: string(raw), raw: bytes.Clone(raw)}
	var few [mostPlain]field
	f, rest, ok := p.object(skipSpace(p.text), few[:0], plainDepth)
	if !ok || skipSpace(rest) != "" {
		return nil, false
	}
	return slices.Clone(f), true
}

const (
	mostPlain  = 8 // fields of an object that is plain
	plainDepth = 2 // objects in one another, likewise
)

// plain is a text that is read the short way. All that is read shares it.
type plain struct {
	text string
	raw  []byte // the same
}

// object cuts an object off the front, whose fields it puts into f by name, as many
// as that has room for.
func (p *plain) object(s string, f fields, depth int) (_ fields, rest string, ok bool) {
	if s == "" || s[0] != '{' || depth == 0 {
		return nil, "", false
	}
	rest = skipSpace(s[1:])
	for {
		name, after, ok := plainString(rest)
		if !ok || len(f) == cap(f) {
			return nil, "", false
		}
		name = name[1 : len(name)-1]
		after = skipSpace(after)
		if after == "" || after[0] != ':' || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return nil, "", false
		}
		from := skipSpace(after[1:])
		if after, ok = p.value(from, depth); !ok {
			return nil, "", false
		}
		at, twice := slices.BinarySearchFunc(f, name, func(f field, name string) int { return strings.Compare(f.name, name) })
		if twice {
			return nil, "", false
		}
		begin, end := len(p.text)-len(from), len(p.text)-len(after)
		f = slices.Insert(f, at, field{name, p.raw[begin:end:end]})
		rest = skipSpace(after)
		if rest == "" {
			return nil, "", false
		}
		if rest[0] == '}' {
			return f, rest[1:], true
		}
		if rest[0] != ',' {
			return nil, "", false
		}
		rest = skipSpace(rest[1:])
	}
}

// value cuts a plain value off the front: a string, a whole number from 0 on, true,
// false, or an object of such.
func (p *plain) value(s string, depth int) (rest string, ok bool) {
	if s == "" {
		return "", false
	}
	switch c := s[0]; {
	case c == '"':
		_, rest, ok = plainString(s)
		return rest, ok
	case c == '{':
		var room [mostPlain]field
		_, rest, ok = p.object(s, room[:0], depth-1)
		return rest, ok
	case c == '0':
		return s[1:], true
	case '1' <= c && c <= '9':
		return strings.TrimLeft(s, "0123456789"), true
	default:
		if rest, ok = strings.CutPrefix(s, "true"); !ok {
			rest, ok = strings.CutPrefix(s, "false")
		}
		return rest, ok
	}
}

// plainString cuts a string with its quotes off the front, if it consists of
// printable ASCII without escapes.
func plainString(s string) (str, rest string, ok bool) {
	if s == "" || s[0] != '"' {
		return "", "", false
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return s[:i+1], s[i+1:], true
		case c < ' ' || c > '~' || c == '\\':
			return "", "", false
		}
	}
	return "", "", false
}

func skipSpace(s string) string { return strings.TrimLeft(s, " \t\r\n") }

// checkMediaType takes JSON in UTF-8 and nothing else.
func checkMediaType(h http.Header) error {
	if enc := h.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return refuseField(badMediaType, "Content-Encoding", "send the body uncompressed")
	}
	ct := h.Get("Content-Type")
	if ct == "application/json" {
		return nil
	}
	wrong := refuseField(badMediaType, "Content-Type", "want application/json")
	if len(ct) > 128 {
		return wrong
	}
	typ, params, err := mime.ParseMediaType(ct)
	if err != nil || typ != "application/json" {
		return wrong
	}
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return wrong
		}
	}
	return nil
}
