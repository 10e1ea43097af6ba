package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs what the README shows: every line of a console block that
// begins with "$ " is a command for one shell, and the lines below it are what it
// prints ("…" stands for anything). The server of "go run ./cmd/plylog serve" is
// started by the test, at an address of its own.
func TestReadme(t *testing.T) {
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%s is needed to run the README (.ci/test installs it)", program)
		}
	}
	root := moduleRoot(t)
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	steps := consoleBlocks(string(text))
	if len(steps) == 0 {
		t.Fatal("the README shows no command")
	}
	dir := t.TempDir()
	env := append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "NO_COLOR=1")
	srv := newServer(filepath.Join(dir, "plylog-data"), env)
	t.Cleanup(srv.clean)
	sh := newShell(t, dir, env)
	for _, s := range steps {
		command := strings.ReplaceAll(s.command, "go run ./cmd/plylog ", "plylog ")
		if command == "plylog serve" {
			if err := srv.start(); err != nil {
				t.Fatalf("README line %d: %v", s.line, err)
			}
			sh.run("export PLYLOG_SERVER=" + srv.url() + " PLYLOG_ADMIN=" + srv.adminURL())
			continue
		}
		command = strings.ReplaceAll(command, "http://localhost:8080", srv.url())
		command = regexp.MustCompile(`(^| )(engines|deploy)/`).ReplaceAllString(command, "${1}"+root+"/$2/")
		got := strings.TrimRight(sh.run(command), "\n")
		if want := strings.Join(s.output, "\n"); want != "" && !alike(got, want) {
			t.Errorf("README line %d: %s\nprints\n%s\nnot\n%s", s.line, s.command, got, want)
		}
	}
}

// shown is a command of the README with what it prints there.
type shown struct {
	line    int
	command string
	output  []string
}

// consoleBlocks finds the commands of the blocks that are marked "console". A
// line that ends in a backslash goes on on the next one.
func consoleBlocks(text string) []shown {
	var out []shown
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			out = append(out, shown{line: i + 1, command: line[2:]})
		case len(out) > 0 && strings.HasSuffix(out[len(out)-1].command, "\\"):
			out[len(out)-1].command += "\n" + line
		case len(out) > 0:
			last := &out[len(out)-1]
			last.output = append(last.output, line)
		}
	}
	return out
}

// alike compares an output with how it is shown. Long lines are shortened there
// with an ellipsis, and so is what differs every time.
func alike(got, want string) bool {
	parts := strings.Split(want, "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, ".*") + `$`).MatchString(got)
}

// shell is a bash that keeps its variables from one command to the next.
type shell struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
	n   int
}

func newShell(t *testing.T, dir string, env []string) *shell {
	t.Helper()
	cmd := exec.Command("bash")
	cmd.Dir, cmd.Env = dir, env
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close() // bash ends by it
		_ = cmd.Wait() // with the code of its last command
	})
	return &shell{t: t, in: in, out: bufio.NewReader(out)}
}

// run runs one command and returns what it printed, on both streams.
func (s *shell) run(command string) string {
	s.t.Helper()
	s.n++
	end := fmt.Sprintf("end of command %d", s.n)
	if _, err := fmt.Fprintf(s.in, "%s\necho; echo '%s'\n", command, end); err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			s.t.Fatalf("bash ended in %s: %v\n%s", command, err, b.String())
		}
		if strings.TrimSuffix(line, "\n") == end {
			return strings.TrimSuffix(b.String(), "\n")
		}
		b.WriteString(line)
	}
}
