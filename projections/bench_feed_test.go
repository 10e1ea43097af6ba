package projections_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plylog/events"
	"plylog/projections"
	"plylog/projections/rawhub"
)

// crowd counts deliveries: each published event comes to every reader.
type crowd struct {
	left atomic.Int64
	all  chan struct{}
}

func newCrowd() *crowd { return &crowd{all: make(chan struct{}, 1)} }

func (c *crowd) got() {
	if c.left.Add(-1) == 0 {
		c.all <- struct{}{}
	}
}

// BenchmarkFanOut publishes to one game with many readers, each in a goroutine
// that waits for the next event or for the end of its context, as a connection
// does. One operation is events published in a row until all have all of them.
func BenchmarkFanOut(b *testing.B) {
	for _, readers := range []int{1, 100, 10_000} {
		for _, inARow := range []int{1, 8} {
			b.Run(fmt.Sprintf("readers=%d/row=%d/hub=raw", readers, inARow), func(b *testing.B) { rawFanOut(b, readers, inARow) })
			b.Run(fmt.Sprintf("readers=%d/row=%d/hub=feed", readers, inARow), func(b *testing.B) { feedFanOut(b, readers, inARow) })
		}
	}
}

func measureFanOut(b *testing.B, c *crowd, readers, inARow int, publish func()) {
	b.ReportAllocs()
	cpu := cpuTime()
	for b.Loop() {
		c.left.Store(int64(readers * inARow))
		for range inARow {
			publish()
		}
		<-c.all
	}
	b.StopTimer()
	// Processor time tells more than the clock where others use the machine, too.
	b.ReportMetric(perOp(b, cpu)/float64(readers*inARow), "cpu-ns/delivery")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(readers*inARow), "ns/delivery")
}

func rawFanOut(b *testing.B, readers, inARow int) {
	var hub rawhub.Hub
	game := gameID(1)
	c := newCrowd()
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	for range readers {
		ch := hub.Subscribe(game, 64)
		own, stop := context.WithCancel(ctx)
		work.Go(func() {
			defer stop()
			for {
				select {
				case <-ch:
					c.got()
				case <-own.Done():
					return
				}
			}
		})
	}
	n := 0
	measureFanOut(b, c, readers, inARow, func() {
		n++
		hub.Publish(&events.Event{Game: game, N: n})
	})
	cancel()
	work.Wait()
}

func feedFanOut(b *testing.B, readers, inARow int) {
	log := newLog(1)
	set := made(b, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(b)
	stop := running(b, set)
	g.wait(b, set)
	c := newCrowd()
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	for range readers {
		r, err := set.Feed.Subscribe(ctx, g.id, g.n)
		if err != nil {
			b.Fatal(err)
		}
		own, stop := context.WithCancel(ctx)
		work.Go(func() {
			defer stop()
			defer r.Close()
			for {
				if _, err := r.Next(own); err != nil {
					if ctx.Err() == nil {
						b.Error(err)
					}
					return
				}
				c.got()
			}
		})
	}
	n := 1
	measureFanOut(b, c, readers, inARow, func() {
		n++
		set.Feed.Publish(&events.Event{Game: g.id, N: n})
	})
	cancel()
	work.Wait()
	stop()
}

// BenchmarkReaderMemory reports the bytes that a waiting reader holds, without
// its goroutine.
func BenchmarkReaderMemory(b *testing.B) {
	const readers = 10_000
	log := newLog(1)
	set := made(b, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(b)
	defer running(b, set)()
	g.wait(b, set)
	for b.Loop() {
		list := make([]*projections.Reader, readers)
		before := heap()
		for i := range list {
			list[i], _ = set.Feed.Subscribe(b.Context(), g.id, g.n)
		}
		b.ReportMetric(float64(heap()-before)/readers, "B/reader")
		for _, r := range list {
			r.Close()
		}
		raw := make([]chan *events.Event, readers)
		var hub rawhub.Hub
		before = heap()
		for i := range raw {
			raw[i] = hub.Subscribe(g.id, 64)
		}
		b.ReportMetric(float64(heap()-before)/readers, "B/raw-reader")
		runtime.KeepAlive(raw)
		runtime.KeepAlive(&hub)
	}
}

// heap is what is in use after a collection.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// perOp is the processor time per operation since a reading of cpuTime, in
// nanoseconds.
func perOp(b *testing.B, since time.Duration) float64 {
	return float64(cpuTime()-since) / float64(b.N)
}
