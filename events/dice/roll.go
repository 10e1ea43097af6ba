package dice

import (
	"crypto/sha256"
	"encoding/binary"
)

// Shares are the three shares of one roll.
type Shares struct {
	Server, First, Second Link
}

// Stream yields the dice of one roll: one after another for as long as they are
// asked for. An opening tie takes further pairs of the same stream.
type Stream struct {
	outcome Link
	block   Link
	next    uint32 // number of the next block
	at      int    // next byte of block
	skipped int
}

// Throw begins the dice of roll number roll (from 1) with its three shares.
func Throw(game [16]byte, roll int, s Shares) *Stream {
	var b [len(rollTag) + 16 + 4 + 3*sha256.Size]byte
	n := copy(b[:], rollTag)
	n += copy(b[n:], game[:])
	binary.BigEndian.PutUint32(b[n:], uint32(roll))
	n += 4
	n += copy(b[n:], s.Server[:])
	n += copy(b[n:], s.First[:])
	copy(b[n:], s.Second[:])
	return &Stream{outcome: sha256.Sum256(b[:]), at: sha256.Size}
}

// Outcome returns the hash that the dice follow from.
func (s *Stream) Outcome() Link { return s.outcome }

// Skipped returns how many bytes were passed over so far because they would
// have favoured some faces.
func (s *Stream) Skipped() int { return s.skipped }

// Die returns the next die, 1 to 6: bytes from 252 up are skipped, so that each
// face is as likely.
func (s *Stream) Die() int {
	for {
		if s.at == sha256.Size {
			var b [len(bytesTag) + sha256.Size + 4]byte
			n := copy(b[:], bytesTag)
			n += copy(b[n:], s.outcome[:])
			binary.BigEndian.PutUint32(b[n:], s.next)
			s.block, s.at = sha256.Sum256(b[:]), 0
			s.next++
		}
		v := s.block[s.at]
		s.at++
		if v < 252 {
			return int(v)%6 + 1
		}
		s.skipped++
	}
}

// Pair returns the next two dice.
func (s *Stream) Pair() [2]int {
	a := s.Die()
	return [2]int{a, s.Die()}
}
