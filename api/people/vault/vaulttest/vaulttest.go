package vaulttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api/people/vault"
)

// patience bounds every test, so that a vault that hangs fails instead.
const patience = 60 * time.Second

// Run holds a vault to its promises. open makes an empty one for each test; another
// looks at the same values as if from another node, and may return what it is given.
func Run(t *testing.T, open func(t *testing.T) (v, another vault.Vault)) {
	for name, test := range map[string]func(context.Context, *testing.T, vault.Vault, vault.Vault){
		"values": values, "revisions": revisions, "erasing": erasing, "keys": keys, "watching": watching,
		"oneCreates": oneCreates, "oneUpdates": oneUpdates, "lives": lives, "refused": refused,
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			v, another := open(t)
			test(ctx, t, v, another)
		})
	}
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%s: %v, want %v", what, err, want)
	}
}

func holds(ctx context.Context, t *testing.T, v vault.Vault, key, want string) vault.Entry {
	t.Helper()
	e, err := v.Get(ctx, key)
	if err != nil || string(e.Value) != want || e.Key != key {
		t.Fatalf("%s holds %q %q, %v; want %q", key, e.Key, e.Value, err, want)
	}
	return e
}

func values(ctx context.Context, t *testing.T, v, another vault.Vault) {
	_, err := v.Get(ctx, "a.b")
	is(t, "nothing", err, vault.ErrNotFound)
	first, err := v.Create(ctx, "a.b", []byte("1"), 0)
	is(t, "create", err, nil)
	if e := holds(ctx, t, another, "a.b", "1"); e.Revision != first {
		t.Errorf("revision %d, want %d", e.Revision, first)
	}
	_, err = another.Create(ctx, "a.b", []byte("2"), 0)
	is(t, "create again", err, vault.ErrExists)
	second, err := another.Update(ctx, "a.b", []byte("2"), 0, first)
	is(t, "update", err, nil)
	if second <= first {
		t.Errorf("revision %d follows %d", second, first)
	}
	holds(ctx, t, v, "a.b", "2")
	_, err = v.Create(ctx, "empty.value", nil, 0)
	is(t, "create an empty value", err, nil)
	holds(ctx, t, another, "empty.value", "")
	large := strings.Repeat("x", vault.MostValue)
	_, err = v.Create(ctx, "large.value", []byte(large), 0)
	is(t, "create the largest value", err, nil)
	holds(ctx, t, v, "large.value", large)
}

func revisions(ctx context.Context, t *testing.T, v, another vault.Vault) {
	_, err := v.Update(ctx, "a.b", []byte("x"), 0, 0)
	is(t, "update of nothing", err, vault.ErrConflict)
	_, err = v.Update(ctx, "a.b", []byte("x"), 0, 7)
	is(t, "update of nothing", err, vault.ErrConflict)
	rev, err := v.Create(ctx, "a.b", []byte("0"), 0)
	is(t, "create", err, nil)
	old := rev
	for i := range 5 {
		if rev, err = v.Update(ctx, "a.b", fmt.Append(nil, i+1), 0, rev); err != nil {
			t.Fatal(err)
		}
		_, err = another.Update(ctx, "a.b", []byte("stale"), 0, old)
		is(t, "stale update", err, vault.ErrConflict)
	}
	holds(ctx, t, another, "a.b", "5")
}

func erasing(ctx context.Context, t *testing.T, v, another vault.Vault) {
	is(t, "erasing nothing", v.Erase(ctx, "a.b"), nil)
	for i := range 3 {
		value := fmt.Sprint("value ", i)
		rev, err := v.Create(ctx, "a.b", []byte(value), 0)
		is(t, "create", err, nil)
		holds(ctx, t, another, "a.b", value)
		is(t, "erase", another.Erase(ctx, "a.b"), nil)
		_, err = v.Get(ctx, "a.b")
		is(t, "erased", err, vault.ErrNotFound)
		_, err = v.Update(ctx, "a.b", []byte("x"), 0, rev)
		is(t, "update of what was erased", err, vault.ErrConflict)
		is(t, "erase again", v.Erase(ctx, "a.b"), nil)
	}
}

func keys(ctx context.Context, t *testing.T, v, another vault.Vault) {
	for _, key := range []string{"a.b.1", "a.b.2", "a.b.c.3", "a.bb.4", "b.5", "a.b"} {
		if _, err := v.Create(ctx, key, []byte(key), 0); err != nil {
			t.Fatal(err)
		}
	}
	is(t, "erase", v.Erase(ctx, "a.b.2"), nil)
	for words, want := range map[string][]string{"a.b": {"a.b.1", "a.b.c.3"}, "a": {"a.b", "a.b.1", "a.b.c.3", "a.bb.4"}, "c": nil} {
		got, err := another.Keys(ctx, words)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("keys of %s: %v, %v; want %v", words, got, err, want)
		}
	}
}

