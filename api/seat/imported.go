package seat

import "plylog/events"

// Imported derives the id of an imported game from the caller's idempotency key
// and where the game stands: the hash of its file and its number there.
func (m *Mint) Imported(key events.CommandID, file, number string) events.GameID {
	return events.GameID(events.DeriveID("plylog-import/1 game", m.ids, string(key[:]), file, number))
}
