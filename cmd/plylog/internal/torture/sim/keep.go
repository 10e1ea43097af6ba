package sim

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"

	"plylog/events"
	"plylog/events/play"
	"plylog/events/snapshot"
)

// leastKept is how many events a game has that a snapshot is made of: few, since the
// games here are short.
const leastKept = 12

// keeping is the snapshots of a node, some of which have none: files that outlive its
// process, and that may be gone, old or spoilt when the next one reads them.
type keeping struct {
	*snapshot.Snapshots
	w     *world
	reads events.Reader // the snapshots, or what is planted before them
}

// Read implements events.Reader.
func (k *keeping) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return k.reads.Read(ctx, game, after)
}

// SnapshotRead implements snapshot.Observer.
func (w *world) SnapshotRead(outcome string) {
	w.seen[map[string]Moment{snapshot.Hit: SnapshotUsed, snapshot.Miss: SnapshotMissed, snapshot.Ignored: SnapshotIgnored}[outcome]]++
}

// SnapshotMade implements snapshot.Observer.
func (w *world) SnapshotMade(outcome string) {
	if outcome != snapshot.Dropped {
		w.seen[map[string]Moment{snapshot.Written: SnapshotMade, snapshot.Failed: SnapshotFailed}[outcome]]++
	}
}

// keep opens the snapshots of a node.
func (w *world) keep(n *node) *keeping {
	s, err := snapshot.New(snapshot.Config{
		Log: n.door, Path: n.folder, Key: secret, Least: leastKept, Observer: w, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		w.fault("opening snapshots: %v", err)
		return nil
	}
	return &keeping{Snapshots: s, w: w, reads: w.cfg.Plant.intoSnapshots(w, s)}
}

// makeSnapshot lets a node make the snapshot that was asked for first.
func (w *world) makeSnapshot(n *node) {
	if n.kept != nil && !n.stopping {
		w.begin(n, nil, func(t *task) { n.kept.Next(t.ctx) })
	}
}

// spoil does to the snapshots of a node what a disk, a power cut, a backup or a person
// does to files.
func (w *world) spoil(n *node) {
	if n.folder == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(n.folder, "*", "*"))
	if err != nil || len(files) == 0 {
		return
	}
	name := files[w.rng.IntN(len(files))]
	b, err := os.ReadFile(name)
	if err != nil {
		w.fault("reading a snapshot: %v", err)
		return
	}
	switch how := w.rng.IntN(6); {
	case how == 0:
		err = os.Remove(name)
	case how == 1 && len(b) > 0:
		b[w.rng.IntN(len(b))] ^= 1 << w.rng.IntN(8)
		err = os.WriteFile(name, b, 0o600)
	case how == 2:
		err = os.WriteFile(name, b[:w.rng.IntN(len(b)+1)], 0o600)
	case how == 3: // as a crash leaves it
		err = os.WriteFile(filepath.Join(filepath.Dir(name), "new-1"), b[:len(b)/2], 0o600)
	case how == 4 && w.old[name] != nil:
		err = os.WriteFile(name, w.old[name], 0o600)
	case how == 4:
		w.old[name] = b
	default: // of another game
		err = os.WriteFile(files[w.rng.IntN(len(files))], b, 0o600)
	}
	if err != nil {
		w.fault("spoiling a snapshot: %v", err)
	}
	w.seen[SnapshotSpoilt]++
}

// checkSnapshots holds what nodes give out of games by their snapshots to the log.
func (w *world) checkSnapshots(f finding) {
	for i, n := range w.nodes {
		if n.kept == nil {
			continue
		}
		for _, id := range f.order {
			at := 0
			for e, err := range n.kept.Read(context.Background(), id, 0) {
				if err != nil || at >= len(f.games[id]) || !bytes.Equal(e.Raw, f.games[id][at].Raw) || e.Seq != f.games[id][at].Seq {
					w.wrongf("node %d, game %s: event %d by the snapshot is not what the log has; %v", i, id, at+1, err)
					break
				}
				at++
			}
			if at < len(f.games[id]) {
				w.wrongf("node %d, game %s: %d events by the snapshot, %d in the log", i, id, at, len(f.games[id]))
			}
		}
	}
}

var _ play.Snapshots = (*keeping)(nil)
