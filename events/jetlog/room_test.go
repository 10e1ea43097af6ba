package jetlog_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// Where there is no room an append is refused at once and nothing is sent; reading
// goes on, and with room again so does appending.
func TestNoRoom(t *testing.T) {
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	var full atomic.Bool
	log, err := s.Open(t.Context(), jetlog.Options{Room: func() error {
		if full.Load() {
			return events.ErrFull
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, log)
	full.Store(true)
	if _, err := log.Append(t.Context(), g.Seq, g.Next(t)); !errors.Is(err, events.ErrFull) {
		t.Errorf("no room: %v", err)
	}
	n := 0
	for _, err := range log.Read(t.Context(), g.ID, 0) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d events", n)
	}
	full.Store(false)
	g.Append(t.Context(), t, log)
}
