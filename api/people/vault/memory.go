package vault

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"strings"
	"sync"
	"time"
)

// Memory is a vault that ends with its process. The zero Memory goes by time.Now.
type Memory struct {
	Now func() time.Time // set before its first use

	mu       sync.Mutex
	values   map[string]kept
	revision uint64
	watchers map[*watcher]struct{}
}

type kept struct {
	value    []byte
	revision uint64
	until    time.Time // zero: for good
}

// watcher is somebody who is told of changes.
type watcher struct {
	prefix string
	wake   chan struct{} // capacity 1
	news   []Change
}

var _ Vault = (*Memory)(nil)

func (m *Memory) now() time.Time {
	if m.Now == nil {
		return time.Now()
	}
	return m.Now()
}

// at returns what stands under a key. The lock is held.
func (m *Memory) at(key string) (kept, bool) {
	k, ok := m.values[key]
	if ok && !k.until.IsZero() && !m.now().Before(k.until) {
		delete(m.values, key)
		return kept{}, false
	}
	return k, ok
}

// Get implements Vault.
func (m *Memory) Get(ctx context.Context, key string) (Entry, error) {
	if err := cmp.Or(ctx.Err(), checkKey(key)); err != nil {
		return Entry{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.at(key)
	if !ok {
		return Entry{}, ErrNotFound
	}
	return Entry{key, bytes.Clone(k.value), k.revision}, nil
}

// Create implements Vault.
func (m *Memory) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	if err := cmp.Or(ctx.Err(), check(key, value)); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.at(key); ok {
		return 0, ErrExists
	}
	return m.put(key, value, life), nil
}

// Update implements Vault.
func (m *Memory) Update(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	if err := cmp.Or(ctx.Err(), check(key, value)); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.at(key); !ok || k.revision != revision {
		return 0, ErrConflict
	}
	return m.put(key, value, life), nil
}

// put writes. The lock is held.
func (m *Memory) put(key string, value []byte, life time.Duration) uint64 {
	if m.values == nil {
		m.values = make(map[string]kept)
	}
	m.revision++
	k := kept{append([]byte{}, value...), m.revision, time.Time{}}
	if life > 0 {
		k.until = m.now().Add(life)
	}
	clear(m.values[key].value)
	m.values[key] = k
	m.tell(Change{key, bytes.Clone(k.value), k.revision})
	return m.revision
}

// Erase implements Vault.
func (m *Memory) Erase(ctx context.Context, key string) error {
	if err := cmp.Or(ctx.Err(), checkKey(key)); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.at(key)
	if !ok {
		return nil
	}
	clear(k.value)
	delete(m.values, key)
	m.revision++
	m.tell(Change{key, nil, m.revision})
	return nil
}

// Keys implements Vault.
func (m *Memory) Keys(ctx context.Context, words string) ([]string, error) {
	if err := cmp.Or(ctx.Err(), checkKey(words)); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var keys []string
	for key := range m.values {
		if _, ok := m.at(key); ok && strings.HasPrefix(key, words+".") {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// tell tells the watchers. The lock is held.
func (m *Memory) tell(c Change) {
	for w := range m.watchers {
		if strings.HasPrefix(c.Key, w.prefix) {
			w.news = append(w.news, c)
			select {
			case w.wake <- struct{}{}:
			default:
			}
		}
	}
}

// Watch implements Vault.
func (m *Memory) Watch(ctx context.Context, words string) (iter.Seq2[Change, error], error) {
	if err := cmp.Or(ctx.Err(), checkKey(words)); err != nil {
		return nil, err
	}
	w := &watcher{prefix: words + ".", wake: make(chan struct{}, 1)}
	leave := func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.watchers, w)
	}
	m.mu.Lock()
	if m.watchers == nil {
		m.watchers = make(map[*watcher]struct{})
	}
	m.watchers[w] = struct{}{}
	m.mu.Unlock()
	context.AfterFunc(ctx, leave)
	return func(yield func(Change, error) bool) {
		defer leave()
		for {
			select {
			case <-ctx.Done():
				return
			case <-w.wake:
			}
			m.mu.Lock()
			news := w.news
			w.news = nil
			m.mu.Unlock()
			for _, c := range news {
				if !yield(c, nil) {
					return
				}
			}
		}
	}, nil
}
