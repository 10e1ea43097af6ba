package restore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"plylog/api/people/vault"
	"plylog/events"
	"plylog/events/durable"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
)

// keepPeople takes who has an account over into the new store, as it is in the first of
// the stores that has it whole: the old one, where its games alone are damaged, or else a
// backup. It says where that is not the old one's.
func (r *restoring) keepPeople(ctx context.Context, to string) error {
	damaged := false
	for _, store := range r.stores {
		folder := jetlog.StreamFolder(store, vault.Stream)
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		err := blocks.Stream{Dir: folder, Name: vault.Stream}.Sound(ctx)
		if errors.Is(err, events.ErrDamaged) {
			r.console.Say("who has an account: %v", err)
			damaged = true
			continue
		}
		if err != nil {
			return err
		}
		if damaged {
			r.console.Say("who has an account is taken from %s: what came since is not there", store)
		}
		made := jetlog.StreamFolder(jetlog.StoreFolder(to), vault.Stream)
		if err := os.CopyFS(made, os.DirFS(folder)); err != nil {
			return fmt.Errorf("taking over who has an account: %w", err)
		}
		return durable.Tree(made)
	}
	if damaged {
		r.console.Say("who has an account is damaged, and in no backup that was given: the new store has no accounts")
	}
	return nil
}
