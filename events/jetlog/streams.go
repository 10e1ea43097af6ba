package jetlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
)

// The stream metadata that says how a store was made.
const (
	metaShards = "plylog_shards"
	metaFormat = "plylog_format"
	format     = "1"
)

// streamConfig is how the stream of a shard is made whose events from a position on it is
// to hold.
func streamConfig(shard, shards, replicas int, first uint64) jetstream.StreamConfig {
	if first == 1 {
		first = 0 // as streams say it that begin where all do
	}
	return jetstream.StreamConfig{
		Name:               StreamName(shard),
		Description:        fmt.Sprintf("plylog: events of shard %d of %d", shard, shards),
		Subjects:           []string{StreamSubject(shard)},
		Retention:          jetstream.LimitsPolicy,
		MaxConsumers:       -1,
		MaxMsgs:            -1,
		MaxBytes:           -1,
		MaxMsgsPerSubject:  -1,
		Discard:            jetstream.DiscardNew,
		MaxMsgSize:         events.MostBytes + mostHeaders,
		Storage:            jetstream.FileStorage,
		Replicas:           replicas,
		FirstSeq:           first,
		DenyDelete:         true,
		DenyPurge:          true,
		AllowDirect:        true,
		AllowAtomicPublish: true,
		Compression:        jetstream.NoCompression,
		Metadata:           map[string]string{metaShards: strconv.Itoa(shards), metaFormat: format},
	}
}

// drift lists in which ways a stream is not what the log needs. Limits and
// switches that lose events count; a description does not.
func drift(got, want jetstream.StreamConfig) []string {
	var list []string
	check := func(ok bool, what string, got any) {
		if !ok {
			list = append(list, fmt.Sprintf("%s is %v", what, got))
		}
	}
	check(slices.Equal(got.Subjects, want.Subjects), "subjects", got.Subjects)
	check(got.Retention == want.Retention, "retention", got.Retention)
	check(got.Storage == want.Storage, "storage", got.Storage)
	check(got.Replicas == want.Replicas, "replicas", got.Replicas)
	check(max(got.FirstSeq, 1) == max(want.FirstSeq, 1), "first_seq", got.FirstSeq)
	check(got.MaxAge == 0, "max_age", got.MaxAge)
	check(got.MaxMsgs == -1, "max_msgs", got.MaxMsgs)
	check(got.MaxMsgsPerSubject == -1, "max_msgs_per_subject", got.MaxMsgsPerSubject)
	check(got.MaxBytes == -1 || got.Discard == jetstream.DiscardNew, "discard", got.Discard)
	check(got.MaxMsgSize == -1 || got.MaxMsgSize >= want.MaxMsgSize, "max_msg_size", got.MaxMsgSize)
	check(got.DenyDelete, "deny_delete", got.DenyDelete)
	check(got.DenyPurge, "deny_purge", got.DenyPurge)
	check(!got.AllowRollup, "allow_rollup_hdrs", got.AllowRollup)
	check(!got.AllowMsgTTL, "allow_msg_ttl", got.AllowMsgTTL)
	check(!got.Sealed, "sealed", got.Sealed)
	check(!got.NoAck, "no_ack", got.NoAck)
	check(got.AllowDirect, "allow_direct", got.AllowDirect)
	check(got.AllowAtomicPublish, "allow_atomic", got.AllowAtomicPublish)
	check(got.Compression == jetstream.NoCompression, "compression", got.Compression)
	check(got.PersistMode == jetstream.DefaultPersistMode, "persist_mode", got.PersistMode)
	check(got.Mirror == nil && len(got.Sources) == 0, "mirror or sources", "set")
	check(got.SubjectTransform == nil, "subject_transform", "set")
	check(got.RePublish == nil, "republish (it delays every answer)", "set")
	return list
}

