package keyring_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"plylog/cmd/plylog/internal/keyring"
	"plylog/engines"
	"plylog/events"
)

func ring(t *testing.T, path string) *keyring.Ring {
	t.Helper()
	r, err := keyring.Find(func(string) string { return path })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLastCounts(t *testing.T) {
	r := ring(t, filepath.Join(t.TempDir(), "deep", "tokens"))
	one, two := events.GameID{1}, events.GameID{2}
	if got, err := r.Tokens(one); err != nil || len(got) != 0 {
		t.Fatalf("no file: %v, %v", got, err)
	}
	for _, add := range []struct {
		game   events.GameID
		tokens map[engines.Seat]string
	}{
		{one, map[engines.Seat]string{engines.First: "a", engines.Second: "b"}},
		{two, map[engines.Seat]string{engines.First: "c"}},
		{one, map[engines.Seat]string{engines.Second: "d"}},
	} {
		if err := r.Add(add.game, add.tokens); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.Tokens(one)
	if err != nil || got[engines.First] != "a" || got[engines.Second] != "d" {
		t.Errorf("got %v, %v", got, err)
	}
	info, err := os.Stat(r.Path())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestManyAtOnce(t *testing.T) {
	r := ring(t, filepath.Join(t.TempDir(), "tokens"))
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if err := r.Add(events.GameID{byte(i)}, map[engines.Seat]string{engines.First: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range 50 {
		if got, err := r.Tokens(events.GameID{byte(i)}); err != nil || got[engines.First] != fmt.Sprint(i) {
			t.Errorf("game %d: %v, %v", i, got, err)
		}
	}
}

func TestReadableByOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ring(t, path).Tokens(events.GameID{}); err == nil {
		t.Error("tokens that others can read were read")
	}
}
