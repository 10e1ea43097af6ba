package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/remote"
	"plylog/events"
	"plylog/events/durable"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// backup is one run.
type backup struct {
	console *console.Console
	session *remote.Session
	data    string // the data folder that is copied
	to      string // the folder of the backup
	admin   string // where its server is asked

	running bool // a server holds the data folder

	shards   int
	added    int    // events that are new in the backup
	total    uint64 // events in it
	accounts int    // in it, with those that were erased
}

// find looks at both folders before anything is written.
func (b *backup) find() (err error) {
	if err := b.origin(); err != nil {
		return err
	}
	list, err := os.ReadDir(b.to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(list) == 0:
		return nil
	}
	from, err := os.Stat(b.data)
	if err != nil {
		return err
	}
	to, err := os.Stat(b.to)
	if err != nil {
		return err
	}
	if os.SameFile(from, to) {
		return console.Fail(console.Usage, "%s is what is to be copied", b.to)
	}
	if _, err := os.Stat(filepath.Join(b.to, marker)); err != nil {
		return notOurs(b.to)
	}
	return nil
}

// origin finds out how many shards there are: from the log, or, where it is on NATS
// servers, from what was signed, which a server does of every shard when it starts.
func (b *backup) origin() (err error) {
	if b.shards, err = jetlog.StoredShards(jetlog.StoreFolder(datadir.LogIn(b.data))); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(b.data, merkle.KeyFile)); err != nil && b.shards > 0 {
		return fmt.Errorf("nothing was signed in %s: %w", b.data, err)
	}
	signed, err := merkle.ReadSigned(b.data)
	if err != nil {
		return err
	}
	if b.shards == 0 {
		for shard := range signed {
			b.shards = max(b.shards, shard+1)
		}
	}
	if b.shards == 0 {
		return console.Fail(console.Usage, "%s is the data folder of no server: it has no log", b.data)
	}
	return nil
}

// marker is a file that only backups have. A server that is started on one takes it
// for what it is, a data folder; it is then no backup of its origin any more, which
// the next run notices.
const marker = "backup"

// open makes the folder of the backup, and takes it.
func (b *backup) open() (*datadir.Dir, error) {
	if err := os.MkdirAll(b.to, 0o700); err != nil {
		return nil, err
	}
	if err := durable.Write(filepath.Join(b.to, marker), []byte("made by plylog backup\n")); err != nil {
		return nil, copying(err, "to "+b.to)
	}
	return datadir.Open(b.to)
}

// copy copies the checkpoints, what they have signed, and what a server needs
// besides. The checkpoints come first: an event is signed when it is stored, so all
// that they speak of is in the log.
func (b *backup) copy(ctx context.Context, log string) error {
	key, err := merkle.ReadKey(filepath.Join(b.data, merkle.KeyFile))
	if err != nil {
		return err
	}
	next, signed, err := b.checkpoints(key)
	if err != nil {
		return err
	}
	source, done, err := b.source()
	if err != nil {
		return err
	}
	added, list, err := repair.Extend(ctx, log, b.shards, signed, source)
	b.added = added
	if err == nil {
		err = b.people(ctx, log)
	}
	if err := errors.Join(err, done()); err != nil {
		return err
	}
	for _, c := range list {
		b.total += c.Events
	}
	if err := merkle.WriteKey(filepath.Join(b.to, merkle.KeyFile), key); err != nil {
		return err
	}
	if err := b.secrets(); err != nil {
		return err
	}
	if err := os.Rename(next, filepath.Join(b.to, merkle.ArchiveFile)); err != nil {
		return copying(err, "the checkpoints")
	}
	return durable.Path(b.to)
}

// source is where the events are read: from the server that holds the data folder,
// or from the folder where none does, which is then held until done.
func (b *backup) source() (from repair.Source, done func() error, err error) {
	dir, err := datadir.Open(b.data)
	switch {
	case errors.Is(err, datadir.ErrInUse):
		b.running = true
		return func(ctx context.Context, shard int, after, to uint64) iter.Seq2[*events.Event, error] {
			return b.session.Stored(ctx, b.admin, shard, after, to)
		}, func() error { return nil }, nil
	case err != nil:
		return nil, nil, err
	}
	return repair.Stopped(datadir.LogIn(b.data), b.shards), dir.Close, nil
}
