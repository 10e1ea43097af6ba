package merkle

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrFork is wrapped where a log shows a checkpoint that no log can have that has
// shown the ones before: it has a second history, or has lost part of its first.
var ErrFork = errors.New("the log has forked")

// Witness watches the checkpoints of one store and cosigns those that only add to
// what it has seen. Not for concurrent use.
type Witness struct {
	key     *Key
	trust   Trust
	archive *Archive
	seen    *Summary
	now     func() time.Time
}

// NewWitness goes on where an archive of cosigned checkpoints ends. trust is the key
// of the store; keys that follow from it by rotations in the archive are trusted too.
func NewWitness(key *Key, trust Trust, a *Archive, seen *Summary, now func() time.Time) (*Witness, error) {
	if key.public.kind != kindCosigner {
		return nil, fmt.Errorf("%w: the key of %s is no witness' key", ErrMalformed, key.public.name)
	}
	w := &Witness{key: key, trust: seen.Trust(trust), archive: a, seen: seen, now: now}
	return w, seen.Check(trust)
}

// Rotation takes note of a rotation that begins with a key that is trusted; one that
// is known already changes nothing. Errors are those of ParseRotation, ErrRotation
// and of writing.
func (w *Witness) Rotation(msg []byte) error {
	r, err := ParseRotation(msg)
	if err != nil {
		return err
	}
	known, next := false, false
	for _, k := range w.trust {
		known, next = known || k == r.Old, next || k == r.New
	}
	switch {
	case next:
		return nil
	case !known:
		return fmt.Errorf("%w: %s is not trusted", ErrRotation, r.Old)
	}
	if err := w.seen.Rotate(r); err != nil {
		return err
	}
	if err := w.archive.Append(msg); err != nil {
		return err
	}
	w.trust = append(w.trust, r.New)
	return nil
}

// Observe checks a signed checkpoint against the newest that was cosigned of its
// log, with tiles that the log serves, and cosigns it. It is on disk before it is
// returned. nil without an error: it was cosigned before. Errors wrap ErrFork where
// the log contradicts itself; any other says that nothing is known, and nothing is
// cosigned.
func (w *Witness) Observe(ctx context.Context, msg []byte, read Tiles) ([]byte, error) {
	s, err := w.trust.Open(msg)
	if err != nil {
		return nil, err
	}
	if last, ok := w.seen.Last[s.Origin]; ok {
		old := last.Checkpoint
		switch {
		case s.Size < old.Size:
			return nil, fmt.Errorf("%w: %s went back from %d events to %d", ErrFork, s.Origin, old.Size, s.Size)
		case s.Size == old.Size && s.Root == old.Root:
			return nil, nil
		case s.Size == old.Size:
			return nil, fmt.Errorf("%w: %s has two roots over %d events, %s and %s", ErrFork, s.Origin, s.Size, old.Root, s.Root)
		}
		// Tiles are held to the new root, so the root over the old size is the new
		// tree's own.
		root, err := read.Root(ctx, s.Checkpoint, old.Size)
		if err != nil {
			return nil, fmt.Errorf("asking %s whether it has only grown: %w", s.Origin, err)
		}
		if root != old.Root {
			return nil, fmt.Errorf("%w: the first %d events of %s had root %s and now have %s", ErrFork, old.Size, s.Origin, old.Root, root)
		}
	}
	both, err := w.key.Cosign(s, w.trust, w.now())
	if err != nil {
		return nil, err
	}
	if err := w.archive.Append(both); err != nil {
		return nil, err
	}
	c := s.Checkpoint
	w.seen.Last[s.Origin] = Record{Note: both, Checkpoint: &c}
	return both, nil
}
