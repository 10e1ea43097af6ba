package datadir

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plylog/events/durable"
)

// secretBytes is the length of the secret.
const secretBytes = 32

// SecretFile is the name of the file with the secret, in a data folder.
const SecretFile = "secret"

// ErrOpen is wrapped when others can read the secret.
var ErrOpen = errors.New("others can read it")

// ReadSecret returns the secret of the folder at a path; nothing is changed. Errors wrap
// fs.ErrNotExist where there is none, and ErrOpen.
func ReadSecret(path string) ([]byte, error) {
	name := filepath.Join(path, SecretFile)
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the secret in %s: %w (mode %04o); make it 0600", name, ErrOpen, info.Mode().Perm())
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) != secretBytes {
		return nil, fmt.Errorf("the secret in %s is not %d hexadecimal digits; put back the one that was there", name, 2*secretBytes)
	}
	return secret, nil
}

// Secret returns the secret of the folder, and makes one if there is none. It is
// refused where others can read it, or where it is not what was written: a new
// one would make every seat token void and the dice of running games another's.
func (d *Dir) Secret() ([]byte, error) {
	secret, err := ReadSecret(d.path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	name := filepath.Join(d.path, SecretFile)
	if _, err := os.Stat(d.Log()); err == nil {
		return nil, fmt.Errorf("%s is gone, and %s holds games that were made with it; put it back", name, d.Log())
	}
	return d.makeSecret(name)
}

// SecretOf is Secret of the folder at a path, which is made if it is not there, before any
// server runs on it: ids and seats can then be known beforehand.
func SecretOf(path string) ([]byte, error) {
	d, err := Open(path)
	if err != nil {
		return nil, err
	}
	secret, err := d.Secret()
	return secret, errors.Join(err, d.Close())
}

// makeSecret writes a new secret so that a crash leaves all of it or nothing.
func (d *Dir) makeSecret(name string) ([]byte, error) {
	secret := make([]byte, secretBytes)
	rand.Read(secret) // never fails (crypto/rand)
	if err := durable.Write(name, []byte(hex.EncodeToString(secret)+"\n")); err != nil {
		return nil, fmt.Errorf("writing the secret: %w", err)
	}
	return secret, nil
}
