// Package rawhub is the plainest fan-out there is: a map of buffered channels
// under a mutex. It is the yardstick for the Feed, and no part of the program.
// Compare the two in one run: go test -bench FanOut ./projections.
//
// Promises. Every reader gets every event published while it is subscribed, in
// order, or has its channel closed because its buffer was full. It knows nothing
// of the past.
//
// May import: events.
package rawhub
