package api

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"plylog/api/contracttest"
	"plylog/engines"
	"plylog/engines/strict"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

func TestProblemTypes(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range problems {
		if k.slug == "" || strings.Trim(k.slug, "abcdefghijklmnopqrstuvwxyz-") != "" || seen[k.slug] {
			t.Errorf("slug %q", k.slug)
		}
		seen[k.slug] = true
		if http.StatusText(k.status) == "" || k.status < 400 {
			t.Errorf("%s: status %d", k.slug, k.status)
		}
		if k.title == "" || !strings.HasSuffix(k.text, ".") && !strings.HasSuffix(k.text, "…") && !strings.HasSuffix(k.text, "json") && !strings.HasSuffix(k.text, "ab") {
			t.Errorf("%s: title %q, text %q", k.slug, k.title, k.text)
		}
		if (k.status == 503 || k.status == 429 || k.status == 507) != (k.retryAfter > 0) && k.slug != conflict {
			t.Errorf("%s: status %d, retry after %d", k.slug, k.status, k.retryAfter)
		}
		again := strings.ToLower(k.title[:1]) + k.title[1:]
		if p := refuse(k.slug, again); p.Detail != "" || refuse(k.slug, again+".").Detail != "" || p.Error() != k.title || refuse(k.slug, again+"; wait").Detail == "" {
			t.Errorf("%s: its detail is %q, its title %q", k.slug, p.Detail, p.Title)
		}
	}
}

// Every code that the write side refuses with has an answer of its own.
func TestRefusalCodes(t *testing.T) {
	codes := stringConstants(t, "../events/play/errors.go", "Code")
	if len(codes) < 10 {
		t.Fatalf("found only %v", codes)
	}
	for _, code := range codes {
		p := problemOf(fmt.Errorf("wrapped: %w", &play.RefusedError{Code: code, Rule: "XX-1", Detail: "why"}))
		if p.Status == 500 || p.Code != code || p.Rule != "XX-1" || p.Detail != "why" {
			t.Errorf("%s: answered %+v", code, p)
		}
	}
	if p := problemOf(&play.RefusedError{Code: "made-up"}); p.slug != internal {
		t.Errorf("a code without an answer: %+v", p)
	}
}

// The list of the types of events holds every one of them.
func TestEventTypes(t *testing.T) {
	constants := stringConstants(t, "../events/event.go", "Type")
	if got := events.Types(); len(got) != len(constants) {
		t.Errorf("%d of the %d types are listed", len(got), len(constants))
	}
	for _, typ := range constants {
		if !slices.Contains(events.Types(), events.Type(typ)) {
			t.Errorf("%s is not listed", typ)
		}
	}
}

// stringConstants returns the string constants of a file whose names begin so.
func stringConstants(t *testing.T, file, prefix string) (values []string) {
	t.Helper()
	for name, value := range constantsOf(t, file) {
		if strings.HasPrefix(name, prefix) {
			values = append(values, value)
		}
	}
	return values
}

// constantsOf returns the string constants of a file by name.
func constantsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]string)
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) > 0 {
			if text, ok := written(spec.Values[0]); ok {
				values[spec.Names[0].Name] = text
			}
		}
		return true
	})
	return values
}

// written is the text of an expression as far as it stands in the source: what is put in
// when the program runs is "…".
func written(x ast.Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil && x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := written(x.X)
		right, also := written(x.Y)
		if !ok {
			left = "…"
		}
		if !also {
			right = "…"
		}
		return left + right, ok || also
	case *ast.CallExpr: // fmt.Sprintf
		if len(x.Args) > 0 {
			return written(x.Args[0])
		}
	}
	return "", false
}

// TestNothingIsSaidTwice reads every refusal in the source: none says again what its title
// has said.
func TestNothingIsSaidTwice(t *testing.T) {
	slugs := constantsOf(t, "problems.go")
	maps.Copy(slugs, constantsOf(t, "../events/play/errors.go"))
	looked := 0
	look := func(at token.Position, slug ast.Expr, detail ast.Expr) {
		said, ok := written(slug)
		if id, is := slug.(*ast.Ident); is {
			said, ok = slugs[id.Name]
		} else if sel, is := slug.(*ast.SelectorExpr); is {
			said, ok = slugs[sel.Sel.Name]
		}
		text, also := written(detail)
		if !ok || !also {
			return // what a function is given; who gives it is looked at, or met by other tests
		}
		if said == play.CodeMalformed {
			said = badRequest
		}
		looked++
		p := refuse(said, text)
		if twice := contracttest.SaidTwice(p.Title, p.Detail); twice != "" || p.slug != said {
			t.Errorf("%s: %q is said twice: %s: %s", at, twice, p.Title, p.Detail)
		}
	}
	files, err := filepath.Glob("*.go")
	more, err2 := filepath.Glob("../events/play/*.go")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch fn, _ := n.Fun.(*ast.Ident); {
				case fn == nil:
				case fn.Name == "refuse" && len(n.Args) == 2:
					look(set.Position(n.Pos()), n.Args[0], n.Args[1])
				case fn.Name == "refuseField" && len(n.Args) == 3:
					look(set.Position(n.Pos()), n.Args[0], n.Args[2])
				}
			case *ast.CompositeLit:
				fields := make(map[string]ast.Expr)
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if key, ok := kv.Key.(*ast.Ident); ok {
							fields[key.Name] = kv.Value
						}
					}
				}
				if fields["Code"] != nil && fields["Detail"] != nil {
					look(set.Position(n.Pos()), fields["Code"], fields["Detail"])
				}
			}
			return true
		})
	}
	for _, s := range sentinels {
		looked++
		if twice := contracttest.SaidTwice(kindOf(s.slug).title, s.detail); twice != "" {
			t.Errorf("%v: %q is said twice", s.err, twice)
		}
	}
	if looked < 200 {
		t.Errorf("%d refusals were found", looked)
	}
}

