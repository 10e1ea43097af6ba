// Package cli puts the commands of plylog together and turns what they answer
// into an exit code.
//
// Promises. Main never panics on its arguments, writes errors to standard error
// only, and maps every error to its exit code in one place (exit.go). A new
// command is one line in commands.go.
//
// May import: everything.
package cli
