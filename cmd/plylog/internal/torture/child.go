package torture

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// patience bounds every wait for the child: far beyond what it takes.
const patience = 60 * time.Second

// ready is the line by which a server says that it takes requests.
var ready = regexp.MustCompile(`^plylog: ready: http://(\S+) .*admin http://([^\s,)]+)`)

// child is a plylog server in a process of its own.
type child struct {
	data   string
	listen string // once it has run, the address that it got
	admin  string
	cmd    *exec.Cmd
	done   chan error

	mu   sync.Mutex
	talk bytes.Buffer // what it wrote, of all its lives
}

// start starts it, again at the same address, and returns when it is ready.
func (c *child) start(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.Command(self, "serve", "--data", c.data, "--listen", cmp.Or(c.listen, "127.0.0.1:0"), "--admin-listen", cmp.Or(c.admin, "127.0.0.1:0"))
	cmd.Args[0] = os.Args[0] // the name that it answers to
	dieWithParent(cmd)
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
		c.listen, c.admin = m[0], m[1]
		return nil
	case err := <-c.done:
		c.done <- err
		return fmt.Errorf("the server ended before it was ready: %w\n%s", errors.Join(err, errors.New("no ready line")), c.said())
	case <-time.After(patience):
		return fmt.Errorf("the server was not ready within %v\n%s", patience, c.said())
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *child) follow(r io.Reader, said chan<- []string) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		c.mu.Lock()
		fmt.Fprintln(&c.talk, lines.Text())
		c.mu.Unlock()
		if m := ready.FindStringSubmatch(lines.Text()); m != nil {
			said <- m[1:]
		}
	}
}

// said is the end of what it wrote.
func (c *child) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(c.talk.String()), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// kill ends it without a word.
func (c *child) kill() error {
	if c.cmd == nil {
		return nil
	}
	_ = c.cmd.Process.Kill() // it may have ended
	return c.wait(false)
}

// stop asks it to end, and reports whether it did so in good order.
func (c *child) stop() error {
	if err := terminate(c.cmd.Process); err != nil {
		return err
	}
	return c.wait(true)
}

func (c *child) wait(inOrder bool) error {
	select {
	case err := <-c.done:
		c.done <- err
		if inOrder && err != nil {
			return fmt.Errorf("told to stop, the server ended with %w\n%s", err, c.said())
		}
		return nil
	case <-time.After(patience):
		_ = c.cmd.Process.Kill()
		return fmt.Errorf("the server did not end within %v\n%s", patience, c.said())
	}
}
