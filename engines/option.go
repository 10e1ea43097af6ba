package engines

import (
	"encoding/json"
	"errors"
	"fmt"

	"plylog/engines/strict"
)

// MostOptions is the size in bytes above which an options object is not read.
const MostOptions = 4096

// Option describes one option of a kind, as /v1/kinds shows it.
type Option struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // "boolean", "integer", "string" or "object"
	Default any      `json:"default"`
	Min     *int     `json:"min,omitempty"`
	Max     *int     `json:"max,omitempty"`
	Values  []string `json:"values,omitempty"` // the words allowed for a string
	Rule    string   `json:"rule,omitempty"`   // the rule it belongs to
	Help    string   `json:"help"`             // one sentence
}

// ReadOptions decodes an options object strictly into a struct that already
// holds the defaults: unknown and duplicate names, wrong types and trailing
// data are *BadOptionError. Ranges are the caller's to check.
func ReadOptions(raw json.RawMessage, into any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	err := strict.Decode(raw, into, strict.Limits{Bytes: MostOptions, Depth: 4})
	if err == nil {
		return nil
	}
	var bad *strict.Error
	if errors.As(err, &bad) {
		return &BadOptionError{Option: bad.Field, Detail: bad.Detail}
	}
	return &BadOptionError{Detail: fmt.Sprint(err)}
}
