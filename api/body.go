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
	"plylog/events"
)

// mostText is the length in bytes above which a field of text is not read. The
// longest moves and boards of the field take a few hundred.
const mostText = 1024

// fields is the body of a command: its top-level fields, as they came.
type fields []field

type field struct {
	name string
	raw  json.RawMessage
}

// get returns a field's value; false where it is not there.
func (f fields) get(name string) (json.RawMessage, bool) {
	for i := range f {
		if f[i].name == name {
			return f[i].raw, true
		}
	}
	return nil, false
}

// bodies holds the memory that bodies are read into.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

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

// only refuses every field that is not among the known ones, the first by name.
func (f fields) only(what string, known ...string) error {
	for i := range f {
		if name := f[i].name; !slices.Contains(known, name) {
			return refuseField(unknownField, name, fmt.Sprintf("%s has no field %q; it has %s", what, clip(name), strings.Join(known, ", ")))
		}
	}
	return nil
}

// text returns a field of text, empty where it is not there.
func (f fields) text(name string) (string, error) {
	raw, ok := f.get(name)
	if !ok {
		return "", nil
	}
	if raw[0] != '"' {
		return "", refuseField(badField, name, "want a string")
	}
	if len(raw) > mostText+2 {
		return "", refuseField(badField, name, fmt.Sprintf("is longer than %d bytes", mostText))
	}
	if !bytes.ContainsRune(raw, '\\') {
		return string(raw[1 : len(raw)-1]), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", refuseField(badField, name, "want a string")
	}
	return s, nil
}

// word returns a field that is one of a few words, def where it is not there.
func (f fields) word(name, def string, words ...string) (string, error) {
	if _, ok := f.get(name); !ok {
		return def, nil
	}
	s, err := f.text(name)
	if err == nil && !slices.Contains(words, s) {
		err = refuseField(badField, name, "want "+strings.Join(words, " or "))
	}
	return s, err
}

// flag returns a field that is true or false, false where it is not there.
func (f fields) flag(name string) (bool, error) {
	raw, _ := f.get(name)
	switch string(raw) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	default:
		return false, refuseField(badField, name, "want true or false")
	}
}

// object returns a field that is a JSON object, without its white space; nil
// where it is not there or empty.
func (f fields) object(name string) (json.RawMessage, error) {
	raw, ok := f.get(name)
	if !ok {
		return nil, nil
	}
	if raw[0] != '{' {
		return nil, refuseField(badField, name, "want an object")
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return nil, refuseField(badField, name, "want an object")
	}
	if out.Len() == len("{}") {
		return nil, nil
	}
	return out.Bytes(), nil
}

// dice returns a field that is a pair of dice, nil where it is not there.
func (f fields) dice(name string) ([]int, error) {
	raw, ok := f.get(name)
	if !ok {
		return nil, nil
	}
	var d []int
	if err := json.Unmarshal(raw, &d); err != nil || len(d) != 2 || d[0] < 1 || d[0] > 6 || d[1] < 1 || d[1] > 6 {
		return nil, refuseField(badField, name, "want two dice of 1 to 6, as in [3,1]")
	}
	return d, nil
}

// command returns the command id in a body; ok is false where there is none.
func (f fields) command() (id events.CommandID, ok bool, err error) {
	if _, ok := f.get("command"); !ok {
		return id, false, nil
	}
	s, err := f.text("command")
	if err != nil {
		return id, false, err
	}
	if id, err = events.ParseCommandID(s); err != nil || id == (events.CommandID{}) {
		return id, false, refuseField(badField, "command", "want a UUID in lower case, and not the one of zeros")
	}
	return id, true, nil
}
