package snapshot

import (
	"errors"
	"log/slog"
	"sync"

	"plylog/events"
)

const (
	// usualLeast is how many events a game has that a snapshot is made of: fewer are read
	// from the log as soon.
	usualLeast = 32
	// waiting is how many snapshots may be waiting to be made. What is one too many is
	// left: it is made when the game is next read.
	waiting = 256
	// restFor is how many times as long as it worked whoever makes snapshots then rests.
	restFor = 3
)

// What became of reading a game from its beginning, for Observer.
const (
	Hit     = "hit"     // its snapshot was used
	Miss    = "miss"    // there was none, of a game that is long enough for one
	Ignored = "ignored" // there was one that could not be used
)

// What became of a snapshot that was to be made, for Observer.
const (
	Written = "written"
	Dropped = "dropped" // too many were waiting
	Failed  = "failed"
)

// Observer is told what becomes of snapshots, for metrics. Its methods are called
// concurrently.
type Observer interface {
	SnapshotRead(outcome string)
	SnapshotMade(outcome string)
}

// Config is what Snapshots are made of. Log, Path and Key are needed.
type Config struct {
	Log      events.Reader // the log itself
	Path     string        // the folder that they are kept in, which is theirs alone
	Key      []byte        // at least 16 bytes, known to nobody else: they are sealed with it
	Most     int64         // bytes that they may take; 0: 1 GiB
	Least    int           // events of a game that a snapshot is made of; a new one behind every twice as many. 0: 32
	Observer Observer      // nil: nobody
	Logger   *slog.Logger  // nil: slog.Default
}

// Snapshots reads games by their snapshots, and makes those. Safe for concurrent use.
type Snapshots struct {
	cfg    Config
	packer *packer
	folder *folder
	least  int // see Config
	every  int
	jobs   chan events.GameID

	mu     sync.Mutex
	queued map[events.GameID]bool
	wrong  map[events.GameID]bool
}

// New makes Snapshots. None are made before Run.
func New(cfg Config) (*Snapshots, error) {
	if cfg.Log == nil || cfg.Path == "" {
		return nil, errors.New("snapshot: a log and a folder are needed")
	}
	if cfg.Most <= 0 {
		cfg.Most = 1 << 30
	}
	if cfg.Least <= 0 {
		cfg.Least = usualLeast
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	p, err := newPacker(cfg.Key)
	if err != nil {
		return nil, err
	}
	return &Snapshots{
		cfg: cfg, packer: p, least: cfg.Least, every: 2 * cfg.Least, folder: &folder{path: cfg.Path, most: max(cfg.Most/folders, 1)},
		jobs: make(chan events.GameID, waiting), queued: make(map[events.GameID]bool), wrong: make(map[events.GameID]bool),
	}, nil
}

func (s *Snapshots) read(outcome string) {
	if s.cfg.Observer != nil {
		s.cfg.Observer.SnapshotRead(outcome)
	}
}

func (s *Snapshots) made(outcome string) {
	if s.cfg.Observer != nil {
		s.cfg.Observer.SnapshotMade(outcome)
	}
}
