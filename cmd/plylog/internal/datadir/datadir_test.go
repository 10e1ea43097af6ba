package datadir_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/datadir"
)

func open(t *testing.T, path string) *datadir.Dir {
	t.Helper()
	d, err := datadir.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOneHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	d := open(t, path)
	if _, err := datadir.Open(path); !errors.Is(err, datadir.ErrInUse) {
		t.Errorf("second holder: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path).Close(); err != nil {
		t.Error(err)
	}
}

func TestSecretStays(t *testing.T) {
	path := t.TempDir()
	d := open(t, path)
	defer d.Close()
	one, err := d.Secret()
	if err != nil || len(one) != 32 {
		t.Fatalf("%d bytes, %v", len(one), err)
	}
	two, err := d.Secret()
	if err != nil || !bytes.Equal(one, two) {
		t.Errorf("another secret the second time, %v", err)
	}
	info, err := os.Stat(filepath.Join(path, "secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestSecretRefused(t *testing.T) {
	good := strings.Repeat("0f", 32)
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"readable by others": {good, 0o644},
		"cut short":          {good[:40], 0o600},
		"empty":              {"", 0o600},
		"not hexadecimal":    {strings.Repeat("zz", 32), 0o600},
	} {
		path := t.TempDir()
		d := open(t, path)
		defer d.Close()
		if err := os.WriteFile(filepath.Join(path, "secret"), []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if s, err := d.Secret(); err == nil {
			t.Errorf("%s: taken as %x", name, s)
		}
	}
}

// A log without its secret is not given another one.
func TestSecretGone(t *testing.T) {
	d := open(t, t.TempDir())
	defer d.Close()
	if err := os.Mkdir(d.Log(), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Secret(); err == nil {
		t.Error("a log without its secret got a new one")
	}
}
