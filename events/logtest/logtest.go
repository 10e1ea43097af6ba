package logtest

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"

	"plylog/events"
)

// Run checks a log against the contract of events.Log. open returns the log that
// one test uses, and cleans up behind it where needed; it may return the same log
// every time.
func Run(t *testing.T, open func(t *testing.T) events.Log) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, log events.Log)
	}{
		{"Shards", testShards},
		{"FirstEvent", testFirstEvent},
		{"Order", testOrder},
		{"Conflict", testConflict},
		{"ReadAfter", testReadAfter},
		{"Sizes", testSizes},
		{"Isolation", testIsolation},
		{"OneGameManyWriters", testOneGameManyWriters},
		{"ManyGames", testManyGames},
		{"ConflictInACrowd", testConflictInACrowd},
		{"Scan", testScan},
		{"Follow", testFollow},
		{"FollowWhileWriting", testFollowWhileWriting},
		{"Cancelled", testCancelled},
		{"Break", testBreak},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func testShards(t *testing.T, log events.Log) {
	if log.Shards() < 1 {
		t.Fatalf("%d shards", log.Shards())
	}
	for range 100 {
		g := NewGame(t)
		if got, want := log.Shard(g.ID), events.ShardOf(g.ID, log.Shards()); got != want {
			t.Fatalf("game %s is in shard %d, want %d", g.ID, got, want)
		}
	}
}

func testFirstEvent(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	shard := log.Shard(g.ID)
	before, err := log.Last(ctx, shard)
	if err != nil {
		t.Fatal(err)
	}
	rival := g.Next(t)
	e := g.Append(ctx, t, log)
	if g.Seq != before+1 {
		t.Errorf("stored at %d; the shard ended at %d", g.Seq, before)
	}
	if _, err := log.Append(ctx, 0, rival); !errors.Is(err, events.ErrConflict) {
		t.Errorf("a second first event: %v", err)
	}
	if _, err := log.Append(ctx, 0, e); !errors.Is(err, events.ErrConflict) {
		t.Errorf("the same first event again: %v", err)
	}
	if last, err := log.Last(ctx, shard); err != nil || last != g.Seq {
		t.Errorf("the shard ends at %d, %v; want %d", last, err, g.Seq)
	}
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), []*events.Event{e})
}

func testOrder(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	var want []*events.Event
	var seqs []uint64
	for range 20 {
		want = append(want, g.Append(ctx, t, log))
		seqs = append(seqs, g.Seq)
	}
	got := drain(t, log.Read(ctx, g.ID, 0))
	wantSame(t, "read", got, want)
	for i, e := range got {
		if e.Seq != seqs[i] {
			t.Fatalf("event %d was stored at %d and is read at %d", i+1, seqs[i], e.Seq)
		}
		if i > 0 && e.Prev != got[i-1].Hash() {
			t.Fatalf("event %d does not follow the one before", i+1)
		}
	}
}

func testConflict(t *testing.T, log events.Log) {
	ctx, g, other := bounded(t), NewGame(t), NewGame(t)
	for log.Shard(other.ID) != log.Shard(g.ID) {
		other = NewGame(t)
	}
	first := g.Append(ctx, t, log)
	firstSeq := g.Seq
	second := g.Append(ctx, t, log)
	other.Append(ctx, t, log)
	for name, after := range map[string]uint64{
		"the start":                   0,
		"an old event":                firstSeq,
		"a position that is not yet":  other.Seq + 1000,
		"the last event of the shard": other.Seq,
	} {
		if _, err := log.Append(ctx, after, g.Next(t)); !errors.Is(err, events.ErrConflict) {
			t.Errorf("append behind %s: %v", name, err)
		}
	}
	stranger := NewGame(t)
	if _, err := log.Append(ctx, firstSeq, stranger.Next(t)); !errors.Is(err, events.ErrConflict) {
		t.Errorf("a first event behind another game's: %v", err)
	}
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), []*events.Event{first, second})
	wantSame(t, "read", drain(t, log.Read(ctx, stranger.ID, 0)), nil)
	g.Append(ctx, t, log) // and the right place is still free
}

