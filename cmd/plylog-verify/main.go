package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"plylog/engines/all"
	"plylog/events/audit"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// The exit codes besides those of verdicts.
const (
	failed = 1
	usage  = 2
)

// run is the program. One core is enough for a game, and all that a page has.
func run(args []string, in io.Reader, out, talk io.Writer) int {
	a, witnesses, err := kept(args, talk)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintln(talk, err)
		return usage
	}
	games, err := all.Registry()
	if err != nil {
		_, _ = fmt.Fprintln(talk, err)
		return failed
	}
	r, err := audit.Verify(context.Background(), audit.Lines("standard input", in), audit.Options{
		Games: games, Anchors: a, Workers: 1, Witnesses: witnesses,
		Progress: func(n int) { _, _ = fmt.Fprintln(talk, n) },
	})
	if err != nil {
		_, _ = fmt.Fprintln(talk, err)
		return failed
	}
	var body bytes.Buffer
	if err = json.NewEncoder(&body).Encode(r); err == nil {
		_, err = out.Write(body.Bytes())
	}
	if err != nil {
		_, _ = fmt.Fprintln(talk, err)
		return failed
	}
	return r.Verdict.ExitCode()
}
