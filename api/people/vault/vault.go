package vault

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Bounds of what is kept.
const (
	MostKey   = 200      // bytes of a key
	MostValue = 32 << 10 // bytes of a value
)

// Errors of a vault.
var (
	// ErrUnavailable: what keeps the values does not answer. Whether a write was carried
	// out is not known.
	ErrUnavailable = errors.New("vault: no answer")

	ErrNotFound = errors.New("vault: there is no such value")
	ErrExists   = errors.New("vault: there is a value already")
	ErrConflict = errors.New("vault: the value has changed")
	ErrKey      = errors.New("vault: not a key")
	ErrTooLarge = errors.New("vault: the value is too large")
	errClosed   = errors.New("the watch has ended")
)

// Entry is a value as it stands.
type Entry struct {
	Key      string
	Value    []byte
	Revision uint64 // of the write that put it there: rises with every write
}

// Change is what became of a key.
type Change struct {
	Key      string
	Value    []byte // nil: it was erased
	Revision uint64
}

// Vault keeps values by key. A key is words with dots between them, of letters,
// digits, - and _; all keys that start with some words belong together. It is safe
// for concurrent use.
type Vault interface {
	// Get returns a value. Errors: ErrNotFound.
	Get(ctx context.Context, key string) (Entry, error)
	// Create puts a value where there is none, for life or, where that is 0, for good.
	// Errors: ErrExists.
	Create(ctx context.Context, key string, value []byte, life time.Duration) (revision uint64, err error)
	// Update replaces the value of a revision; its life begins anew. Errors:
	// ErrConflict, also where there is nothing any more.
	Update(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error)
	// Erase takes a value away, whatever its revision. Where there is none it does
	// nothing. After an error it is repeated until there is none.
	Erase(ctx context.Context, key string) error
	// Keys lists the keys whose first words are these, in no order.
	Keys(ctx context.Context, words string) ([]string, error)
	// Watch tells of every change of such keys from its return on, in the order in
	// which they were made, until ctx ends; it may begin with some that were made just
	// before. The end of a life is no change. An error ends it: something may have been
	// missed.
	Watch(ctx context.Context, words string) (iter.Seq2[Change, error], error)
}

// check looks at what is to be written.
func check(key string, value []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if len(value) > MostValue {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(value), MostValue)
	}
	return nil
}

func checkKey(key string) error {
	if len(key) > MostKey {
		return ErrKey
	}
	for word := range strings.SplitSeq(key, ".") {
		if word == "" || strings.ContainsFunc(word, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
		}) {
			return ErrKey
		}
	}
	return nil
}
