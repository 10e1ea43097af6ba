package cli

import (
	"context"
	"errors"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// codeOf maps every error to its exit code.
func codeOf(err error) console.Exit {
	var exit *console.ExitError
	var illegal *engines.IllegalError
	var board *engines.BadBoardError
	var option *engines.BadOptionError
	switch {
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &illegal):
		return console.Illegal
	case errors.As(err, &board), errors.As(err, &option):
		return console.Usage
	default:
		return console.Failed
	}
}

// report tells what went wrong and returns the exit code.
func report(c *console.Console, err error) console.Exit {
	code := codeOf(err)
	if errors.Is(err, context.Canceled) && code == console.Failed {
		c.Say("plylog: interrupted")
		return code
	}
	c.Say("plylog: %v", err)
	if code == console.Usage {
		c.Say("plylog help shows the commands and their flags")
	}
	return code
}
