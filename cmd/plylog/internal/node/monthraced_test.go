//go:build !torture && race

package node

// correspondenceHours is how long games are played in virtual time: the race detector is
// slow, and a flag falls after a day.
const correspondenceHours = 28