func testReadAfter(t *testing.T, log events.Log) {
	ctx, g, between := bounded(t), NewGame(t), NewGame(t)
	var want []*events.Event
	var seqs []uint64
	for range 7 {
		want = append(want, g.Append(ctx, t, log))
		seqs = append(seqs, g.Seq)
		between.Append(ctx, t, log)
	}
	for i, seq := range seqs {
		wantSame(t, "read after an event", drain(t, log.Read(ctx, g.ID, seq)), want[i+1:])
		wantSame(t, "read after what lies before it", drain(t, log.Read(ctx, g.ID, seq-1)), want[i:])
	}
	wantSame(t, "read after the future", drain(t, log.Read(ctx, g.ID, g.Seq+1000)), nil)
	wantSame(t, "read of an unknown game", drain(t, log.Read(ctx, NewGame(t).ID, 0)), nil)
}

func testSizes(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	g.Append(ctx, t, log)
	largest := g.Sized(t, events.MostBytes)
	seq, err := log.Append(ctx, g.Seq, largest)
	if err != nil {
		t.Fatalf("an event of %d bytes: %v", len(largest.Raw), err)
	}
	after := g.Seq
	g.Stored(largest, seq)
	tooLarge := *g.Next(t)
	tooLarge.Raw = append(bytes.Clone(largest.Raw), '\n')
	if _, err := log.Append(ctx, seq, &tooLarge); !errors.Is(err, events.ErrTooLarge) {
		t.Errorf("an event of %d bytes: %v", len(tooLarge.Raw), err)
	}
	bare := *g.Next(t)
	bare.Raw = nil
	if _, err := log.Append(ctx, seq, &bare); !errors.Is(err, events.ErrMalformed) {
		t.Errorf("an event that was not encoded: %v", err)
	}
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, after)), []*events.Event{largest})
	g.Append(ctx, t, log)
}

func testIsolation(t *testing.T, log events.Log) {
	ctx := bounded(t)
	base := NewGame(t)
	games := []*Game{base}
	for i := range 16 {
		id := base.ID
		id[i] ^= 1
		games = append(games, &Game{ID: id, Head: events.Genesis(id)})
	}
	want := make(map[events.GameID][]*events.Event)
	for range 3 {
		for _, g := range games {
			want[g.ID] = append(want[g.ID], g.Append(ctx, t, log))
		}
	}
	for _, g := range games {
		wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), want[g.ID])
	}
}

func testOneGameManyWriters(t *testing.T, log events.Log) {
	const writers, rounds = 12, 5
	ctx, g := bounded(t), NewGame(t)
	var want []*events.Event
	for range rounds {
		var mu sync.Mutex
		var winner *events.Event
		var seq uint64
		rivals := make([]*events.Event, writers)
		for i := range rivals {
			rivals[i] = g.Next(t)
		}
		together(writers, func(i int) {
			at, err := log.Append(ctx, g.Seq, rivals[i])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && winner != nil:
				t.Errorf("two events were stored as number %d", winner.N)
			case err == nil:
				winner, seq = rivals[i], at
			case !errors.Is(err, events.ErrConflict):
				t.Errorf("a loser was told: %v", err)
			}
		})
		if winner == nil {
			t.Fatal("nobody won")
		}
		g.Stored(winner, seq)
		want = append(want, winner)
	}
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), want)
}

