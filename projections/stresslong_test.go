//go:build torture

package projections_test

// stressMoves is how many moves each of the 32 games of TestEverythingAtOnce has on average.
const stressMoves = 3200
