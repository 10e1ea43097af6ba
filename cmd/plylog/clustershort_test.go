//go:build !torture

package main

import "testing"

// clusterRounds is how many more faults come in an order by chance.
const clusterRounds = 0

func clusterSeed(*testing.T) uint64 { return 1 }
