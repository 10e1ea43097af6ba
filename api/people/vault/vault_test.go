package vault_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"plylog/api/people/vault"
	"plylog/api/people/vault/vaulttest"
	"plylog/events/jetlog"
)

func TestMemory(t *testing.T) {
	vaulttest.Run(t, func(*testing.T) (v, another vault.Vault) {
		m := new(vault.Memory)
		return m, m
	})
}

// embed runs the server that a single node has.
func embed(t *testing.T, dir string) *jetlog.Server {
	t.Helper()
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func open(t *testing.T, s *jetlog.Server) *vault.Jet {
	t.Helper()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	j, err := vault.OpenJet(t.Context(), nc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		j.Close()
		nc.Close()
	})
	return j
}

func TestJet(t *testing.T) {
	vaulttest.Run(t, func(t *testing.T) (v, another vault.Vault) {
		s := embed(t, t.TempDir())
		return open(t, s), open(t, s)
	})
}

// find returns the files below a folder that hold a text.
func find(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file that was written anew
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(b, []byte(text)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Nothing is left of a value that was replaced or erased, in any file, neither while
// the server runs nor when it has stopped, nor when it has started again.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	s := embed(t, dir)
	v := open(t, s)
	ctx := t.Context()
	gone := []string{"the first value", "the second value", "a value to erase", "a value from before", "after it"}
	rev, err := v.Create(ctx, "a.replaced", []byte(gone[0]), 0)
	if err != nil {
		t.Fatal(err)
	}
	if rev, err = v.Update(ctx, "a.replaced", []byte(gone[1]), 0, rev); err != nil {
		t.Fatal(err)
	}
	if _, err = v.Update(ctx, "a.replaced", []byte("the value that stays"), 0, rev); err != nil {
		t.Fatal(err)
	}
	for _, text := range gone[2:] {
		if _, err := v.Create(ctx, "a.erased", []byte(text), 0); err != nil {
			t.Fatal(err)
		}
		if len(find(t, dir, text)) == 0 {
			t.Fatal("a value that is there cannot be found: this test sees nothing")
		}
		if err := v.Erase(ctx, "a.erased"); err != nil {
			t.Fatal(err)
		}
	}
	look := func(when string) {
		t.Helper()
		for _, text := range gone {
			if files := find(t, dir, text); len(files) > 0 {
				t.Errorf("%s: %q is in %v", when, text, files)
			}
		}
		if len(find(t, dir, "the value that stays")) == 0 {
			t.Errorf("%s: the value that stays is not there", when)
		}
	}
	look("running")
	v.Close()
	s.Close()
	look("stopped")
	v = open(t, embed(t, dir))
	look("started again")
	if e, err := v.Get(ctx, "a.replaced"); err != nil || string(e.Value) != "the value that stays" {
		t.Errorf("%q, %v", e.Value, err)
	}
}
