package jetlog_test

import (
	"context"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// TestLeftAsItEnded leaves every way of reading in the moment in which its context
// ends: who has left is not called again.
func TestLeftAsItEnded(t *testing.T) {
	l := open(t, embed(t, jetlog.EmbedOptions{NoSync: true}).Connect, jetlog.Options{Shards: 1})
	g := logtest.NewGame(t)
	persist(t, l, g)
	persist(t, l, g)
	for name, read := range map[string]func(context.Context, func(*events.Event, error) bool){
		"follow": func(ctx context.Context, yield func(*events.Event, error) bool) { l.Follow(ctx, 0, 0)(yield) },
		"scan":   func(ctx context.Context, yield func(*events.Event, error) bool) { l.Scan(ctx, 0, 0)(yield) },
		"read":   func(ctx context.Context, yield func(*events.Event, error) bool) { l.Read(ctx, g.ID, 0)(yield) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		read(ctx, func(*events.Event, error) bool {
			calls++
			cancel()
			return false
		})
		if calls != 1 {
			t.Errorf("%s called %d times", name, calls)
		}
	}
}
