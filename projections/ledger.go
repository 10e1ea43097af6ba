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
	games  index[events.GameID] // account of each game
	rows   rows[account]
	heads  rows[events.Hash] // what the chains of games under way have come to
	free   []uint32          // heads of games that were
	broken map[events.GameID]*BrokenError
}

// account is a game of which something was admitted.
type account struct {
	game events.GameID
	n    int32
	over bool   // or damaged: nothing can follow
	head uint32 // its place among the heads, until then
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
		s.games = newIndex(func(i uint32) events.GameID { return s.rows.at(i).game })
		s.broken = make(map[events.GameID]*BrokenError)
	}
	return l
}

func (l *ledger) of(game events.GameID) *ledgerShard { return &l.shards[l.shard(game)] }

// account returns what is kept of a game, nil if nothing was admitted of it.
func (s *ledgerShard) account(game events.GameID) *account {
	i, ok := s.games.find(game)
	if !ok {
		return nil
	}
	return s.rows.at(i)
}

// look returns what is known of a game.
func (l *ledger) look(game events.GameID) standing {
	s := l.of(game)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if b := s.broken[game]; b != nil {
		return standing{n: b.N, broken: b}
	}
	if a := s.account(game); a != nil {
		return standing{n: int(a.n), over: a.over}
	}
	return standing{}
}

// head returns how far the chain of a game under way has come; false for any other.
func (l *ledger) head(game events.GameID) (n int, head events.Hash, ok bool) {
	s := l.of(game)
	s.mu.RLock()
	defer s.mu.RUnlock()
	a := s.account(game)
	if a == nil || a.over {
		return 0, events.Hash{}, false
	}
	return int(a.n), *s.heads.at(a.head), true
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
	a := s.account(e.Game)
	var k link
	if a != nil {
		k.n, k.over = int(a.n), a.over
		if !k.over {
			k.head = *s.heads.at(a.head)
		}
	}
	if err := k.follows(e); err != nil {
		return false, err
	}
	k.add(e)
	if a == nil {
		a = s.open(e.Game)
	}
	a.n = int32(k.n)
	if k.over {
		s.end(a)
	} else {
		*s.heads.at(a.head) = k.head
	}
	return true, nil
}

// open begins the account of a game.
func (s *ledgerShard) open(game events.GameID) *account {
	a := account{game: game}
	if n := len(s.free); n > 0 {
		a.head, s.free = s.free[n-1], s.free[:n-1]
	} else {
		a.head = s.heads.add(events.Hash{})
	}
	i := s.rows.add(a)
	s.games.add(game, i)
	return s.rows.at(i)
}

// end lets the head of a game go that nothing can follow any more.
func (s *ledgerShard) end(a *account) {
	if !a.over {
		a.over, s.free = true, append(s.free, a.head)
	}
}

// damage notes that nothing of a game behind event n can be trusted; n below 0
// stands for the version that the game has. It returns nil where the game was
// damaged before; that it is so from an earlier event on is noted all the same: who
// found it first may have known less of what the log can still give.
func (l *ledger) damage(game events.GameID, n int, why error) *BrokenError {
	s := l.of(game)
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.broken[game]; b != nil {
		if n >= 0 && n < b.N {
			earlier := *b // those who have the other may be reading it
			earlier.N, earlier.Why = n, why
			s.broken[game] = &earlier
		}
		return nil
	}
	if a := s.account(game); a != nil {
		s.end(a)
		if n < 0 {
			n = int(a.n)
		}
	}
	n = max(n, 0)
	b := &BrokenError{Game: game, N: n, Why: why}
	s.broken[game] = b
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
		total += int(s.rows.count)
		for game := range s.broken {
			if s.account(game) == nil { // damaged from the beginning
				total++
			}
		}
		s.mu.RUnlock()
	}
	return total
}
