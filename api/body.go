package api

import (
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

// parsePlain reads what nearly every command is: an object of a few strings of
// plain characters. It takes nothing that strict.Decode refuses and reads
// nothing otherwise, and leaves everything else to it; it is there because it
// takes a tenth of the time.
func parsePlain(raw []byte) (fields, bool) {
	text := string(raw) // all values share it
	var few [4]field
	f := few[:0]
	rest := skipSpace(text)
	if rest == "" || rest[0] != '{' {
		return nil, false
	}
	rest = skipSpace(rest[1:])
	for {
		name, after, ok := plainString(rest)
		if !ok || len(f) == cap(few[:]) {
			return nil, false
		}
		name = name[1 : len(name)-1]
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return nil, false
		}
		if _, twice := fields(f).get(name); twice {
			return nil, false
		}
		after = skipSpace(after)
		if after == "" || after[0] != ':' {
			return nil, false
		}
		value, after, ok := plainString(skipSpace(after[1:]))
		if !ok {
			return nil, false
		}
		f = append(f, field{name, json.RawMessage(value)})
		rest = skipSpace(after)
		if rest == "" {
			return nil, false
		}
		if rest[0] == '}' {
			return slices.Clone(fields(f)), skipSpace(rest[1:]) == ""
		}
		if rest[0] != ',' {
			return nil, false
		}
		rest = skipSpace(rest[1:])
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
