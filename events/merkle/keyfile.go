package merkle

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

// The files of a store's data folder.
const (
	KeyFile     = "checkpoint-key" // the secret key, readable by its owner only
	ArchiveFile = "checkpoints"
)

// nextKey is added to the name of a key's file while the key takes over.
const nextKey = ".next"

// NewStoreName draws the name of a store, which begins its origins for ever.
func NewStoreName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return "plylog/" + hex.EncodeToString(b[:])
}

// ReadKey reads a key's file. It is refused where others can read it. Errors wrap
// fs.ErrNotExist or ErrMalformed.
func ReadKey(path string) (*Key, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the key in %s can be read by others (mode %04o); make it 0600", path, info.Mode().Perm())
	}
	if info.Size() > 4*mostName {
		return nil, fmt.Errorf("%w: %s is too large for a key", ErrMalformed, path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	k, err := ParseKey(strings.TrimSuffix(string(b), "\n"))
	if err != nil {
		return nil, fmt.Errorf("the key in %s: %w", path, err)
	}
	return k, nil
}

// WriteKey writes a key to a file of its own, so that a crash leaves all of it or
// nothing.
func WriteKey(path string, k *Key) error {
	if err := durable.Write(path, []byte(k.Secret()+"\n")); err != nil {
		return fmt.Errorf("writing the key: %w", err)
	}
	return nil
}

// Folder is what a data folder keeps about its trees.
type Folder struct {
	Archive *Archive
	Summary *Summary // of the archive as it was opened
	Key     *Key
}

// OpenFolder opens the archive and the key of a data folder; both are made where
// there is neither. One of them alone is refused: without the archive nobody would
// notice what the log has lost, and without the key nobody could go on with it. A
// rotation that a crash cut off is finished. Errors wrap ErrArchive, ErrRotation,
// ErrMalformed, ErrForged or ErrUnsigned where the files are not what they should be.
func OpenFolder(folder string) (*Folder, error) {
	path := filepath.Join(folder, KeyFile)
	k, err := ReadKey(path)
	switch {
	case err == nil:
		if _, gone := os.Stat(filepath.Join(folder, ArchiveFile)); errors.Is(gone, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w: %s is gone, and %s is there; put back a copy", ErrArchive, filepath.Join(folder, ArchiveFile), path)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	a, s, err := OpenArchive(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return nil, err
	}
	f := &Folder{Archive: a, Summary: s, Key: k}
	if err := f.open(path); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return f, nil
}

// open finds the key that is to sign.
func (f *Folder) open(path string) error {
	s := f.Summary
	if f.Key == nil {
		if s.Count > 0 {
			return fmt.Errorf("%w: %s is gone, and there are checkpoints that were signed with it; put it back", ErrArchive, path)
		}
		k, err := NewKey(NewStoreName(), rand.Reader)
		if err != nil {
			return err
		}
		f.Key = k
		return WriteKey(path, k)
	}
	if n := len(s.Keys); n > 0 && f.Key.public != s.Keys[n-1] {
		want := s.Keys[n-1]
		next, err := ReadKey(path + nextKey)
		if err != nil || next.public != want {
			return fmt.Errorf("%w: %s holds %s, and the last rotation says %s", ErrRotation, path, f.Key.public, want)
		}
		f.Key = next
		if err := takeOver(path); err != nil {
			return err
		}
	}
	// What is to be held against the log must be what this store has signed.
	return s.Check(Trust{f.Key.public})
}

// Rotate gives the folder a new key. The rotation is in the archive before the key
// is used; what a crash cuts off, OpenFolder finishes.
func (f *Folder) Rotate(folder string) (Rotation, error) {
	next, err := NewKey(f.Key.public.name, rand.Reader)
	if err != nil {
		return Rotation{}, err
	}
	path := filepath.Join(folder, KeyFile)
	if err := WriteKey(path+nextKey, next); err != nil {
		return Rotation{}, err
	}
	signed, err := f.Key.Rotate(next)
	if err != nil {
		return Rotation{}, err
	}
	if err := f.Archive.Append(signed); err != nil {
		return Rotation{}, err
	}
	r := Rotation{f.Key.public, next.public}
	f.Key = next
	return r, takeOver(path)
}

// Adopt puts a key in a data folder that has signed nothing yet, for OpenFolder to find.
// Where something was signed with another, errors wrap ErrArchive.
func Adopt(folder string, k *Key) error {
	a, s, err := OpenArchive(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return err
	}
	path := filepath.Join(folder, KeyFile)
	if s.Count > 0 {
		err = fmt.Errorf("%w: %s holds checkpoints, and %s is to be another key", ErrArchive, filepath.Join(folder, ArchiveFile), path)
	} else {
		err = WriteKey(path, k)
	}
	return errors.Join(err, a.Close())
}

// Follow gives the folder the key that its own was replaced by elsewhere, by rotations
// that follow from each other. What a crash cuts off, OpenFolder finishes. Errors wrap
// ErrRotation where the key does not follow.
func (f *Folder) Follow(folder string, next *Key, rotations [][]byte) error {
	var missing [][]byte
	last := f.Key.public
	for _, n := range rotations {
		r, err := ParseRotation(n)
		if err != nil {
			return err
		}
		if r.Old == last {
			missing, last = append(missing, n), r.New
		}
	}
	if last != next.public || len(missing) == 0 {
		return fmt.Errorf("%w: from %s to %s", ErrRotation, f.Key.public, next.public)
	}
	path := filepath.Join(folder, KeyFile)
	if err := WriteKey(path+nextKey, next); err != nil {
		return err
	}
	if err := f.Archive.Append(missing...); err != nil {
		return err
	}
	f.Key = next
	return takeOver(path)
}

// takeOver puts the next key in the place of the old one.
func takeOver(path string) error {
	err := os.Rename(path+nextKey, path)
	if err == nil {
		err = durable.Path(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("putting the new key in its place: %w", err)
	}
	return nil
}
