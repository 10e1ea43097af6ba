package restore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plylog/api/people/vault"
	"plylog/events/jetlog"
)

// keepPeople takes who has an account over into the new store, as it is: what is
// damaged of the games says nothing of that.
func keepPeople(from, to string) error {
	old := jetlog.StreamFolder(jetlog.StoreFolder(from), vault.Stream)
	if _, err := os.Stat(old); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	made := jetlog.StreamFolder(jetlog.StoreFolder(to), vault.Stream)
	if err := os.CopyFS(made, os.DirFS(old)); err != nil {
		return fmt.Errorf("taking over who has an account: %w", err)
	}
	return filepath.WalkDir(made, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}
