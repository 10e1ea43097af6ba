package node

import (
	"log/slog"

	"plylog/api/metrics"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events"
	"plylog/events/snapshot"
)

// openSnapshots opens the snapshots of a data folder. Every node has its own, also on a
// cluster: they are copies, and whoever lacks one makes it. nil: none are kept.
func openSnapshots(dir *datadir.Dir, log events.Log, secret []byte, s Settings, watch *metrics.Set, logger *slog.Logger) (*snapshot.Snapshots, error) {
	if s.Snapshots == 0 {
		return nil, nil
	}
	return snapshot.New(snapshot.Config{
		Log: log, Path: dir.Snapshots(), Key: secret, Most: int64(s.Snapshots) << 20, Observer: watch, Logger: logger,
	})
}
