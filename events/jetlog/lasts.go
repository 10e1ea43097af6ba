package jetlog

import (
	"encoding/binary"
	"sync"

	"plylog/events"
)

// lasts remembers of every game of a shard the last of its events that was read here. It
// says where to look and proves nothing: a game is known by half of its id, and may have
// gone on. It takes some 24 bytes a game, and is kept where the files are at hand and the
// stream has all of every game.
type lasts struct {
	mu   sync.RWMutex
	at   map[uint64]uint64
	most uint64 // the last position of all
}

func (l *lasts) note(game events.GameID, seq uint64) {
	key := binary.BigEndian.Uint64(game[8:]) // the half that is by chance
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at == nil {
		l.at = make(map[uint64]uint64)
	}
	if seq <= l.most && seq <= l.at[key] {
		return
	}
	l.at[key], l.most = seq, max(l.most, seq)
}

// of returns the position of a game's last event, as far as it is known; 0: not at all.
func (l *lasts) of(game events.GameID) uint64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.at[binary.BigEndian.Uint64(game[8:])]
}
