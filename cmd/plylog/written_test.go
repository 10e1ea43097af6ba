package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/cli"
	"plylog/cmd/plylog/internal/console"
)

// elsewhere are programs that documents name and that are not ours; what they are told
// is up to them, but for files of ours. A block of commands names no other program.
var elsewhere = []string{
	".", "bash", "cd", "chmod", "curl", "docker", "done", "echo", "export", "for", "go", "install", "journalctl",
	"kubectl", "mkdir", "nats-server", "openssl", "promtool", "scp", "systemctl", "test", "timedatectl", "umask",
}

var (
	inlineCode  = regexp.MustCompile("(?s)`([^`]+)`")
	commented   = regexp.MustCompile(`(?m)^ *#   (.*)$`)
	assignments = regexp.MustCompile(`^(?:[A-Za-z_]+=(?:\$\([^)]*\)|\S*) *)+`)
	separators  = regexp.MustCompile(`&&|\|\||[|;&]|\$\(`)
	word        = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	ourFiles    = regexp.MustCompile(`(?:^|[\s"'(/])((?:\./)?(?:deploy|api|cmd|events|engines|projections|\.ci)/[\w./-]+\w)(?:\W|$)`)
)

// TestWrittenCommands looks up every command of the README, the guides, the runbook and
// the comments of what is deployed: the command is there, and so are its flags and the
// files that it names. (Those of console blocks are run besides: TestReadme, TestGuides.)
func TestWrittenCommands(t *testing.T) {
	count := 0
	nats := buildNATS(t)
	for name, text := range documents(t) {
		for _, c := range commandsOf(name, text) {
			count++
			c.check(t, nats)
		}
	}
	if count < 150 {
		t.Errorf("%d commands were found", count)
	}
}

// TestWrittenNames looks up what documents name: flags, variables, metrics, files, routes
// and tests.
func TestWrittenNames(t *testing.T) {
	root := moduleRoot(t)
	flags := found([]byte(ours(t, "serve", "--help")), `--([a-z][a-z-]+)`)
	for _, name := range found([]byte(ours(t, "--help")), `(?m)^  ([a-z]+) +[A-Z]`) {
		flags = append(flags, found([]byte(ours(t, name, "--help")), `--([a-z][a-z-]+)`)...)
	}
	has := registered(t)
	tests := testNames(t)
	routes := found(readFile(t, filepath.Join(root, "api", "web", "docs", "openapi.yaml")), `(?m)^  (/\S*):$`)
	count := make(map[string]int)
	for name, text := range documents(t) {
		if filepath.Ext(name) != ".md" {
			continue
		}
		see := func(what, pattern string, there func(string) bool) {
			for _, word := range found(text, pattern) {
				count[what]++
				if !there(word) {
					t.Errorf("%s: there is no %s %s", name, what, word)
				}
			}
		}
		see("flag", "`--([a-z][a-z-]+)[^`]*`", func(s string) bool { return slices.Contains(flags, s) })
		see("variable", `\b(PLYLOG_[A-Z_]+[A-Z])\b`, func(s string) bool {
			flag := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(s, "PLYLOG_"), "_", "-"))
			return clientVariables[s] || otherVariables[s] || slices.Contains(flags, flag)
		})
		see("metric", `\b(plylog_[a-z_]*[a-z])\b`, func(s string) bool {
			_, ok := has[s]
			return ok || strings.HasPrefix(s, "plylog_seat")
		})
		see("file", ourFiles.String(), func(s string) bool { return exists(t, filepath.Join(root, s)) })
		see("test", "\\b(Test[A-Z]\\w+)", func(s string) bool { return slices.Contains(tests, s) })
		see("route", "`(?:GET |POST |PUT |DELETE )?(/(?:v1|tlog|admin)/[^\\s`?]*[^\\s`?/])[?]?[^\\s`]*`", func(s string) bool {
			return slices.ContainsFunc(routes, func(r string) bool { return sameRoute(r, s) })
		})
	}
	for what, least := range map[string]int{"flag": 40, "variable": 8, "metric": 8, "file": 25, "test": 20, "route": 12} {
		if count[what] < least {
			t.Errorf("only %d names of a %s were found", count[what], what)
		}
	}
}

// otherVariables are read by other programs than ours: NATS servers, tests, .ci.
var otherVariables = map[string]bool{
	"PLYLOG_SERVER": true, "PLYLOG_TOKEN": true, "PLYLOG_TOKENS": true, "PLYLOG_PEOPLE": true, "PLYLOG_VULNDB": true,
	"PLYLOG_LOG": true, "PLYLOG_LOG_PASSWORD": true, "PLYLOG_SERVICE": true, "PLYLOG_SERVICE_PASSWORD": true,
	"PLYLOG_FEED": true, "PLYLOG_FEED_PASSWORD": true, "PLYLOG_SYSTEM": true, "PLYLOG_SYSTEM_PASSWORD": true,
}

