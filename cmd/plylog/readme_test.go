package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadme runs what the README shows.
func TestReadme(t *testing.T) {
	playThrough(t, "README.md")
}

// TestGuides runs what the guides show, each in a folder of its own, with a server that
// runs already.
func TestGuides(t *testing.T) {
	shows := 0
	for _, name := range guides(t) {
		if len(consoleBlocks(string(readFile(t, filepath.Join(moduleRoot(t), name))))) == 0 {
			continue
		}
		shows++
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			playThrough(t, name)
		})
	}
	if shows < 6 {
		t.Errorf("only %d guides show a command with what it prints", shows)
	}
}

// guides are the names of the guides, as the root of the module sees them.
func guides(t *testing.T) []string {
	t.Helper()
	root := moduleRoot(t)
	found, err := filepath.Glob(filepath.Join(root, "api", "web", "docs", "*.md"))
	if err != nil || len(found) < 10 {
		t.Fatal(found, err)
	}
	for i := range found {
		if found[i], err = filepath.Rel(root, found[i]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// playThrough runs what a document shows in an empty folder: every line of a console
// block that begins with "$ " is a command for one shell, and the lines below it are
// what it prints ("…" stands for anything). A server is started by the test, at an
// address of its own: by "plylog serve", or before a document that does not say so.
func playThrough(t *testing.T, document string) {
	for _, program := range []string{"bash", "curl", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%s is needed to run %s (.ci/test installs it)", program, document)
		}
	}
	root := moduleRoot(t)
	steps := consoleBlocks(string(readFile(t, filepath.Join(root, document))))
	if len(steps) == 0 {
		t.Fatalf("%s shows no command", document)
	}
	dir := t.TempDir()
	env := append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "NO_COLOR=1")
	srv := newServer(filepath.Join(dir, "plylog-data"), env)
	t.Cleanup(srv.clean)
	sh := newShell(t, dir, env)
	start := func() {
		t.Helper()
		if err := srv.start(); err != nil {
			t.Fatal(err)
		}
		sh.run("export PLYLOG_SERVER=" + srv.url() + " PLYLOG_ADMIN=" + srv.adminURL() + " PLYLOG_LISTEN=" + srv.listen + " PLYLOG_ADMIN_LISTEN=" + srv.admin)
	}
	serves := func(s shown) bool {
		return strings.ReplaceAll(s.command, "go run ./cmd/plylog", "plylog") == "plylog serve"
	}
	if !slices.ContainsFunc(steps, serves) {
		start()
	}
	for _, s := range steps {
		if serves(s) {
			start()
			continue
		}
		command := strings.ReplaceAll(s.command, "go run ./cmd/plylog ", "plylog ")
		command = strings.ReplaceAll(command, "http://localhost:8080", srv.url())
		command = strings.ReplaceAll(command, "http://localhost:8081", srv.adminURL())
		command = regexp.MustCompile(`(^| )(engines|deploy)/`).ReplaceAllString(command, "${1}"+root+"/$2/")
		got := strings.TrimRight(sh.run(command), "\n")
		if want := strings.Join(s.output, "\n"); want != "" && !alike(got, want) {
			t.Errorf("%s, line %d: %s\nprints\n%s\nnot\n%s", document, s.line, s.command, got, want)
		}
	}
}

// shown is a command of a document with what it prints there.
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
