//go:build !torture && !race

package node

// correspondenceHours is how long games are played in virtual time.
const correspondenceHours = 48
