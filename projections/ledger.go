package projections

import (
	"sync"

	"plylog/events"
)

// ledger knows of every game how far its checked chain has come. Of games that
// are over it keeps the version alone: nothing can follow.
type ledger struct {
	shard  func(events.GameID) int
	shards []ledgerShard
}

type ledgerShard struct {
	mu     sync.RWMutex
	live   map[events.GameID]link
	over   map[events.GameID]int32
	broken map[events.GameID]*BrokenError
}

// standing is what the ledger knows of a game.
type standing struct {
	n      int // version; 0: unknown game
	over   bool
	broken *BrokenError // not nil: damaged
}

func newLedger(log events.Log) *ledger {
	l := &ledger{shard: log.Shard, shards: make([]ledgerShard, log.Shards())}
	for i := range l.shards {
		s := &l.shards[i]
		s.live = make(map[events.GameID]link)
		s.over = make(map[events.GameID]int32)
		s.broken = make(map[events.GameID]*BrokenError)
	}
	return l
}

func (l *ledger) of(game events.GameID) *ledgerShard { return &l.shards[l.shard(game)] }

// look returns what is known of a game.
func (l *ledger) look(game events.GameID) standing {
	s := l.of(game)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if b := s.broken[game]; b != nil {
		return standing{n: b.N, broken: b}
	}
	if k, ok := s.live[game]; ok {
		return standing{n: k.n}
	}
	if n, ok := s.over[game]; ok {
		return standing{n: int(n), over: true}
	}
	return standing{}
}

// admit takes an event into its game's chain. ok is false where the game was
// damaged before; an error says why it is damaged now.
func (l *ledger) admit(e *events.Event) (ok bool, err error) {
	s := l.of(e.Game)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken[e.Game] != nil {
		return false, nil
	}
	k, ok := s.live[e.Game]
	if !ok {
		if n, done := s.over[e.Game]; done {
			k = link{n: int(n), over: true}
		}
	}
	if err := k.follows(e); err != nil {
		return false, err
	}
	k.add(e)
	if k.over {
		delete(s.live, e.Game)
		s.over[e.Game] = int32(k.n)
	} else {
		s.live[e.Game] = k
	}
	return true, nil
}

// damage notes that nothing of a game behind event n can be trusted; n below 0
// stands for the version that the game has. It returns nil where the game was
// damaged before.
func (l *ledger) damage(game events.GameID, n int, why error) *BrokenError {
	s := l.of(game)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken[game] != nil {
		return nil
	}
	if n < 0 {
		n = int(s.over[game])
		if k, ok := s.live[game]; ok {
			n = k.n
		}
	}
	b := &BrokenError{Game: game, N: n, Why: why}
	s.broken[game] = b
	delete(s.live, game)
	delete(s.over, game)
	return b
}

// close notes that a damaged game was closed.
func (l *ledger) close(game events.GameID, how *Act) {
	s := l.of(game)
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.broken[game]; b != nil && b.Closed == nil {
		closed := *b // those who have the other may be reading it
		closed.Closed = how
		s.broken[game] = &closed
	}
}

// games returns how many games are known.
func (l *ledger) games() int {
	total := 0
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.RLock()
		total += len(s.live) + len(s.over) + len(s.broken)
		s.mu.RUnlock()
	}
	return total
}
