package snapshot

import (
	"context"
	"time"

	"plylog/events"
)

// Stored tells of an event that was stored.
func (s *Snapshots) Stored(e *events.Event) {
	if e.N%s.every == 0 || e.Over() && e.N >= s.least {
		s.want(e.Game)
	}
}

// Evicted tells of a game that is no longer in memory, and of its version.
func (s *Snapshots) Evicted(game events.GameID, n int) {
	if n >= s.least {
		s.want(game)
	}
}

// Distrust has a game read from the log alone as long as the process runs: something
// is wrong with what is stored of it.
func (s *Snapshots) Distrust(game events.GameID) {
	s.mu.Lock()
	s.wrong[game] = true
	s.mu.Unlock()
	if err := s.folder.remove(game); err != nil {
		s.cfg.Logger.Warn("the snapshot of a damaged game could not be removed", "game", game, "err", err)
	}
}

func (s *Snapshots) distrusted(game events.GameID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrong[game]
}

// want has a snapshot made, unless that is to be done already or too many wait.
func (s *Snapshots) want(game events.GameID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.queued[game] || s.wrong[game] {
		return
	}
	select {
	case s.jobs <- game:
		s.queued[game] = true
	default:
		s.made(Dropped)
	}
}

// Run makes snapshots until ctx ends.
func (s *Snapshots) Run(ctx context.Context) {
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-rest.C:
		}
		select {
		case <-ctx.Done():
			return
		case game := <-s.jobs:
			began := time.Now()
			s.next(ctx, game)
			rest.Reset(restFor * time.Since(began))
		}
	}
}

// Next makes the snapshot that was asked for first, if there is one: for whoever makes
// them in a time of its own, in place of Run.
func (s *Snapshots) Next(ctx context.Context) bool {
	select {
	case game := <-s.jobs:
		s.next(ctx, game)
		return true
	default:
		return false
	}
}

// next makes the snapshot that was asked for.
func (s *Snapshots) next(ctx context.Context, game events.GameID) {
	s.mu.Lock()
	delete(s.queued, game) // whoever asks from now on may mean a later version
	s.mu.Unlock()
	switch err := s.make(ctx, game); {
	case ctx.Err() != nil:
	case err != nil:
		s.made(Failed)
		s.cfg.Logger.WarnContext(ctx, "a snapshot was not made", "game", game, "err", err)
	}
}

// make makes a game's snapshot, if it is worth it.
func (s *Snapshots) make(ctx context.Context, game events.GameID) error {
	list, err := s.find(game)
	if err != nil {
		s.ignore(ctx, game, err)
	}
	after, prev := uint64(0), events.Genesis(game)
	if n := len(list); n > 0 {
		// From its last event on, which shows that it is still the log's.
		after, prev, list = list[n-1].Seq-1, list[n-1].Prev, list[:n-1]
	}
	old := len(list)
	for e, err := range s.cfg.Log.Read(ctx, game, after) {
		if err != nil {
			return err
		}
		if e.N != len(list)+1 || e.Prev != prev {
			return s.folder.remove(game) // what is wrong with the game others find out
		}
		prev = e.Hash()
		list = append(list, e)
	}
	switch n := len(list); {
	case old > 0 && n == old:
		return s.folder.remove(game) // the log does not hold its last event
	case n < s.least, old > 0 && n == old+1, old > 0 && n <= old+s.least && !list[n-1].Over():
		return nil // there is no more of it, or too little
	}
	b, err := s.packer.pack(list)
	if err != nil {
		return err
	}
	if s.distrusted(game) {
		return nil
	}
	if err := s.folder.write(game, b); err != nil {
		return err
	}
	if s.distrusted(game) { // since
		return s.folder.remove(game)
	}
	s.made(Written)
	return nil
}
