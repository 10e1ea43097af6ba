package jetlog

import (
	"context"
	"path/filepath"

	"plylog/events/merkle"
)

// Connections is how many a log has.
const Connections = 1 + readConnections

// Unchecked starts a server on a folder without looking at what is stored there, as
// a server elsewhere does.
func Unchecked(ctx context.Context, dir string) (*Server, error) {
	s := &Server{dir: dir}
	err := s.run(ctx, EmbedOptions{Dir: dir, NoSync: true}, filepath.Join(dir, storeFolder))
	return s, err
}

// Room is what is asked before every append.
func (s *Server) Room() error { return s.room() }

// Leaves adds events to a tree as a check does; add says how many there are then.
func Leaves(t *merkle.Tree) (add func(raw []byte) int64, end func()) {
	l := newLeaves(t)
	return func(raw []byte) int64 { l.add(raw); return l.size }, l.end
}
