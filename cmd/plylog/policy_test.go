package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// room says what one package, or every package below a path ending in "/...",
// may import besides the standard library. The first room that fits counts.
type room struct {
	path    string
	mine    []string // packages of this module, "/..." for a whole tree
	others  []string // modules of others, by prefix
	without []string // parts of the standard library that it does without
}

// outside is what pure code has no business with: clocks, chance, files, nets.
var outside = []string{
	"time", "math/rand", "math/rand/v2", "crypto/rand", "os", "os/exec", "os/signal", "net", "net/http",
	"io/ioutil", "syscall", "unsafe", "log", "log/slog", "plugin",
}

// rooms is the import policy: from the rules on the left to the program on the
// right, and never back.
var rooms = []room{
	{path: "engines", mine: []string{"engines/strict"}, without: outside},
	{path: "engines/strict", without: outside},
	{path: "engines/alphabeta", without: outside},
	{path: "engines/all", mine: []string{"engines", "engines/..."}, without: outside},
	{path: "engines/enginetest/...", mine: []string{"engines", "engines/strict"}, others: []string{"pgregory.net/rapid"}},
	{path: "engines/...", mine: []string{"engines", "engines/strict", "engines/alphabeta"}, without: outside},

	{path: "events", mine: []string{"engines", "engines/strict"}, others: []string{"github.com/google/uuid"},
		without: []string{"os", "net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/dice", without: outside},
	{path: "events/filelock", others: []string{"golang.org/x/sys"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/ports/...", mine: []string{"events/ports"}, without: []string{"os", "net/http", "time"}},
	{path: "events/durable", others: []string{"golang.org/x/sys/unix"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/merkle", mine: []string{"events", "events/durable"}, others: []string{"golang.org/x/mod/sumdb"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/play", mine: []string{"engines", "engines/strict", "events", "events/dice"}, without: []string{"os", "net", "net/http"}},
	{path: "events/audit", mine: []string{"engines", "events", "events/dice", "events/play", "events/merkle"}, without: []string{"os", "net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/audit/audittest", mine: []string{"engines", "engines/all", "events", "events/play", "events/merkle"}, without: []string{"os", "net", "net/http"}},
	{path: "events/logtest/...", mine: []string{"events"}, others: []string{"pgregory.net/rapid"}},
	{path: "events/memlog/...", mine: []string{"events"}},
	{path: "events/pack", mine: []string{"events"}, without: outside},
	{path: "events/archive", mine: []string{"events", "events/durable", "events/merkle", "events/pack"}, others: []string{"github.com/klauspost/compress/zstd"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/snapshot", mine: []string{"events", "events/pack"}, others: []string{"github.com/klauspost/compress/zstd"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "events/jetlog/blocks", mine: []string{"events"}, others: []string{"github.com/minio/highwayhash"}},
	{path: "events/jetlog/blocktest", without: []string{"net", "net/http", "time"}},
	{path: "events/jetlog/majority", without: slices.DeleteFunc(slices.Clone(outside), func(pkg string) bool { return pkg == "time" })}, // for durations
	{path: "events/jetlog/...", mine: []string{"events", "events/archive", "events/durable", "events/filelock", "events/merkle", "events/jetlog/..."}, others: []string{
		"github.com/nats-io", "github.com/synadia-io/orbit.go", "github.com/google/uuid", "golang.org/x/sys",
		"github.com/prometheus/client_golang"}},

	{path: "projections/...", mine: []string{"events", "events/merkle", "engines/strict", "projections/..."}, others: []string{"github.com/prometheus/client_golang"}},

	{path: "api/web/docs", others: []string{"go.yaml.in/yaml", "github.com/yuin/goldmark"}, without: []string{"os", "net", "net/http", "time"}},
	{path: "api/people/passkey/passkeytest", without: []string{"os", "net", "net/http"}},
	{path: "api/people/passkey", others: []string{"github.com/go-webauthn/webauthn"}, without: []string{"os", "net/http", "math/rand", "math/rand/v2"}},
	{path: "api/people/ticket", mine: []string{"api/people/vault"}, without: []string{"net", "net/http", "math/rand", "math/rand/v2"}},
	{path: "api/people/provider/providertest", others: []string{"github.com/oauth2-proxy/mockoidc", "github.com/golang-jwt/jwt/v5"}},
	{path: "api/people/provider", mine: []string{"engines/strict", "api/post"}, others: []string{"github.com/coreos/go-oidc/v3", "golang.org/x/oauth2"},
		without: []string{"os", "math/rand", "math/rand/v2"}},
	{path: "api/people/vault/...", mine: []string{"events/jetlog/majority", "api/people/vault"}, others: []string{"github.com/nats-io/nats.go"}, without: []string{"net/http"}},
	{path: "api/people", mine: []string{"events", "api/post", "api/people/vault"}, others: []string{"golang.org/x/text/unicode/norm"}, without: []string{"net/http", "math/rand", "math/rand/v2"}},
	{path: "api/post", others: []string{"github.com/wneessen/go-mail", "golang.org/x/net/idna"}, without: []string{"net/http", "math/rand", "math/rand/v2"}},
	{path: "api/contracttest", mine: []string{"api/web/docs"}, others: []string{"github.com/getkin/kin-openapi", "github.com/santhosh-tekuri/jsonschema/v6"}},
	{path: "api/...", mine: []string{"engines", "engines/strict", "events", "events/dice", "events/play", "events/merkle", "events/audit", "projections", "projections/...", "api", "api/..."},
		others: []string{"github.com/google/uuid", "github.com/prometheus/client_golang", "github.com/nats-io/nats.go", "golang.org/x/time", "github.com/coder/websocket"}},

	{path: "cmd/plylog-verify", mine: []string{"engines/all", "events/audit", "events/merkle"}, without: []string{"net", "net/http"}},
	{path: "deploy/examples/bot", mine: []string{"api/client", "events"}},

	{path: "cmd/...", mine: []string{"..."}, others: []string{""}},
}

// TestImports holds every package to the policy. Tests may reach further, but
// not to the right of what they test.
func TestImports(t *testing.T) {
	seen := 0
	for pkg, files := range sources(t) {
		r, ok := roomOf(pkg)
		if !ok {
			t.Errorf("%s: a package that the import policy does not know; give it a room in policy_test.go", pkg)
			continue
		}
		for _, f := range files {
			if strings.HasSuffix(f.name, "_test.go") {
				continue
			}
			seen++
			for _, imp := range f.ast.Imports {
				what, err := strconv.Unquote(imp.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if why := r.forbids(what); why != "" {
					t.Errorf("%s imports %s: %s", f.name, what, why)
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("no Go file was found: the policy checked nothing")
	}
}

// TestPolicyBites shows that the policy refuses what it is there to refuse.
func TestPolicyBites(t *testing.T) {
	for _, c := range []struct{ from, to string }{
		{"engines/reversi", "plylog/events"},
		{"engines/reversi", "plylog/engines/checkers"},
		{"engines/reversi", "math/rand/v2"},
		{"engines/reversi", "time"},
		{"engines", "os"},
		{"events", "plylog/events/play"},
		{"events/dice", "math/rand"},
		{"events/jetlog", "plylog/events/play"},
		{"projections", "plylog/engines"},
		{"projections", "plylog/api"},
		{"api", "plylog/cmd/plylog/internal/cli"},
		{"events/play", "github.com/nats-io/nats.go"},
	} {
		r, ok := roomOf(c.from)
		if !ok || r.forbids(c.to) == "" {
			t.Errorf("%s may import %s", c.from, c.to)
		}
	}
}

// TestDiceComeFromChains holds the files that make dice, in a package that knows
// the time for its clocks, to what the rules do without: clocks and chance.
func TestDiceComeFromChains(t *testing.T) {
	found := 0
	for _, f := range sources(t)["events/play"] {
		if !slices.Contains([]string{"dice.go", "shares.go", "waive.go", "awaited.go", "tally.go"}, path.Base(filepath.ToSlash(f.name))) {
			continue
		}
		found++
		for _, imp := range f.ast.Imports {
			what, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(outside, what) {
				t.Errorf("%s imports %s", f.name, what)
			}
		}
	}
	if found != 5 {
		t.Errorf("%d of the 5 files were found", found)
	}
}

// TestRulesArePure looks for what an import alone does not show: init functions
// in the rules, and waiting by the clock in anybody's tests (in testing/synctest
// the clock is none).
func TestRulesArePure(t *testing.T) {
	for pkg, files := range sources(t) {
		for _, f := range files {
			rules := strings.HasPrefix(pkg, "engines") && !strings.HasSuffix(f.name, "_test.go")
			realTime := strings.HasSuffix(f.name, "_test.go") && !slices.ContainsFunc(f.ast.Imports, func(i *ast.ImportSpec) bool {
				return i.Path.Value == `"testing/synctest"`
			})
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if rules && n.Recv == nil && n.Name.Name == "init" {
						t.Errorf("%s: an init function in the rules", f.name)
					}
				case *ast.SelectorExpr:
					x, ok := n.X.(*ast.Ident)
					if ok && x.Name == "time" && n.Sel.Name == "Sleep" && realTime {
						t.Errorf("%s: a test that sleeps", f.name)
					}
				}
				return true
			})
		}
	}
}

// TestPackagesSayWhatTheyAre holds every package but programs to a doc.go that
// says, among what it is for, what the package may import.
func TestPackagesSayWhatTheyAre(t *testing.T) {
	root := moduleRoot(t)
	for pkg, files := range sources(t) {
		if files[0].ast.Name.Name == "main" || strings.HasSuffix(files[0].ast.Name.Name, "_test") {
			continue
		}
		doc, err := os.ReadFile(filepath.Join(root, pkg, "doc.go"))
		switch {
		case err != nil:
			t.Errorf("%s: no doc.go says what it is for", pkg)
		case !strings.HasPrefix(string(doc), "// Package ") || !strings.Contains(string(doc), "ay import:"):
			t.Errorf("%s/doc.go: want what the package is for, and \"May import: …\"", pkg)
		}
	}
}

// TestTopLevel keeps the root of the repository to what belongs there.
func TestTopLevel(t *testing.T) {
	agreed := []string{
		".ci", ".git", ".gitignore", "README.md", "api", "cmd", "deploy", "engines", "events",
		"go.mod", "go.sum", "projections",
	}
	ignored := []string{"plylog", "plylog-data", "dist"} // what .gitignore names: builds and data
	entries, err := os.ReadDir(moduleRoot(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(agreed, e.Name()) && !slices.Contains(ignored, e.Name()) {
			t.Errorf("%s does not belong at the top", e.Name())
		}
	}
}

// forbids says why a package of this room may not import what; empty if it may.
func (r room) forbids(what string) string {
	if in, ok := strings.CutPrefix(what, "plylog/"); ok {
		if slices.ContainsFunc(r.mine, func(p string) bool { return within(in, p) }) {
			return ""
		}
		return "imports go leftwards only: engines, events, projections, api, cmd"
	}
	if first, _, _ := strings.Cut(what, "/"); strings.Contains(first, ".") {
		if slices.ContainsFunc(r.others, func(p string) bool { return p == "" || what == p || strings.HasPrefix(what, p+"/") }) {
			return ""
		}
		return "not among the modules that this package may use"
	}
	if slices.Contains(r.without, what) {
		return "this package does without it"
	}
	return ""
}

func roomOf(pkg string) (room, bool) {
	for _, r := range rooms {
		if within(pkg, r.path) {
			return r, true
		}
	}
	return room{}, false
}

// within reports whether a package is a path, or lies below one that ends in "/...".
func within(pkg, pattern string) bool {
	if pattern == "..." {
		return true
	}
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == tree || strings.HasPrefix(pkg, tree+"/")
	}
	return pkg == pattern
}

type source struct {
	name string // from the module's root
	ast  *ast.File
}

// sources parses every Go file of the module, by package path.
func sources(t *testing.T) map[string][]source {
	t.Helper()
	root := moduleRoot(t)
	out := make(map[string][]source)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		out[path.Dir(rel)] = append(out[path.Dir(rel)], source{name: rel, ast: f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// moduleRoot is the folder of go.mod.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}
