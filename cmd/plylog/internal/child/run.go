package child

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// Run runs another command of this program to its end and returns what it printed.
func Run(ctx context.Context, args ...string) ([]byte, error) {
	cmd, err := command(ctx, args...)
	if err != nil {
		return nil, err
	}
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w", args[0], err)
	}
	return out, err
}

// command is another command of this program, which ends with it and with ctx.
func command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Args[0] = os.Args[0] // the name that it answers to
	dieWithParent(cmd)
	return cmd, nil
}
