//go:build torture

package main

import (
	"flag"
	"math/rand/v2"
	"testing"
)

// clusterRounds is how many more faults come in an order by chance.
const clusterRounds = 60

// seed is -seed N of a run that is to be repeated.
var seed = flag.Uint64("seed", 0, "of the cluster's faults and moves; 0: a new one")

func clusterSeed(t *testing.T) uint64 {
	t.Helper()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("seed %d: go test -tags torture -run '^%s$' -timeout 2h ./cmd/plylog -seed %d", *seed, t.Name(), *seed)
	return *seed
}
