package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
func (f fields) text(name string) (string, error) { return f.textUpTo(name, mostText) }

// textUpTo is text with a limit of its own, in bytes.
func (f fields) textUpTo(name string, most int) (string, error) {
	raw, ok := f.get(name)
	if !ok {
		return "", nil
	}
	if raw[0] != '"' {
		return "", refuseField(badField, name, "want a string")
	}
	if len(raw) > most+2 {
		return "", refuseField(badField, name, fmt.Sprintf("is longer than %d bytes", most))
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

// hash returns a field that is a hash, nil where it is not there.
func (f fields) hash(name string) (*events.Hash, error) {
	if _, ok := f.get(name); !ok {
		return nil, nil
	}
	s, err := f.text(name)
	if err != nil {
		return nil, err
	}
	h, err := events.ParseHash(s)
	if err != nil {
		return nil, refuseField(badField, name, "want 64 hexadecimal digits in lower case")
	}
	return &h, nil
}

// whole returns a field that is a whole number within bounds: digits only.
func (f fields) whole(name string, least, most int64) (int64, error) {
	raw, _ := f.get(name)
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < least || n > most || strconv.FormatInt(n, 10) != string(raw) {
		return 0, refuseField(badField, name, fmt.Sprintf("want a whole number from %d to %d", least, most))
	}
	return n, nil
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
