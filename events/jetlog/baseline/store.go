package baseline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
	"plylog/events/jetlog"
)

// Store is some streams to measure with.
type Store struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	streams int
}

// New makes empty streams with so many replicas.
func New(ctx context.Context, connect jetlog.Connect, streams, replicas int) (*Store, error) {
	nc, err := connect("plylog-baseline")
	if err != nil {
		return nil, err
	}
	// A disk that stalls is slow, not silent: five seconds, the default, have been
	// too short.
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(time.Minute))
	if err != nil {
		nc.Close()
		return nil, err
	}
	s := &Store{nc: nc, js: js, streams: streams}
	for i := range streams {
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{
			Name: name(i), Subjects: []string{subject(i, "*")}, Storage: jetstream.FileStorage, Replicas: replicas,
			Discard: jetstream.DiscardNew, DenyDelete: true, DenyPurge: true, AllowDirect: true, AllowAtomicPublish: true,
			MaxMsgSize: events.MostBytes + 1024,
		})
		if err != nil {
			s.Close(ctx)
			return nil, fmt.Errorf("making stream %s: %w", name(i), err)
		}
	}
	return s, nil
}

// Close removes the streams.
func (s *Store) Close(ctx context.Context) error {
	defer s.nc.Close()
	for i := range s.streams {
		if err := s.js.DeleteStream(ctx, name(i)); err != nil {
			return fmt.Errorf("removing stream %s: %w", name(i), err)
		}
	}
	return nil
}

func name(stream int) string { return fmt.Sprintf("PLYLOG_BASELINE_%02d", stream) }

func subject(stream int, game string) string {
	return "plylog.baseline." + strconv.Itoa(stream) + "." + game
}

// Figures is what was measured.
type Figures struct {
	Operations int
	Took       time.Duration
	P50, P99   time.Duration // of one operation
}

// PerSecond is the throughput.
func (f Figures) PerSecond() float64 { return float64(f.Operations) / f.Took.Seconds() }

// Measure has writers do an operation again and again for a while, all at once. do
// is given the number of the writer.
func Measure(writers int, during time.Duration, do func(writer int) error) (Figures, error) {
	took := make([][]time.Duration, writers)
	errs := make([]error, writers)
	begun := time.Now()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for at := time.Now(); at.Sub(begun) < during; {
				if errs[w] = do(w); errs[w] != nil {
					return
				}
				now := time.Now()
				took[w] = append(took[w], now.Sub(at))
				at = now
			}
		})
	}
	wg.Wait()
	f := Figures{Took: time.Since(begun)}
	all := slices.Concat(took...)
	slices.Sort(all)
	if f.Operations = len(all); f.Operations > 0 {
		f.P50, f.P99 = all[len(all)/2], all[len(all)*99/100]
	}
	return f, errors.Join(errs...)
}