// sameRoute compares a route of the interface with how a document writes it, to the last
// part that is given ("/tlog/{shard}/tile/…").
func sameRoute(route, written string) bool {
	have, want := strings.Split(route, "/"), strings.Split(written, "/")
	for i, part := range want {
		switch {
		case part == "…":
			return true
		case i >= len(have) || have[i] != part && !strings.HasPrefix(have[i], "{"):
			return false
		}
	}
	return len(have) == len(want)
}

// documents are the texts that tell people what to type, by their names.
func documents(t *testing.T) map[string][]byte {
	t.Helper()
	root := moduleRoot(t)
	out := make(map[string][]byte)
	for _, name := range append(guides(t), "README.md", "deploy/runbook.md", "deploy/Dockerfile", "deploy/compose.yml",
		"deploy/systemd/plylog.service", "deploy/prometheus/rules.yml", "deploy/kubernetes/plylog.yaml") {
		out[name] = readFile(t, filepath.Join(root, name))
	}
	return out
}

// written is one command of a document.
type written struct {
	document, command string
	shell             bool // of a block of nothing but commands, which no test runs
}

// commandsOf are the commands of a document: in Markdown, the lines of blocks of a shell
// and the inline code that begins with a program; elsewhere, comments that are indented.
func commandsOf(name string, text []byte) (out []written) {
	lines, shell := []string(nil), 0
	if filepath.Ext(name) == ".md" {
		for _, block := range found(text, "(?ms)^```sh\n(.*?)^```$") {
			lines = append(lines, strings.Split(strings.ReplaceAll(block, "\\\n", " "), "\n")...)
		}
		shell = len(lines)
		for _, s := range consoleBlocks(string(text)) {
			lines = append(lines, strings.ReplaceAll(s.command, "\\\n", " "))
		}
		for _, m := range inlineCode.FindAllSubmatch(text, -1) {
			program, _, more := strings.Cut(string(m[1]), " ")
			if more && (program == "plylog" || program == "nats" || program == "plylog-verify" || slices.Contains(elsewhere, program)) {
				lines = append(lines, strings.ReplaceAll(string(m[1]), "\n", " "))
			}
		}
	} else {
		for _, m := range commented.FindAllSubmatch(text, -1) {
			lines = append(lines, string(m[1]))
		}
	}
	for i, line := range lines {
		line, _, _ = strings.Cut(line, " # ")
		for _, part := range separators.Split(line, -1) {
			part = strings.TrimPrefix(strings.TrimSpace(part)+" ", "do ")
			part = strings.TrimSpace(assignments.ReplaceAllString(part, ""))
			if part != "" && !strings.HasPrefix(part, "done") {
				out = append(out, written{name, part, i < shell})
			}
		}
	}
	return out
}

// check looks a command up; nats is the program of that name.
func (w written) check(t *testing.T, nats string) {
	t.Helper()
	args := words(w.command)
	if len(args) == 0 {
		return
	}
	for _, m := range ourFiles.FindAllStringSubmatch(w.command, -1) {
		if !exists(t, filepath.Join(moduleRoot(t), m[1])) {
			t.Errorf("%s: %s: there is no %s", w.document, w.command, m[1])
		}
	}
	switch program := args[0]; {
	case program == "plylog" && len(args) > 1:
		understood(t, args[1:])
	case program == "nats":
		out, err := exec.Command(nats, append(args[1:], "--help")...).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("usage: nats")) {
			t.Errorf("%s: %s: %v\n%s", w.document, w.command, err, out)
		}
	case program == "plylog", program == "plylog-verify", !w.shell, slices.Contains(elsewhere, program):
	case !exists(t, filepath.Join(moduleRoot(t), program)):
		t.Errorf("%s: %s: nobody knows the program %s", w.document, w.command, program)
	}
}

// words are the arguments of a command up to where a shell would take over.
func words(args string) (out []string) {
	for _, w := range word.FindAllString(args, -1) {
		if strings.ContainsAny(w, "<>#(") {
			break
		}
		last, end := strings.CutSuffix(w, ")")
		if out = append(out, last); end {
			break
		}
	}
	return out
}

// understood checks that the program has a command and its flags, without doing it.
func understood(t *testing.T, args []string) {
	t.Helper()
	if out := ours(t, append([]string{"--help=true"}, args...)...); !strings.Contains(out, "plylog "+args[0]) {
		t.Errorf("plylog %s prints\n%s", strings.Join(args, " "), out)
	}
}

// ours runs our program within this one, and returns what it prints.
func ours(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	c := &console.Console{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }}
	if code := cli.Run(t.Context(), c, args); code != console.OK {
		t.Errorf("plylog %q: code %d\n%s", args, code, &out)
	}
	return out.String()
}

// testNames are the names of all tests of the module.
func testNames(t *testing.T) (out []string) {
	t.Helper()
	err := filepath.WalkDir(moduleRoot(t), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			out = append(out, found(readFile(t, path), `(?m)^func (Test[A-Z]\w*)\(`)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
