package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// Console is the outside of a command.
type Console struct {
	In     io.Reader
	Out    io.Writer // data
	Err    io.Writer // talk
	Getenv func(string) string
	JSON   bool // data as JSON, for programs

	inTerminal  bool
	outTerminal bool
	errTerminal bool
}

// OS is the console of the process itself.
func OS() *Console {
	return &Console{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// Interactive reports whether somebody sits at a terminal and types.
func (c *Console) Interactive() bool { return c.inTerminal && c.errTerminal }

// Colour reports whether what goes to standard output may carry colour.
// NO_COLOR (any value, https://no-color.org) and TERM=dumb say no.
func (c *Console) Colour() bool {
	return c.outTerminal && c.Getenv("NO_COLOR") == "" && c.Getenv("TERM") != "dumb"
}

// Say writes a line of talk.
func (c *Console) Say(format string, args ...any) {
	fmt.Fprintf(c.Err, format+"\n", args...)
}

// Print writes a line of data.
func (c *Console) Print(format string, args ...any) error {
	_, err := fmt.Fprintf(c.Out, format+"\n", args...)
	if err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

// Write writes data as it is.
func (c *Console) Write(data []byte) error {
	if _, err := c.Out.Write(data); err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

// PrintJSON writes a value as one line of JSON.
func (c *Console) PrintJSON(v any) error {
	enc := json.NewEncoder(c.Out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}
