//go:build torture

package play_test

// laterCommands is after how many commands an old one is sent again.
const laterCommands = 1_000_000
