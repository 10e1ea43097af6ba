package restore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"plylog/api/people/vault"
	"plylog/events/durable"
	"plylog/events/jetlog"
)

// keepPeople takes who has an account over into the new store, as it is in the first
// of the stores that knows: the old one, whose games alone are damaged, or else a
// backup.
func keepPeople(stores []string, to string) error {
	old := ""
	for _, store := range stores {
		folder := jetlog.StreamFolder(store, vault.Stream)
		if _, err := os.Stat(folder); err == nil {
			old = folder
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if old == "" {
		return nil
	}
	made := jetlog.StreamFolder(jetlog.StoreFolder(to), vault.Stream)
	if err := os.CopyFS(made, os.DirFS(old)); err != nil {
		return fmt.Errorf("taking over who has an account: %w", err)
	}
	return durable.Tree(made)
}