// prepare finds the streams of a store, or makes them where there are none, and
// returns their number and their replicas.
//
// The stream of shard 0 is made last: once it is there the store is complete, and
// a stream that is missing later has been lost.
func prepare(ctx context.Context, js jetstream.JetStream, o Options) (shards, replicas int, err error) {
	if o.Shards < 0 || o.Shards > mostShards {
		return 0, 0, fmt.Errorf("%w: %d shards; want 1 to %d", ErrConfig, o.Shards, mostShards)
	}
	found, err := streams(ctx, js)
	if err != nil {
		return 0, 0, err
	}
	shards, replicas, made, err := recorded(found)
	if err != nil {
		return 0, 0, err
	}
	if shards == 0 {
		replicas = cmp.Or(o.Replicas, 1)
		shards = cmp.Or(o.Shards, DefaultShards)
		if o.Shards == 0 && replicas > 1 {
			shards = ClusterShards
		}
		if n := o.Archive.Shards(); n > 0 {
			shards = n
		}
	}
	if n := o.Archive.Shards(); n > 0 && n != shards {
		return 0, 0, fmt.Errorf("%w: %d, and what is archived is of %d", errBegins, shards, n)
	}
	if o.Shards != 0 && o.Shards != shards {
		return 0, 0, &ShardsError{Store: shards, Asked: o.Shards}
	}
	if o.Replicas != 0 {
		replicas = o.Replicas
	}
	for shard := shards - 1; shard >= 0; shard-- {
		want := streamConfig(shard, shards, replicas, o.Archive.End(shard)+1)
		info, ok := found[want.Name]
		if !ok {
			if made {
				return 0, 0, fmt.Errorf("%w: stream %s is missing", events.ErrDamaged, want.Name)
			}
			s, err := js.CreateStream(ctx, want)
			if err != nil {
				return 0, 0, fmt.Errorf("making stream %s: %w", want.Name, err)
			}
			info = s.CachedInfo()
		}
		if list := drift(info.Config, want); len(list) > 0 {
			return 0, 0, fmt.Errorf("%w: %s: %s", ErrConfig, want.Name, strings.Join(list, ", "))
		}
	}
	return shards, replicas, nil
}

// streams finds the streams of a store by name. The list of names comes from
// whoever assigns streams to servers, so that none is missing from it only because
// it has no leader just now.
func streams(ctx context.Context, js jetstream.JetStream) (map[string]*jetstream.StreamInfo, error) {
	found := make(map[string]*jetstream.StreamInfo)
	list := js.StreamNames(ctx, jetstream.WithStreamListSubject(subjectRoot+">"))
	for name := range list.Name() {
		s, err := js.Stream(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("asking about stream %s: %w", name, err)
		}
		found[name] = s.CachedInfo()
	}
	if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return nil, fmt.Errorf("listing streams: %w", err)
	}
	return found, nil
}

// recorded reads from the streams how the store was made, and whether making it
// was finished. It returns 0 shards for an empty store.
func recorded(found map[string]*jetstream.StreamInfo) (shards, replicas int, made bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(found)) {
		info := found[name]
		n, err := strconv.Atoi(info.Config.Metadata[metaShards])
		if err != nil || n < 1 || n > mostShards || info.Config.Metadata[metaFormat] != format {
			return 0, 0, false, fmt.Errorf("%w: %s listens below %s and is no stream of this log", ErrConfig, name, subjectRoot)
		}
		if shards != 0 && n != shards {
			return 0, 0, false, fmt.Errorf("%w: %s says that there are %d shards, others say %d", ErrConfig, name, n, shards)
		}
		shards, replicas = n, info.Config.Replicas
	}
	_, made = found[StreamName(0)]
	if !made {
		for name, info := range found {
			if info.State.LastSeq > 0 {
				return 0, 0, false, fmt.Errorf("%w: stream %s is missing, and %s has events", events.ErrDamaged, StreamName(0), name)
			}
		}
	}
	return shards, replicas, made, nil
}

// Stream is a stream of a store as it stands.
type Stream struct {
	Shard int
	Info  *jetstream.StreamInfo
	Drift []string // in which ways it is not what the log needs
}

// Look returns the streams of a store, by shard; none where there is no store.
// Nothing is changed.
func Look(ctx context.Context, js jetstream.JetStream) ([]Stream, error) {
	found, err := streams(ctx, js)
	if err != nil {
		return nil, err
	}
	shards, _, made, err := recorded(found)
	if err != nil {
		return nil, err
	}
	var list []Stream
	for shard := range shards {
		info, ok := found[StreamName(shard)]
		if !ok {
			if made {
				return nil, fmt.Errorf("%w: stream %s is missing", events.ErrDamaged, StreamName(shard))
			}
			continue
		}
		list = append(list, Stream{shard, info, drift(info.Config, streamConfig(shard, shards, info.Config.Replicas, 1))})
	}
	return list, nil
}
