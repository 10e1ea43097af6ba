package api_test

import (
	"fmt"
	"slices"
	"testing"

	"plylog/events"
	"plylog/events/jetlog"
)

// onDisk opens a log that is written through to a folder. close stops it early;
// it may be called again.
func onDisk(tb testing.TB, dir string) (log events.Log, close func()) {
	tb.Helper()
	s, err := jetlog.Embed(tb.Context(), jetlog.EmbedOptions{Dir: dir})
	if err != nil {
		tb.Fatal(err)
	}
	l, err := jetlog.Open(tb.Context(), s.Connect, jetlog.Options{Shards: 2})
	if err != nil {
		s.Close()
		tb.Fatal(err)
	}
	close = func() { l.Close(); s.Close() }
	tb.Cleanup(close)
	return l, close
}

// The exchanges of all games over the log that servers have, with another process
// in the middle: commands that were answered before are answered alike after.
func TestExchangesOnDisk(t *testing.T) {
	dir := t.TempDir()
	log, stop := onDisk(t, dir)
	w := newWorld(t, log)
	type done struct {
		g       *game
		s       step
		key     header
		answer  string
		version float64
	}
	var all []done
	for _, x := range exchanges {
		var more []string
		if x.create != "" {
			more = []string{x.create}
		}
		g := w.newGame(x.kind, more...)
		for i, s := range x.steps {
			k := key(id(fmt.Sprint(x.name, i)))
			before := w.lasts()
			a := g.act(s.seat, s.body, k)
			if a.status != s.status {
				t.Fatalf("%s, step %d: status %d, want %d: %s", x.name, i+1, a.status, s.status, a.body)
			}
			if a.status == 201 {
				all = append(all, done{g, s, k, a.body, a.at(t, "n").(float64)})
			} else if got := w.lasts(); !slices.Equal(got, before) {
				t.Fatalf("%s, step %d: refused, and the log moved from %v to %v", x.name, i+1, before, got)
			}
		}
	}
	w.close()
	stop()

	log, _ = onDisk(t, dir)
	w = newWorld(t, log)
	before := w.lasts()
	for _, d := range all {
		d.g.w = w
		if a := d.g.act(d.s.seat, d.s.body, d.key).want(t, 200); a.body != d.answer {
			t.Errorf("answered %s, before %s", a.body, d.answer)
		}
	}
	if got := w.lasts(); !slices.Equal(got, before) {
		t.Errorf("repetitions moved the log from %v to %v", before, got)
	}
	r := report(t, w.rebuilt())
	if r["games"] != float64(len(exchanges)) || r["equal"] != r["games"] {
		t.Errorf("report %v", r)
	}
}

// BenchmarkMovesOnDisk is BenchmarkMoves over a log that is written through to
// disk.
func BenchmarkMovesOnDisk(b *testing.B) {
	for _, games := range []int{1, 256} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			log, _ := onDisk(b, b.TempDir())
			benchMoves(b, log, games)
		})
	}
}
