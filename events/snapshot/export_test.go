package snapshot

import (
	"context"
	"os"

	"plylog/events"
)

// Eager makes snapshots of every game, however short.
func (s *Snapshots) Eager() { s.least, s.every = 1, 1 }

// Make makes a snapshot now.
func (s *Snapshots) Make(ctx context.Context, game events.GameID) error { return s.make(ctx, game) }

// File is where a game's snapshot is.
func (s *Snapshots) File(game events.GameID) string { return s.folder.name(game) }

// Put writes a file in the place of a game's snapshot.
func (s *Snapshots) Put(game events.GameID, b []byte) error { return s.folder.write(game, b) }

// Pack packs events as a snapshot, whatever they are.
func (s *Snapshots) Pack(list []*events.Event) ([]byte, error) { return s.packer.pack(list) }

// Unpack reads a snapshot.
func (s *Snapshots) Unpack(game events.GameID, b []byte) ([]*events.Event, error) {
	return s.packer.unpack(game, b)
}

// Seal makes a body, unpacked, a snapshot that was not changed since.
func (s *Snapshots) Seal(h []byte, body []byte) []byte {
	b := append([]byte(magic), make([]byte, headAt-macAt)...)
	b = s.packer.zip.EncodeAll(body, append(b, h...))
	copy(b[macAt:], s.packer.mac(b))
	return b
}

// Bytes is how much room the snapshots take.
func (s *Snapshots) Bytes() (total int64) {
	for i := range folders {
		entries, _ := os.ReadDir(s.folder.dir(byte(i)))
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				total += info.Size()
			}
		}
	}
	return total
}
