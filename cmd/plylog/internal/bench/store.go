package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"plylog/events/jetlog"
)

// store is an embedded server on a folder of its own, and the log on it.
type store struct {
	dir    string
	server *jetlog.Server
	log    *jetlog.Log
}

// openStore makes a new store. sync is whether every event is on disk before it
// is acknowledged: as in a server, and off only to fill a store quickly.
func (l *lab) openStore(ctx context.Context, sync bool) (_ *store, err error) {
	s := &store{}
	if s.dir, err = os.MkdirTemp(l.dir, "store-"); err != nil {
		return nil, fmt.Errorf("making a store: %w", err)
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.server, err = jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: filepath.Join(s.dir, "log"), NoSync: !sync}); err != nil {
		return nil, err
	}
	if s.log, err = jetlog.Open(ctx, s.server.Connect, jetlog.Options{Shards: l.shards}); err != nil {
		return nil, err
	}
	return s, nil
}

// close throws the store away.
func (s *store) close() {
	if s.log != nil {
		s.log.Close()
	}
	if s.server != nil {
		s.server.Close()
	}
	_ = os.RemoveAll(s.dir) // what stays goes with the measurement's folder
}
