package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"plylog/events/jetlog"
	"plylog/events/jetlog/baseline"
)

// ample is how long a store may take to answer: a machine that is busy with other things
// is slow, and not wrong.
const ample = 2 * time.Minute

// disk is an embedded server on a folder of its own.
type disk struct {
	*jetlog.Server
	dir string
}

// embed starts a server. sync is whether every event is on disk before it is
// acknowledged: as always, and off only to fill a store quickly.
func (l *lab) embed(ctx context.Context, sync bool) (*disk, error) {
	dir, err := os.MkdirTemp(l.dir, "store-")
	if err != nil {
		return nil, fmt.Errorf("making a store: %w", err)
	}
	s, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: filepath.Join(dir, "log"), NoSync: !sync})
	if err != nil {
		return nil, err
	}
	return &disk{Server: s, dir: dir}, nil
}

// discard stops the server and throws away what it stored.
func (d *disk) discard() {
	d.Close()
	_ = os.RemoveAll(d.dir) // what stays goes with the measurement's folder
}

// store is our log on a server of its own.
type store struct {
	disk *disk
	log  *jetlog.Log
}

// openStore makes a new store.
func (l *lab) openStore(ctx context.Context, sync bool) (*store, error) {
	d, err := l.embed(ctx, sync)
	if err != nil {
		return nil, err
	}
	log, err := d.Open(ctx, jetlog.Options{Shards: l.shards, AckWait: ample})
	if err != nil {
		d.discard()
		return nil, err
	}
	return &store{disk: d, log: log}, nil
}

func (s *store) close() {
	s.log.Close()
	s.disk.discard()
}

// rawStore is bare streams on a server of their own.
type rawStore struct {
	*baseline.Store
	disk *disk
}

// openRaw makes so many bare streams.
func (l *lab) openRaw(ctx context.Context, streams int) (*rawStore, error) {
	d, err := l.embed(ctx, true)
	if err != nil {
		return nil, err
	}
	s, err := baseline.New(ctx, d.Connect, streams, 1)
	if err != nil {
		d.discard()
		return nil, err
	}
	return &rawStore{Store: s, disk: d}, nil
}

func (s *rawStore) close(ctx context.Context) error {
	defer s.disk.discard()
	return s.Close(ctx)
}
