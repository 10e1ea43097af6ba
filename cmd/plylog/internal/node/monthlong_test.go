//go:build torture

package node

// correspondenceHours is how long games are played in virtual time.
const correspondenceHours = 31 * 24
