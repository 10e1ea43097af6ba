package sim

import (
	"testing"
)

// The standard run: so many seeds, enough to meet every moment.
const (
	firstSeed     = 1
	standardSeeds = 20
)

// Whatever happens: nothing acknowledged is lost, nothing refused is stored, nothing
// is done twice, every reader sees 1, 2, 3 …, and what is served is what the log says.
// And it does happen: every moment is met. The race detector, which is twenty times as
// slow and finds no other order of a run that follows from its seed, gets a short one.
func TestStandardRun(t *testing.T) {
	var met Counts
	cfg, seeds, commands := Config{Thorough: true}, standardSeeds, 0
	if raced {
		cfg.Commands, seeds = 500, 3
	}
	for i := range seeds {
		cfg.Seed = firstSeed + uint64(i)
		r := run(t, cfg)
		for _, w := range r.Wrong {
			t.Errorf("seed %d: %s", r.Seed, w)
		}
		met.Add(&r.Seen)
		commands += r.Commands
	}
	for _, m := range met.Never() {
		if !raced {
			t.Errorf("in %d commands it never happened: %s", commands, m)
		}
	}
}

func run(t *testing.T, cfg Config) *Result {
	t.Helper()
	r, err := Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// One seed is one run, to the byte.
func TestOneSeedOneRun(t *testing.T) {
	digests := make(map[string]bool)
	for seed := range uint64(4) {
		cfg := Config{Seed: 1000 + seed, Thorough: true, Commands: 300}
		first, again := run(t, cfg), run(t, cfg)
		if first.Digest != again.Digest || first.Seen != again.Seen {
			t.Errorf("seed %d: %s, and then %s", cfg.Seed, first.Digest, again.Digest)
		}
		if digests[first.Digest] {
			t.Errorf("seed %d makes the run of another", cfg.Seed)
		}
		digests[first.Digest] = true
	}
}

// Every planted bug is found, and the seed that found it finds it again.
func TestPlantedBugsAreFound(t *testing.T) {
	for _, p := range Plants() {
		t.Run(string(p), func(t *testing.T) {
			for seed := range uint64(8) {
				cfg := Config{Seed: seed + 1, Thorough: true, Plant: p, Commands: 500}
				r := run(t, cfg)
				if len(r.Wrong) == 0 {
					continue
				}
				t.Logf("seed %d: %s", r.Seed, r.Wrong[0])
				if again := run(t, cfg); len(again.Wrong) == 0 || again.Wrong[0] != r.Wrong[0] {
					t.Errorf("seed %d finds it, and then %v", r.Seed, again.Wrong)
				}
				return
			}
			t.Error("not found")
		})
	}
}
