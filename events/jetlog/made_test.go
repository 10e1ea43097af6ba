package jetlog_test

import (
	"sync"
	"testing"

	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// TestReadWhileMade reads games while their first event is stored by somebody else:
// there is no game yet, or there is one, and in no case is it damaged.
func TestReadWhileMade(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	one, two := open(t, s.Connect, jetlog.Options{Shards: 1}), open(t, s.Connect, jetlog.Options{})
	for range 400 {
		g := logtest.NewGame(t)
		var readers sync.WaitGroup
		stored := make(chan struct{})
		for range 2 {
			readers.Go(func() {
				for done, n := false, 0; !done || n == 0; {
					select {
					case <-stored:
						done = true
					default:
					}
					for _, err := range two.Read(t.Context(), g.ID, 0) {
						if n++; err != nil {
							t.Errorf("reading: %v", err)
							return
						}
					}
				}
			})
		}
		persist(t, one, g)
		close(stored)
		readers.Wait()
		if t.Failed() {
			return
		}
	}
}
