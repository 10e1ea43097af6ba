package jetlog_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events/jetlog"
)

// holder is a node that wants a lease.
type holder struct {
	leases  *jetlog.Leases
	began   chan uint64       // where the task was taken up
	reached chan func(uint64) // to tell how far it has come
	end     context.CancelFunc
	done    chan error
}

func hold(t *testing.T, s *jetlog.Server, term time.Duration) *holder {
	t.Helper()
	leases, err := jetlog.OpenLeases(t.Context(), s.Connect, term, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h := &holder{leases: leases, began: make(chan uint64, 16), reached: make(chan func(uint64), 16), done: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	h.end = cancel
	go func() {
		h.done <- leases.Hold(ctx, "feed.0", 3, func(ctx context.Context, since uint64, reached func(uint64)) error {
			h.began <- since
			h.reached <- reached
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	t.Cleanup(func() { cancel(); leases.Close() })
	return h
}

// TestLeaseGoesOn hands a task from node to node: from one that ends to the next,
// and from one that is cut off. Each begins where the one before had come to. The clock is
// the test's: no node is slow.
func TestLeaseGoesOn(t *testing.T) { synctest.Test(t, leaseGoesOn) }

func leaseGoesOn(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	open(t, s.Connect, jetlog.Options{Shards: 1})
	const term = 6 * time.Second
	one := hold(t, s, term)
	reaches := func(h *holder, want uint64) {
		t.Helper()
		if at, err := h.leases.Reached(t.Context(), "feed.0"); err != nil || at != want {
			t.Errorf("it has come to %d, %v; want %d", at, err, want)
		}
	}
	if at, err := one.leases.Reached(t.Context(), "another"); err != nil || at != 0 {
		t.Errorf("what nobody has begun has come to %d, %v", at, err)
	}
	if at := <-one.began; at != 3 {
		t.Errorf("nobody had begun, and it begins at %d", at)
	}
	two := hold(t, s, term)
	(<-one.reached)(7)
	one.end()
	if err := <-one.done; !errors.Is(err, context.Canceled) {
		t.Errorf("the first ended with %v", err)
	}
	if at := <-two.began; at != 7 {
		t.Errorf("behind 7, and it goes on at %d", at)
	}
	reaches(one, 7)
	(<-two.reached)(9)
	three := hold(t, s, term)
	two.leases.Close() // no more is heard of it
	if at := <-three.began; at != 7 && at != 9 {
		t.Errorf("behind 7 or, if that was noted, 9; it goes on at %d", at)
	}
	three.end()
	<-three.done
}

// TestLeaseIsHeldByOne lets many nodes want the same task. They end one after the
// other, and the next takes up what it left.
func TestLeaseIsHeldByOne(t *testing.T) { synctest.Test(t, leaseIsHeldByOne) }

func leaseIsHeldByOne(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	open(t, s.Connect, jetlog.Options{Shards: 1})
	const nodes = 5
	var inside atomic.Int32
	began := make(chan context.CancelFunc)
	var work sync.WaitGroup
	for range nodes {
		leases, err := jetlog.OpenLeases(t.Context(), s.Connect, 0, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		defer leases.Close()
		ctx, cancel := context.WithCancel(t.Context())
		work.Go(func() {
			err := leases.Hold(ctx, "feed.0", 0, func(ctx context.Context, _ uint64, _ func(uint64)) error {
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d of them hold it", n)
				}
				defer inside.Add(-1)
				began <- cancel
				<-ctx.Done()
				return ctx.Err()
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("ended with %v", err)
			}
		})
	}
	for range nodes {
		end := <-began
		end()
	}
	work.Wait()
}