// What counts as twice.
func TestSaidTwice(t *testing.T) {
	for _, c := range []struct{ title, detail, want string }{
		{"The game is over", "", ""},
		{"Too large", "the body is larger than 16384 bytes", ""},
		{"The game is not over", "the game is not over; a receipt is given for its end", ""},
		{"The game is not over", "the game is not over: the game is not over yet", "the game is not over"},
		{"The seat is kept for somebody else", "that seat is kept for somebody else", "that seat is kept for somebody else"},
		{"There is no such offer to answer", "there is no offer to answer", "there is no offer to answer"},
		{"There is no such offer to answer", "there is no invitation to decline", ""},
		{"The seat is taken", "both seats are taken", ""},
		{"That token holds no seat in this game", "the token proves no seat in this game", "no seat in this game"},
		{"The request is malformed", "line 1: no such move: line 1: no such move", "line 1: no such move"},
	} {
		if got := contracttest.SaidTwice(c.title, c.detail); (got != "") != (c.want != "") {
			t.Errorf("%s: %s: %q, want %q", c.title, c.detail, got, c.want)
		}
	}
}

func TestProblemOf(t *testing.T) {
	_, badGame := events.ParseGameID("x")
	for _, c := range []struct {
		err    error
		status int
		slug   string
	}{
		{badGame, 400, badID},
		{&strict.Error{Field: "x", Detail: "y"}, 400, badRequest},
		{&strict.Error{Detail: "y", Size: true}, 413, tooLarge},
		{&engines.BadOptionError{Option: "length", Detail: "d"}, 400, badOption},
		{&engines.BadBoardError{Detail: "d"}, 400, badBoard},
		{play.ErrUnknownKind, 400, unknownKind},
		{play.ErrNoGame, 404, noGame},
		{projections.ErrNoGame, 404, noGame},
		{play.ErrNoEvent, 404, noVersion},
		{&projections.FutureError{Version: 3}, 404, noVersion},
		{projections.ErrCursor, 400, badParameter},
		{play.ErrConflict, 409, conflict},
		{&play.StaleError{Want: 1, Have: 2}, 412, stale},
		{events.ErrTooLarge, 413, tooLarge},
		{&engines.IllegalError{Rule: "BG-9"}, 422, illegalMove},
		{play.ErrKeyReused, 422, keyReused},
		{&play.DivergedError{}, 423, damaged},
		{&projections.BrokenError{Why: errors.New("x")}, 423, damaged},
		{events.ErrDamaged, 423, damaged},
		{fmt.Errorf("reading: %w", events.ErrAway), 503, unavailable},
		{play.ErrUnavailable, 503, unavailable},
		{context.DeadlineExceeded, 503, unavailable},
		{events.ErrClosed, 503, stopping},
		{projections.Stopping, 503, stopping},
		{syscall.ENOSPC, 507, storageFull},
		{fmt.Errorf("storing: %w", events.ErrFull), 507, storageFull},
		{fmt.Errorf("%w: storing: %w", play.ErrUnavailable, events.ErrBroken), 503, storageFailed},
		{fmt.Errorf("%w: %w", play.ErrUnavailable, syscall.ENOSPC), 507, storageFull},
		{errors.New("something else"), 500, internal},
		{&panicError{"x"}, 500, internal},
	} {
		p := problemOf(fmt.Errorf("wrapped: %w", c.err))
		if p.Status != c.status || p.slug != c.slug {
			t.Errorf("%v: answered %d %s, want %d %s", c.err, p.Status, p.slug, c.status, c.slug)
		}
		if p.Status == 500 && (p.Detail != "" || !errors.Is(p, c.err)) {
			t.Errorf("%v: answered %q and keeps %v", c.err, p.Detail, p.cause)
		}
	}
}

func TestGate(t *testing.T) {
	var g gate
	in1, in2 := g.enter(), g.enter()
	if !in1 || !in2 || g.closed() {
		t.Fatal("an open gate is shut")
	}
	g.close()
	g.close()
	if g.enter() || !g.closed() {
		t.Fatal("a shut gate is open")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if err := g.wait(done); err == nil {
		t.Fatal("nobody waited for the two inside")
	}
	g.leave()
	g.leave()
	if err := g.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	var empty gate
	empty.close()
	if err := empty.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// A route's name is a pattern: metrics can count them.
func TestRoutes(t *testing.T) {
	for _, rt := range append(publicRoutes(), adminRoutes()...) {
		if !strings.HasPrefix(rt.path, "/") || !slices.Contains([]string{"GET", "POST", "PATCH", "DELETE"}, rt.method) {
			t.Errorf("route %s %s", rt.method, rt.path)
		}
	}
	for path, want := range map[string]bool{
		"/v1/games/x": false, "/": false, "/v1/games/": false, "/a.b/.c/..d": false,
		"": true, "//": true, "/v1//games": true, "/v1/./games": true, "/v1/games/..": true, "/..": true, "/.": true, "/v1/../x": true, "*": true,
	} {
		if got := unclean(path); got != want {
			t.Errorf("unclean(%q) = %v", path, got)
		}
	}
}
