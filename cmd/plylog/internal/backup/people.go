package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/durable"
	"plylog/events/jetlog"
)

// people puts what is kept of people for good into the backup, in the place of what is
// there: what was erased since is then in no file of it.
func (b *backup) people(ctx context.Context, log string) error {
	work := filepath.Join(b.to, "people"+half)
	if err := os.RemoveAll(work); err != nil { // which a crash left
		return err
	}
	defer func() { _ = os.RemoveAll(work) }() // of what is in it now nothing is secret that the backup has not
	made := filepath.Join(work, "made")
	n, err := fill(ctx, made, b.kept(ctx, filepath.Join(work, "read")))
	if err != nil {
		return err
	}
	stream := bucketIn(log)
	if _, err := os.Stat(stream); err == nil {
		if err := os.Rename(stream, filepath.Join(work, "before")); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	b.accounts = n
	if n == 0 {
		return nil
	}
	if err := os.Rename(bucketIn(made), stream); err != nil {
		return err
	}
	return errors.Join(durable.Tree(stream), durable.Path(filepath.Dir(stream)))
}

// bucketIn is the folder of the bucket in the folder of a log.
func bucketIn(log string) string {
	return jetlog.StreamFolder(jetlog.StoreFolder(log), vault.Stream)
}

// kept is what is copied: as the server that runs tells it, or, of a stopped one, out of
// a copy of its bucket, which is made at a folder.
func (b *backup) kept(ctx context.Context, at string) iter.Seq2[vault.Entry, error] {
	if b.running {
		return b.session.KeptPeople(ctx, b.admin)
	}
	return func(yield func(vault.Entry, error) bool) {
		from := bucketIn(datadir.LogIn(b.data))
		if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
			return // it never had accounts
		}
		err := os.CopyFS(bucketIn(at), os.DirFS(from))
		if err == nil {
			err = within(ctx, at, func(v vault.Vault) error {
				for e, err := range people.Kept(ctx, v) {
					if !yield(e, err) || err != nil {
						return errStopped
					}
				}
				return nil
			})
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(vault.Entry{}, err)
		}
	}
}

// Accounts copies what is kept of people for good from the data folder of a server that
// is stopped to another vault, and returns how many accounts are among it: once, while
// there are none, so that nothing newer is taken back.
func Accounts(ctx context.Context, data string, to vault.Vault) (n int, err error) {
	there, err := to.Keys(ctx, people.Accounts)
	if err != nil || len(there) > 0 {
		return 0, err
	}
	dir, err := datadir.Open(data)
	if err != nil {
		return 0, err
	}
	work, err := os.MkdirTemp("", "plylog-people-*")
	if err != nil {
		return 0, errors.Join(err, dir.Close())
	}
	b := &backup{data: data}
	n, err = enter(ctx, to, b.kept(ctx, work))
	return n, errors.Join(err, os.RemoveAll(work), dir.Close())
}

// errStopped: nobody wants to hear more.
var errStopped = errors.New("stopped")

// fill makes a bucket of records and returns how many accounts are among them.
func fill(ctx context.Context, at string, records iter.Seq2[vault.Entry, error]) (accounts int, err error) {
	err = within(ctx, at, func(v vault.Vault) (err error) {
		accounts, err = enter(ctx, v, records)
		return err
	})
	return accounts, err
}

// enter puts records into a vault and returns how many accounts are among them. One
// that is there already stays as it is.
func enter(ctx context.Context, v vault.Vault, records iter.Seq2[vault.Entry, error]) (accounts int, err error) {
	for e, err := range records {
		if err != nil {
			return accounts, err
		}
		if _, err := v.Create(ctx, e.Key, e.Value, 0); err != nil && !errors.Is(err, vault.ErrExists) {
			return accounts, err
		}
		if strings.HasPrefix(e.Key, people.Accounts+".") {
			accounts++
		}
	}
	return accounts, nil
}

// within opens the bucket of a folder for a while. The server does not wait for the
// disk.
func within(ctx context.Context, at string, do func(vault.Vault) error) error {
	server, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: at, NoSync: true, Check: jetlog.Check{Beside: []string{vault.Stream}}})
	if err != nil {
		return err
	}
	defer server.Close()
	nc, err := server.Connect("plylog-people")
	if err != nil {
		return err
	}
	defer nc.Close()
	v, err := vault.OpenJet(ctx, nc, 1, nil)
	if err != nil {
		return err
	}
	defer v.Close()
	if err := do(v); err != nil {
		return fmt.Errorf("copying who has an account: %w", err)
	}
	return nil
}