func watching(ctx context.Context, t *testing.T, v, another vault.Vault) {
	begun, err := v.Create(ctx, "w.old", []byte("before"), 0)
	is(t, "create", err, nil)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changes, err := another.Watch(ctx, "w")
	is(t, "watch", err, nil)
	next, stop := iter.Pull2(changes)
	defer stop()
	want := func(key string, value []byte, least uint64) uint64 {
		t.Helper()
		c, err, ok := next()
		for ok && err == nil && c.Revision <= begun { // made before
			c, err, ok = next()
		}
		if err != nil || !ok || c.Key != key || !bytes.Equal(c.Value, value) || (c.Value == nil) != (value == nil) || c.Revision < least {
			t.Fatalf("told %q %q %d, %v, %v; want %q %q from %d on", c.Key, c.Value, c.Revision, err, ok, key, value, least)
		}
		return c.Revision
	}
	rev, err := v.Update(ctx, "w.old", []byte("after"), 0, begun)
	is(t, "update", err, nil)
	want("w.old", []byte("after"), rev)
	_, err = v.Create(ctx, "other.key", []byte("x"), 0)
	is(t, "create", err, nil)
	_, err = another.Create(ctx, "w.new", nil, 0)
	is(t, "create", err, nil)
	want("w.new", []byte{}, rev+1)
	is(t, "erase", v.Erase(ctx, "w.old"), nil)
	want("w.old", nil, rev+1)
	cancel()
	if c, err, ok := next(); ok {
		t.Errorf("told %v, %v after the end", c, err)
	}
}

// race starts n at once and counts who succeeded; others must fail with want.
func race(t *testing.T, n int, want error, try func(i int) error) {
	t.Helper()
	var won atomic.Int32
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			switch err := try(i); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, want):
				t.Errorf("%v, want %v", err, want)
			}
		})
	}
	close(start)
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d of %d succeeded", won.Load(), n)
	}
}

func oneCreates(ctx context.Context, t *testing.T, v, another vault.Vault) {
	for round := range 10 {
		key := fmt.Sprint("a.", round)
		race(t, 32, vault.ErrExists, func(i int) error {
			_, err := [...]vault.Vault{v, another}[i%2].Create(ctx, key, fmt.Append(nil, i), 0)
			return err
		})
	}
}

func oneUpdates(ctx context.Context, t *testing.T, v, another vault.Vault) {
	rev, err := v.Create(ctx, "a.b", nil, 0)
	is(t, "create", err, nil)
	for range 10 {
		race(t, 32, vault.ErrConflict, func(i int) error {
			_, err := [...]vault.Vault{v, another}[i%2].Update(ctx, "a.b", fmt.Append(nil, i), 0, rev)
			return err
		})
		e, err := another.Get(ctx, "a.b")
		is(t, "get", err, nil)
		rev = e.Revision
	}
}

// lives waits by the vault's own clock: a value is there as long as it lives, and a
// new one may follow.
func lives(ctx context.Context, t *testing.T, v, another vault.Vault) {
	rev, err := v.Create(ctx, "a.short", []byte("1"), time.Second)
	is(t, "create", err, nil)
	_, err = v.Create(ctx, "a.renewed", []byte("1"), time.Second)
	is(t, "create", err, nil)
	e, err := v.Get(ctx, "a.renewed")
	is(t, "get", err, nil)
	_, err = v.Update(ctx, "a.renewed", []byte("2"), time.Hour, e.Revision)
	is(t, "update", err, nil)
	for {
		_, err := another.Get(ctx, "a.short")
		if errors.Is(err, vault.ErrNotFound) {
			break
		}
		is(t, "get", err, nil)
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			t.Fatal("a value lives for ever")
		}
	}
	_, err = v.Update(ctx, "a.short", []byte("2"), 0, rev)
	is(t, "update of what has ended", err, vault.ErrConflict)
	_, err = v.Create(ctx, "a.short", []byte("3"), 0)
	is(t, "create anew", err, nil)
	holds(ctx, t, another, "a.short", "3")
	holds(ctx, t, another, "a.renewed", "2")
}

func refused(ctx context.Context, t *testing.T, v, _ vault.Vault) {
	for _, key := range []string{"", ".", "a.", ".a", "a..b", "a b", "a.*", "a.>", "a/b", "ä", "a\x00", strings.Repeat("k", vault.MostKey+1)} {
		_, err := v.Get(ctx, key)
		is(t, "get "+key, err, vault.ErrKey)
		_, err = v.Create(ctx, key, nil, 0)
		is(t, "create "+key, err, vault.ErrKey)
		_, err = v.Update(ctx, key, nil, 0, 1)
		is(t, "update "+key, err, vault.ErrKey)
		is(t, "erase "+key, v.Erase(ctx, key), vault.ErrKey)
		_, err = v.Keys(ctx, key)
		is(t, "keys "+key, err, vault.ErrKey)
		_, err = v.Watch(ctx, key)
		is(t, "watch "+key, err, vault.ErrKey)
	}
	_, err := v.Create(ctx, "a.b", make([]byte, vault.MostValue+1), 0)
	is(t, "too large", err, vault.ErrTooLarge)
}
