package keyring_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plylog/cmd/plylog/internal/keyring"
	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
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

func TestSeeds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	r := ring(t, path)
	game, seed := events.GameID{1}, dice.Link{1, 2, 3}
	if err := r.Add(game, map[engines.Seat]string{engines.Second: "a"}); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Seeds(game); err != nil || len(got) != 0 {
		t.Fatalf("no seeds: %v, %v", got, err)
	}
	if err := r.AddSeed(game, engines.Second, seed); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Seeds(game); err != nil || len(got) != 1 || got[engines.Second] != seed {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := r.Tokens(game); err != nil || len(got) != 1 || got[engines.Second] != "a" {
		t.Errorf("the tokens are %v, %v", got, err)
	}
	if info, err := os.Stat(path + ".dice"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	for _, damaged := range []string{"zz", "00", strings.Repeat("0", 66)} {
		if err := os.WriteFile(path+".dice", []byte(game.String()+" first "+damaged+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Seeds(game); err == nil {
			t.Errorf("the seed %q was read", damaged)
		}
	}
}

func TestSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "tokens")
	r := ring(t, path)
	is := func(server, want string) {
		t.Helper()
		if got, err := r.Session(server); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", server, got, err, want)
		}
	}
	const here, there = "http://localhost:8080", "https://example.org"
	is(here, "")
	for _, add := range [][2]string{{here, "plylog=a"}, {there, "__Host-plylog=b"}, {here, "plylog=c"}, {there, ""}} {
		if err := r.AddSession(add[0], add[1]); err != nil {
			t.Fatal(err)
		}
	}
	is(here, "plylog=c")
	is(there, "")
	is("http://localhost:80", "")
	if info, err := os.Stat(path + ".sessions"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.Chmod(path+".sessions", 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Session(here); err == nil {
		t.Error("sessions that others can read were read")
	}
}
