package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"plylog/events"
)

// source names a game for ever: the content of its file and its place in it.
type source struct {
	hash string // SHA-256 of the file
	game int    // from 0
}

// hashOf is the hash of a file's content.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// create is the idempotency key of the create.
func (s source) create() events.CommandID {
	return events.DeriveID("plylog-import/1 create", s.hash, strconv.Itoa(s.game))
}

// CreateKey is the idempotency key under which game number n (from 0) of a file
// is created. Whoever creates it first creates it for all.
func CreateKey(file []byte, n int) events.CommandID { return source{hashOf(file), n}.create() }

// command is the id of the game's command number n, from 0.
func (s source) command(n int) events.CommandID {
	return events.DeriveID("plylog-import/1 command", s.hash, strconv.Itoa(s.game), strconv.Itoa(n))
}
