//go:build torture

package node

// correspondenceDays is how long games are played in virtual time.
const correspondenceDays = 31
