package child

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"plylog/events/ports"
)

// ready is the line by which a server says that it takes requests.
var ready = regexp.MustCompile(`^plylog: ready: http://(\S+) .*admin http://([^\s,)]+)`)

// Server is a plylog server in a process of its own. Data is needed. For one goroutine.
type Server struct {
	Data     string        // its data folder
	Flags    []string      // further flags of "serve"
	Patience time.Duration // how long it may take to be ready, and to end; 0: a minute
	Listen   string        // where it is found, in all its lives; empty: Start finds ports, which are kept as long as this value is
	Admin    string

	kept []*ports.Port
	cmd  *exec.Cmd
	done chan error

	mu   sync.Mutex
	talk bytes.Buffer // what it wrote, of all its lives
}

// Start starts it, again at the same address, and returns when it is ready.
func (c *Server) Start(ctx context.Context) error {
	kept, err := ports.KeepFor(&c.Listen, &c.Admin) // so that nobody has them while it is away
	c.kept = append(c.kept, kept...)
	if err != nil {
		return fmt.Errorf("finding ports for a server: %w", err)
	}
	flags := append([]string{"serve", "--data", c.Data, "--listen", c.Listen, "--admin-listen", c.Admin}, c.Flags...)
	cmd, err := command(context.WithoutCancel(ctx), flags...) // it lives until it is told to end
	if err != nil {
		return err
	}
	pipe, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting a server: %w", err)
	}
	c.cmd, c.done = cmd, make(chan error, 1)
	said := make(chan []string, 1)
	go func(done chan<- error) {
		c.follow(pipe, said)
		done <- cmd.Wait()
	}(c.done)
	select {
	case m := <-said:
		c.Listen, c.Admin = m[0], m[1]
		return nil
	case err := <-c.done:
		c.done <- err
		return fmt.Errorf("the server ended before it was ready: %w\n%s", errors.Join(err, errors.New("no ready line")), c.said())
	case <-time.After(c.patience()):
		return fmt.Errorf("the server was not ready within %v\n%s", c.patience(), c.said())
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Server) follow(r io.Reader, said chan<- []string) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		c.mu.Lock()
		fmt.Fprintln(&c.talk, lines.Text())
		c.mu.Unlock()
		if m := ready.FindStringSubmatch(lines.Text()); m != nil {
			said <- m[1:]
		}
	}
}

// Ended waits for it to end by itself, at most so long, and returns how it did; ended is
// false where it runs still.
func (c *Server) Ended(ctx context.Context, within time.Duration) (how error, ended bool) {
	select {
	case how = <-c.done:
		c.done <- how
		return how, true
	case <-time.After(within):
	case <-ctx.Done():
	}
	return nil, false
}

// patience bounds every wait for it: far beyond what it takes.
func (c *Server) patience() time.Duration { return cmp.Or(c.Patience, time.Minute) }

// Pid is the number of its process, once it has run.
func (c *Server) Pid() int { return c.cmd.Process.Pid }

// Halt stops it where it is, until Resume, and returns when it stands still (on Linux;
// elsewhere soon before). CanHalt: there is such a thing here.
func (c *Server) Halt() error {
	if err := Halt(c.cmd.Process); err != nil {
		return err
	}
	return halted(c.cmd.Process, c.patience())
}

// Resume lets it go on.
func (c *Server) Resume() error { return Resume(c.cmd.Process) }

// said is the end of what it wrote.
func (c *Server) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(c.talk.String()), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// Kill ends it without a word.
func (c *Server) Kill() error {
	if c.cmd == nil {
		return nil
	}
	_ = c.cmd.Process.Kill() // it may have ended
	return c.wait(false)
}

// Stop asks it to end, and reports whether it did so in good order.
func (c *Server) Stop() error {
	if err := terminate(c.cmd.Process); err != nil {
		return err
	}
	return c.wait(true)
}

func (c *Server) wait(inOrder bool) error {
	select {
	case err := <-c.done:
		c.done <- err
		if inOrder && err != nil {
			return fmt.Errorf("told to stop, the server ended with %w\n%s", err, c.said())
		}
		return nil
	case <-time.After(c.patience()):
		_ = c.cmd.Process.Kill()
		return fmt.Errorf("the server did not end within %v\n%s", c.patience(), c.said())
	}
}
