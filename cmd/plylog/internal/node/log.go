package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"plylog/api/metrics"
	"plylog/api/people/vault"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events"
	"plylog/events/archive"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// store is the log that a server stands on, and what keeps it.
type store struct {
	events.Log                // all of it, archived or not
	hot        *jetlog.Log    // what of it is not archived
	embedded   *jetlog.Server // nil: the log is on a cluster
	connect    jetlog.Connect // to what keeps it
	answers    *answers       // on a cluster: where it is heard that events are stored
	beside     *jetlog.Beside // on a cluster: connections that go where those of the log go
}

// openStore opens the log, in the data folder or on a NATS cluster, once it is sure that
// the secret of the folder is that of the log.
func openStore(ctx context.Context, dir *datadir.Dir, s Settings, watch *metrics.Set, logger *slog.Logger) (*store, error) {
	log, err := openLog(ctx, dir, s, watch, logger)
	if err != nil {
		return nil, err
	}
	if err := sameSecret(ctx, dir, &s, log.connect, logger); err != nil {
		log.Close()
		return nil, err
	}
	return log, nil
}

// openLog opens the log where it is.
func openLog(ctx context.Context, dir *datadir.Dir, s Settings, watch *metrics.Set, logger *slog.Logger) (*store, error) {
	options := jetlog.Options{Shards: s.Shards, Replicas: s.Replicas, Logger: logger, Observe: jetlog.Observer{
		Appended: watch.Appended, Written: watch.Written, Conflict: watch.Conflict, Unknown: watch.Unknown, Retried: watch.Resent,
		Stands: watch.Stands, Moved: watch.Moved,
	}}
	if s.NATS != "" {
		return openCluster(ctx, &s, options, logger)
	}
	signed, err := merkle.ReadSigned(s.Data)
	if err != nil {
		return nil, notSigned(err)
	}
	how := jetlog.EmbedOptions{Dir: dir.Log(), Check: jetlog.Check{Signed: signed, Beside: []string{vault.Stream}}, Logger: quiet(logger)}
	if err := s.port(&how, logger); err != nil {
		return nil, err
	}
	embedded, err := jetlog.Embed(ctx, how)
	if err != nil {
		return nil, err
	}
	tell(embedded.Checked(), watch, logger)
	options.Alone = true // clients of the port do not reach the log
	log, err := embedded.Open(ctx, options)
	if err != nil {
		embedded.Close()
		return nil, err
	}
	return &store{Log: archive.Over(embedded.Archive(), log), hot: log, embedded: embedded, connect: embedded.Connect}, nil
}

// tell says what was found in the store that a crash has left there.
func tell(checked []jetlog.Checked, watch *metrics.Set, logger *slog.Logger) {
	for shard, c := range checked {
		if c.Torn != nil {
			watch.Torn()
			logger.Warn("the last write was cut off before it was acknowledged; it is removed", "shard", shard, "events", c.Events,
				"file", c.Torn.File, "at", c.Torn.Offset)
		}
		logger.Debug("every stored event was checked", "shard", shard, "events", c.Events, "bytes", c.Bytes)
	}
}

// trees are over the events that were held to the last checkpoints before the start.
func (s *store) trees() (list []*merkle.Tree) {
	if s.embedded == nil {
		return nil
	}
	for _, c := range s.embedded.Checked() {
		list = append(list, c.Tree)
	}
	return list
}

// leastFree is the free space in bytes below which a server says that it is not
// well: a full disk would stop its log until a restart.
const leastFree = 64 << 20

// errDiskFull is why a server with too little space is not ready.
var errDiskFull = errors.New("too little free disk space")

// well says why the store should not be written to, or nil.
func (s *store) well(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if err := s.hot.Health(ctx); err != nil {
		return err
	}
	if s.embedded == nil {
		return nil
	}
	free, err := s.embedded.FreeSpace()
	if err != nil {
		return fmt.Errorf("asking for free space: %w", err)
	}
	if free < leastFree {
		return fmt.Errorf("%w: %d MiB; make room, and it goes on by itself", errDiskFull, free>>20)
	}
	return nil
}

// url is where NATS clients connect to a server in this process; empty where they
// cannot.
func (s *store) url() string {
	if s.embedded == nil {
		return ""
	}
	return s.embedded.URL()
}

// Close closes the log and, where it runs in this process, what keeps it.
func (s *store) Close() {
	s.hot.Close()
	if s.embedded != nil {
		s.embedded.Close()
	}
}

// quiet is a logger for the embedded server, whose notices of every start and
// stream say nothing to whoever runs plylog.
func quiet(logger *slog.Logger) *slog.Logger {
	return slog.New(atLeast{logger.Handler(), slog.LevelWarn})
}

// atLeast is a handler without the records below a level, unless the handler
// behind it is set to show debugging.
type atLeast struct {
	slog.Handler
	level slog.Level
}

// Enabled implements slog.Handler.
func (h atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return (l >= h.level || h.Handler.Enabled(ctx, slog.LevelDebug)) && h.Handler.Enabled(ctx, l)
}

// WithAttrs implements slog.Handler.
func (h atLeast) WithAttrs(a []slog.Attr) slog.Handler {
	return atLeast{h.Handler.WithAttrs(a), h.level}
}

// WithGroup implements slog.Handler.
func (h atLeast) WithGroup(name string) slog.Handler {
	return atLeast{h.Handler.WithGroup(name), h.level}
}