func testManyGames(t *testing.T, log events.Log) {
	const games, length = 64, 3
	ctx := bounded(t)
	before := lasts(ctx, t, log)
	list := make([]*Game, games)
	for i := range list {
		list[i] = NewGame(t)
	}
	want := make([][]*events.Event, games)
	together(games, func(i int) {
		for range length {
			e := list[i].Next(t)
			seq, err := log.Append(ctx, list[i].Seq, e)
			if err != nil {
				t.Errorf("game %d: %v", i, err)
				return
			}
			list[i].Stored(e, seq)
			want[i] = append(want[i], e)
		}
	})
	if t.Failed() {
		return
	}
	// Every event once in its game, and once in its shard.
	stored := make(map[events.GameID]int)
	total := 0
	for shard, after := range before {
		inShard := drain(t, log.Scan(ctx, shard, after))
		wantRising(t, "scan", after, inShard, true)
		for _, e := range inShard {
			stored[e.Game]++
			if log.Shard(e.Game) != shard {
				t.Errorf("an event of game %s lies in shard %d", e.Game, shard)
			}
		}
		total += len(inShard)
	}
	for i, g := range list {
		wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), want[i])
		if stored[g.ID] != length {
			t.Errorf("the shards hold %d events of game %s, want %d", stored[g.ID], g.ID, length)
		}
	}
	if total != games*length {
		t.Errorf("the shards grew by %d events, the games by %d", total, games*length)
	}
}

// testConflictInACrowd appends to many games at once, one of them stale: whatever
// travels together, only that one is refused.
func testConflictInACrowd(t *testing.T, log events.Log) {
	const games = 64
	ctx := bounded(t)
	list := make([]*Game, games)
	for i := range list {
		list[i] = NewGame(t)
	}
	together(games, func(i int) {
		e := list[i].Next(t)
		seq, err := log.Append(ctx, 0, e)
		if err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		list[i].Stored(e, seq)
	})
	if t.Failed() {
		return
	}
	const stale = 17
	staleSeq := list[stale].Seq
	list[stale].Append(ctx, t, log)
	next := make([]*events.Event, games)
	for i := range next {
		next[i] = list[i].Next(t)
	}
	together(games, func(i int) {
		after := list[i].Seq
		if i == stale {
			after = staleSeq
		}
		seq, err := log.Append(ctx, after, next[i])
		switch {
		case i == stale && !errors.Is(err, events.ErrConflict):
			t.Errorf("the stale append: %v", err)
		case i != stale && err != nil:
			t.Errorf("game %d: %v", i, err)
		case err == nil:
			list[i].Stored(next[i], seq)
		}
	})
	for i, g := range list {
		got := drain(t, log.Read(ctx, g.ID, 0))
		if len(got) != 2 || i != stale && !bytes.Equal(got[1].Raw, next[i].Raw) {
			t.Errorf("game %d holds %d events, or others than were stored", i, len(got))
		}
	}
}

func testCancelled(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	g.Append(ctx, t, log)
	dead, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := log.Append(dead, g.Seq, g.Next(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	} else {
		wantUnknown(t, err)
	}
	shard := log.Shard(g.ID)
	for name, read := range map[string]func(func(*events.Event, error) bool){
		"read":   log.Read(dead, g.ID, 0),
		"scan":   log.Scan(dead, shard, g.Seq-1),
		"follow": log.Follow(dead, shard, g.Seq-1),
	} {
		yields := 0
		for e, err := range read {
			if yields++; e != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, %v", name, e, err)
			}
		}
		if yields != 1 {
			t.Errorf("%s: %d yields, want the error alone", name, yields)
		}
	}
}

func testBreak(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	first := g.Append(ctx, t, log)
	start := g.Seq - 1
	for range 10 {
		g.Append(ctx, t, log)
	}
	shard := log.Shard(g.ID)
	for name, read := range map[string]func(func(*events.Event, error) bool){
		"read":   log.Read(ctx, g.ID, 0),
		"scan":   log.Scan(ctx, shard, start),
		"follow": log.Follow(ctx, shard, start),
	} {
		for range 3 { // an iterator may be used again
			for e, err := range read {
				if err != nil || !bytes.Equal(e.Raw, first.Raw) {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
		}
	}
	g.Append(ctx, t, log)
}
