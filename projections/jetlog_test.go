package projections_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"plylog/events/jetlog"
	"plylog/projections"
)

// opened is a store on a JetStream server inside this process.
func opened(t *testing.T, dir string) (*jetlog.Log, func()) {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir, NoSync: true, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	l, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{Shards: 2, Logger: quiet})
	if err != nil {
		s.Close()
		t.Fatal(err)
	}
	return l, func() {
		l.Close()
		s.Close()
	}
}

// On a real store, across a restart of everything: what is served is the same,
// and readers go on where they were.
func TestOnJetStream(t *testing.T) {
	dir := t.TempDir()
	log, closeLog := opened(t, dir)
	set := made(t, projections.Config{Log: log})
	stop := running(t, set)
	var games []*game
	for i := range 6 {
		g := newGame(log, i)
		g.play(t, 10+i)
		games = append(games, g)
	}
	before := map[int]map[string]string{}
	var readers []*projections.Reader
	for i, g := range games {
		g.wait(t, set)
		before[i] = everything(t, set, g.id)
		checkState(t, g, before[i]["board"], g.n)
		r, err := set.Feed.Subscribe(t.Context(), g.id, i)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read(t.Context(), r, i, 5); err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	stop()
	closeLog()

	log, closeLog = opened(t, dir)
	defer closeLog()
	set = made(t, projections.Config{Log: log})
	defer running(t, set)()
	<-set.Ready()
	for i, g := range games {
		g.log = log
		same(t, fmt.Sprint("game ", i, " after a restart"), everything(t, set, g.id), before[i])
		r, err := set.Feed.Subscribe(t.Context(), g.id, readers[i].Version())
		if err != nil {
			t.Fatal(err)
		}
		g.move(t, "x")
		g.end(t)
		if n, err := read(t.Context(), r, readers[i].Version(), 0); n != g.n || !errors.Is(err, projections.Over) {
			t.Errorf("game %d read to %d of %d: %v", i, n, g.n, err)
		}
		g.wait(t, set)
	}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{})
	if err != nil || r.Equal != len(games) || r.Wrong > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
