// Command plylog keeps board games as events: it serves them over HTTP, plays
// them from a shell, imports recorded ones and counts positions.
// `plylog help` lists the commands; the README shows them at work.
package main

import (
	"os"

	"plylog/cmd/plylog/internal/cli"
	"plylog/cmd/plylog/internal/console"
)

func main() {
	os.Exit(cli.Main(console.OS(), os.Args[1:]))
}
