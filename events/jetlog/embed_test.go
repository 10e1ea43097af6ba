package jetlog_test

import (
	"cmp"
	"context"
	"errors"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// embed starts a server on a folder of its own.
func embed(t testing.TB, o jetlog.EmbedOptions) *jetlog.Server {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := jetlog.Embed(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// How long a log waits for the store: patience where it answers, however slow the machine
// is, and soon where it is away.
const (
	patience = 2 * time.Minute
	soon     = 5 * time.Second
)

// open opens a log, which waits with patience unless it is told otherwise.
func open(t testing.TB, connect jetlog.Connect, o jetlog.Options) *jetlog.Log {
	t.Helper()
	o.AckWait, o.AnswerWait = cmp.Or(o.AckWait, patience), cmp.Or(o.AnswerWait, patience)
	l, err := jetlog.Open(t.Context(), connect, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// TestContractEmbedded runs the contract against one server, whatever way appends
// travel, and read from its files. That the server writes through to the disk is the default; here it
// would only cost time.
func TestContractEmbedded(t *testing.T) {
	for name, o := range map[string]jetlog.Options{"Batches": {BatchFrom: 2}, "AsItComes": {}, "Files": {}} {
		t.Run(name, func(t *testing.T) {
			s := embed(t, jetlog.EmbedOptions{NoSync: true})
			var l *jetlog.Log
			if name == "Files" {
				l = near(t, s, o)
			} else {
				l = open(t, s.Connect, o)
			}
			logtest.Run(t, func(*testing.T) events.Log { return l })
			if err := l.Health(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSyncAlways(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{})
	l := open(t, s.Connect, jetlog.Options{Shards: 2})
	g := logtest.NewGame(t)
	for range 5 {
		g.Append(t.Context(), t, l)
	}
}

func TestInUse(t *testing.T) {
	dir := t.TempDir()
	embed(t, jetlog.EmbedOptions{Dir: dir})
	_, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir})
	if !errors.Is(err, jetlog.ErrInUse) {
		t.Errorf("got %v", err)
	}
}

func TestNoSpace(t *testing.T) {
	_, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), MinFree: 1 << 62})
	if !errors.Is(err, jetlog.ErrNoSpace) {
		t.Errorf("got %v", err)
	}
}

func TestBefore(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("block 7 is broken")
	_, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir, Before: func(context.Context, string) error { return broken }})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	embed(t, jetlog.EmbedOptions{Dir: dir}) // the folder is free again
}
