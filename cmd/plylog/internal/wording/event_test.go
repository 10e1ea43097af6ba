package wording

import (
	"testing"
	"time"

	"plylog/api/client"
	"plylog/events"
)

func TestEntry(t *testing.T) {
	at := time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		entry client.Entry
		want  string
	}{
		{"the creation is no seat's", client.Entry{N: 1, Type: events.TypeCreated, Time: at}, "   1  2026-11-30 07:00:00          created"},
		{"a seat's move", client.Entry{N: 3, Type: events.TypeMoved, Seat: events.First, Move: "c3", Time: at}, "   3  2026-11-30 07:00:00  first   c3"},
	} {
		if got := Entry(&c.entry); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
