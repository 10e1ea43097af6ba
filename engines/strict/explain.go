package strict

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// explain turns what encoding/json says about a well-formed text into sentences
// of our own.
func explain(err error) error {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return &Error{Field: clip(typ.Field), Detail: "is " + found(typ.Value) + "; want " + wanted(typ.Type)}
	}
	// The standard library has no type for this one.
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if plain, err := strconv.Unquote(name); err == nil {
			name = plain
		}
		return &Error{Field: clip(name), Detail: "is not a known name here"}
	}
	return &Error{Detail: clip(err.Error())}
}

const wordObject = "a JSON object"

// found puts the words of json.UnmarshalTypeError into a sentence.
func found(value string) string {
	switch value {
	case "object":
		return wordObject
	case "array":
		return "a list"
	case "bool":
		return "true or false"
	}
	if number, ok := strings.CutPrefix(value, "number "); ok {
		return "the number " + clip(number)
	}
	return "a " + clip(value)
}

// wanted says what JSON a Go type is read from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Struct, reflect.Map:
		return wordObject
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "a string" // bytes in base64
		}
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number in range"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number in range, not below 0"
	case reflect.Float32, reflect.Float64:
		return "a number in range"
	default:
		return "a string"
	}
}

// clip keeps what strangers wrote from filling an answer.
func clip(s string) string {
	const most = 64
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
