// Package torture is the reliability suite as a command: it runs the simulation of
// torture/sim for part of the time, and then a real server in a process of its own,
// on a real disk and behind a bad network, which it kills, halts, stops, cuts off and
// takes the disk from, and checks by command ids that nothing acknowledged was lost
// and nothing done twice.
//
// May import: everything.
package torture
