package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plylog/events/ports"
)

// patience bounds every wait for the server: far beyond what it takes, so that
// only a server that hangs meets it.
const patience = 3 * time.Minute

// ready is the line by which a server says that it takes requests.
var ready = regexp.MustCompile(`^plylog: ready: (https?://\S+) .*admin (http://[^\s,)]+)`)

// server is a plylog server in a process of its own, which a test can kill.
type server struct {
	program string // what is run; empty: plylog

	data   string // its data folder
	listen string // where it is found, in all its lives; empty: not started yet
	admin  string
	kept   []*ports.Port
	env    []string
	scheme string // how it is spoken to, once it has said so

	cmd  *exec.Cmd
	talk *transcript
	told []*transcript // in all its lives
	done chan error    // what Wait returned
}

// newServer is a server that was not started yet.
func newServer(data string, env []string) *server {
	return &server{data: data, env: env}
}

// url is where it is reached.
func (s *server) url() string { return cmp.Or(s.scheme, "http") + "://" + s.listen }

// adminURL is where its admin side is reached.
func (s *server) adminURL() string { return "http://" + s.admin }

// start starts the server and returns when it has said that it is ready. A
// server that was started before comes back at the same address.
func (s *server) start(args ...string) error {
	if s.cmd != nil { // whoever ended it did not wait for its end
		if err := s.wait(false); err != nil {
			return err
		}
	}
	kept, err := ports.KeepFor(&s.listen, &s.admin) // so that nobody has them while it is away
	s.kept = append(s.kept, kept...)
	if err != nil {
		return err
	}
	args = append([]string{"serve", "--data", s.data, "--listen", s.listen, "--admin-listen", s.admin}, args...)
	cmd := exec.Command(cmp.Or(s.program, "plylog"), args...)
	cmd.Env = s.env
	pipe, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	talk, done, said := &transcript{}, make(chan error, 1), make(chan []string, 1)
	s.cmd, s.talk, s.done, s.told = cmd, talk, done, append(s.told, talk)
	go func() {
		talk.follow(pipe, said)
		done <- cmd.Wait()
	}()
	select {
	case urls := <-said:
		s.scheme, s.listen, _ = strings.Cut(urls[0], "://")
		s.admin = strings.TrimPrefix(urls[1], "http://")
		return nil
	case err := <-s.done:
		s.done <- err // for whoever asks again
		return fmt.Errorf("the server ended before it was ready: %w\n%s", errors.Join(err, errors.New("no ready line")), s.talk)
	case <-time.After(patience):
		return fmt.Errorf("the server was not ready in time\n%s", s.talk)
	}
}

// kill ends the server as a power cut of the process would.
func (s *server) kill() error {
	if err := s.cmd.Process.Kill(); err != nil {
		return err
	}
	return s.wait(false)
}

// stop asks the server to end and checks that it does so in good order.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.wait(true)
}

func (s *server) wait(inOrder bool) error {
	select {
	case err := <-s.done:
		s.done <- err // for whoever asks again
		if inOrder && err != nil {
			return fmt.Errorf("the server stopped with %w\n%s", err, s.talk)
		}
		return nil
	case <-time.After(patience):
		return fmt.Errorf("the server did not end\n%s", s.talk)
	}
}

// clean ends a server that may be running still, at the end of a test.
func (s *server) clean() {
	for _, p := range s.kept {
		_ = p.Close() // nothing was written to it
	}
	if s.cmd == nil || s.cmd.Process == nil {
		return
	}
	_ = s.cmd.Process.Kill() // it may have ended long ago
	<-s.done
}

// transcript is what a server wrote.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// follow reads to the end and hands the two addresses of the ready line over.
func (t *transcript) follow(r io.Reader, said chan<- []string) {
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		t.mu.Lock()
		fmt.Fprintln(&t.text, scan.Text())
		t.mu.Unlock()
		if m := ready.FindStringSubmatch(scan.Text()); m != nil {
			said <- m[1:]
		}
	}
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// startServer runs a server for as long as a test.
func startServer(t *testing.T, args ...string) *server {
	t.Helper()
	s := newServer(t.TempDir(), append(os.Environ(), "HOME="+t.TempDir()))
	t.Cleanup(s.clean)
	if err := s.start(args...); err != nil {
		t.Fatal(err)
	}
	return s
}
