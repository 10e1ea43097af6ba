package torture

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"plylog/cmd/plylog/internal/torture/sim"
)

// Simulated is what came of the simulation.
type Simulated struct {
	First    uint64   `json:"firstSeed"`
	Runs     int      `json:"runs"` // with the seeds from the first on
	Commands int      `json:"commands"`
	Events   int      `json:"events"`
	Games    int      `json:"games"`
	Seconds  float64  `json:"seconds"`
	Minute   int      `json:"commandsPerMinute"`
	Never    []string `json:"neverMet,omitempty"`
	Wrong    []string `json:"wrong,omitempty"`

	Met sim.Counts `json:"-"`
}

// thoroughEvery: so many runs have one that is checked thoroughly.
const thoroughEvery = 8

// simulate does runs with one seed after the other on every core, until the time is up.
func simulate(ctx context.Context, seed uint64, long time.Duration, commands int) (*Simulated, error) {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	// Runs make much that nobody needs for long, and little that stays: 45 MB instead
	// of 17 for a seventh less work.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	s := &Simulated{First: seed}
	began := time.Now()
	var mu sync.Mutex
	var failed error
	var work sync.WaitGroup
	next := seed
	take := func() (uint64, bool) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil && next > seed || failed != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			for {
				n, more := take()
				if !more {
					return
				}
				r, err := sim.Run(sim.Config{Seed: n, Commands: commands, Thorough: (n-seed)%thoroughEvery == 0})
				mu.Lock()
				if err != nil {
					failed = err
				} else {
					s.add(r)
				}
				mu.Unlock()
			}
		})
	}
	work.Wait()
	if failed != nil {
		return nil, failed
	}
	s.Seconds = time.Since(began).Seconds()
	s.Minute = int(float64(s.Commands) / s.Seconds * 60)
	for _, m := range s.Met.Never() {
		s.Never = append(s.Never, m.String())
	}
	slices.Sort(s.Wrong)
	return s, nil
}

func (s *Simulated) add(r *sim.Result) {
	s.Runs++
	s.Commands += r.Commands
	s.Events += r.Events
	s.Games += r.Games
	s.Met.Add(&r.Seen)
	for _, w := range r.Wrong {
		s.Wrong = append(s.Wrong, fmt.Sprintf("seed %d: %s", r.Seed, w))
	}
}
