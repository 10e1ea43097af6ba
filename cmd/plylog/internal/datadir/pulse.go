package datadir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// pulseEvery is how often a running server notes that it runs, and so how much
// of a player's time a crash may cost at most.
const pulseEvery = time.Second

const pulseFile = "alive"

// LastAlive returns when a server was last known to run on this folder: when it
// stopped, or at most a second before it was killed. The zero time where nobody
// knows: a new folder, or a note that cannot be read, which costs nothing but
// the time that passed.
func (d *Dir) LastAlive() (time.Time, error) { return LastAlive(d.path) }

// LastAlive is the same of the folder at a path, whoever holds it.
func LastAlive(path string) (time.Time, error) {
	b, err := os.ReadFile(filepath.Join(path, pulseFile))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("reading when a server last ran: %w", err)
	}
	at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(string(b)))
	if err != nil {
		return time.Time{}, fmt.Errorf("reading when a server last ran: %w", err)
	}
	return at, nil
}

// Pulse notes every second that a server runs, until ctx ends, and then once
// more. The note is replaced, not overwritten, so that a crash leaves an old one
// and never half of one. It is not synced: after a power cut the players are
// given more time, not less. A note that cannot be written (on a full disk) is no
// reason to stop: failed is told, and the next second tries again.
func (d *Dir) Pulse(ctx context.Context, now func() time.Time, failed func(error)) {
	tick := time.NewTicker(pulseEvery)
	defer tick.Stop()
	for {
		if err := d.note(now()); err != nil {
			failed(err)
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

func (d *Dir) note(at time.Time) error {
	path := filepath.Join(d.path, pulseFile)
	if err := os.WriteFile(path+".new", []byte(at.UTC().Format(time.RFC3339Nano)+"\n"), 0o600); err != nil {
		return fmt.Errorf("noting that the server runs: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("noting that the server runs: %w", err)
	}
	return nil
}
