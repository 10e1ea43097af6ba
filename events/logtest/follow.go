package logtest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"plylog/events"
)

func testScan(t *testing.T, log events.Log) {
	ctx, g := bounded(t), NewGame(t)
	shard := log.Shard(g.ID)
	before, err := log.Last(ctx, shard)
	if err != nil {
		t.Fatal(err)
	}
	var want []*events.Event
	for range 35 {
		want = append(want, g.Append(ctx, t, log))
	}
	got := drain(t, log.Scan(ctx, shard, before))
	wantSame(t, "scan", got, want)
	wantRising(t, "scan", before, got, true)
	for _, skip := range []int{1, len(want) / 2, len(want) - 1, len(want)} {
		wantSame(t, "scan from the middle", drain(t, log.Scan(ctx, shard, before+uint64(skip))), want[skip:])
	}
	wantSame(t, "scan from the future", drain(t, log.Scan(ctx, shard, g.Seq+1000)), nil)
}

// testFollow follows every shard from where it ends, before and after writing.
func testFollow(t *testing.T, log events.Log) {
	ctx := bounded(t)
	before := lasts(ctx, t, log)
	const games, length = 16, 3
	want := make([][]*events.Event, log.Shards())
	write := func() {
		for range games {
			g := NewGame(t)
			shard := log.Shard(g.ID)
			for range length {
				want[shard] = append(want[shard], g.Append(ctx, t, log))
			}
		}
	}
	write()
	past := make([]int, log.Shards())
	for shard := range want {
		past[shard] = len(want[shard])
	}
	followCtx, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	seen := make([][]*events.Event, log.Shards())
	total := make(chan int, 1)
	total <- 0
	caughtUp, all := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	for shard := range seen {
		wg.Go(func() {
			for e, err := range log.Follow(followCtx, shard, before[shard]) {
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("shard %d: %v", shard, err)
					}
					return
				}
				mu.Lock()
				seen[shard] = append(seen[shard], e)
				mu.Unlock()
				n := <-total + 1
				total <- n
				if n == games*length {
					close(caughtUp)
				}
				if n == 2*games*length {
					close(all)
				}
			}
			t.Errorf("shard %d: Follow ended without an error", shard)
		})
	}
	wait(ctx, t, caughtUp, "the past")
	write()
	wait(ctx, t, all, "what was written meanwhile")
	stop()
	wg.Wait()
	for shard := range seen {
		wantSame(t, "follow", seen[shard], want[shard])
		wantRising(t, "follow", before[shard], seen[shard], true)
	}
}

// testFollowWhileWriting has followers start in the middle of many writers: every
// one of them sees every event once, in the same order.
func testFollowWhileWriting(t *testing.T, log events.Log) {
	const writers, length, followers = 8, 12, 3
	ctx := bounded(t)
	g := NewGame(t)
	shard := log.Shard(g.ID)
	before, err := log.Last(ctx, shard)
	if err != nil {
		t.Fatal(err)
	}
	list := []*Game{g}
	for len(list) < writers {
		if g := NewGame(t); log.Shard(g.ID) == shard {
			list = append(list, g)
		}
	}
	seen := make([][]*events.Event, followers)
	var wg sync.WaitGroup
	for i := range followers {
		wg.Go(func() {
			for e, err := range log.Follow(ctx, shard, before) {
				if err != nil {
					t.Errorf("follower %d: %v", i, err)
					return
				}
				if seen[i] = append(seen[i], e); len(seen[i]) == writers*length {
					return
				}
			}
		})
	}
	together(writers, func(i int) {
		for range length {
			e := list[i].Next(t)
			seq, err := log.Append(ctx, list[i].Seq, e)
			if err != nil {
				t.Errorf("writer %d: %v", i, err)
				return
			}
			list[i].Stored(e, seq)
		}
	})
	wg.Wait()
	want := drain(t, log.Scan(ctx, shard, before))
	for i := range seen {
		wantSame(t, "follow", seen[i], want)
		wantRising(t, "follow", before, seen[i], true)
	}
}

func wait(ctx context.Context, t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-ctx.Done():
		t.Fatalf("Follow did not bring %s: %v", what, ctx.Err())
	}
}
