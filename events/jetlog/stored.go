package jetlog

import (
	"cmp"
	"context"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// StoreFolder is the folder in a data folder in which the server keeps its
// streams: what CheckStore and Stored read.
func StoreFolder(dir string) string { return filepath.Join(dir, storeFolder) }

// StreamFolder is the folder of a stream in such a folder, of the log's or of others
// that stand beside it.
func StreamFolder(store, name string) string { return streamAt(store, name).Dir }

// StoredShards reads how many shards a store was made with that no server runs on.
// 0: there is none. Damage matters only if no stream says it.
func StoredShards(store string) (int, error) {
	found, err := findStreams(store)
	if err != nil {
		return 0, err
	}
	var first error
	for i := range found {
		cfg, err := readConfig(streamAt(store, StreamName(i)))
		if err == nil {
			if n, err := strconv.Atoi(cfg.Metadata[metaShards]); err == nil && n >= 1 && n <= mostShards {
				return n, nil
			}
			err = configDamage(streamAt(store, StreamName(i)), "it does not say how many shards there are")
		}
		first = cmp.Or(first, err)
	}
	return 0, first
}

// OtherStreams lists the streams of a store that are not the log's.
func OtherStreams(store string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(store, accountFolder))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !shardName.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Stored yields the events of a shard of a store that no server runs on, what is archived
// of it first, as bytes that are only good until the next one. A *blocks.Damage says what is wrong, and
// reading goes on behind it; any other error ends it.
func Stored(ctx context.Context, store string, shard, shards int) iter.Seq2[blocks.Record, error] {
	return func(yield func(blocks.Record, error) bool) {
		end, more := storedArchive(ctx, store, shard, yield)
		if !more {
			return
		}
		s := streamAt(store, StreamName(shard))
		s.First = end + 1
		if cfg, err := readConfig(s); err == nil {
			s.First = max(cfg.FirstSeq, 1)
		}
		for r, err := range s.Records(ctx) {
			if err == nil {
				if _, foreign := gameOf(r.Subject, shard, shards); foreign != nil || len(r.Data) > events.MostBytes {
					err = foreignRecord(s, r)
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// foreignRecord is damage: a whole record that this log has not written.
func foreignRecord(s blocks.Stream, r blocks.Record) error {
	return &blocks.Damage{File: s.Block(r.Block), Offset: r.Offset, From: r.Seq, To: r.Seq, Subject: string(r.Subject), Err: errForeign}
}
