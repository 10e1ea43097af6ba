// Package logtest is the contract of events.Log as tests: Run for what every log
// promises, RunFaults for what callers may rely on when it cannot answer.
//
// The log under test need not be empty and may be shared by all tests: each makes
// games of its own and looks only behind the positions that it found.
//
// May import: events, and the testing package of the standard library.
package logtest
