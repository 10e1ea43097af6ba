package archive

import (
	"context"
	"iter"
	"os"
	"sync"

	"plylog/events"
)

// WriteMost is Write with at most so many events in a segment. It leaves it to the system
// when to write through to the disk: tests cut no power.
func WriteMost(ctx context.Context, dir string, shard, shards int, after uint64, note []byte, from iter.Seq2[*events.Event, error], most int) (int, error) {
	return write(ctx, dir, shard, shards, after, note, from, most, func(path string, b []byte) error {
		return os.WriteFile(path, b, 0o600)
	})
}

// decoder is shared: making one takes longer than most parsing.
var decoder = sync.OnceValues(newDecoder)

// Parse parses a segment.
func Parse(b []byte) (name string, raws [][]byte, err error) {
	zip, err := decoder()
	if err != nil {
		return "", nil, err
	}
	s, raws, err := parse(zip, b, stored)
	if err != nil {
		return "", nil, err
	}
	return s.name(), raws, nil
}
