package api_test

import (
	"regexp"
	"strings"
	"testing"

	"plylog/api"
	"plylog/api/contracttest"
)

var (
	hrefs = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
)

// The pages for people lead nowhere that is not there, run nothing, and ask no
// other server for anything.
func TestDocsPages(t *testing.T) {
	w := newWorld(t, memory())
	pages := map[string]string{}
	var visit func(path, from string)
	visit = func(path, from string) {
		if _, seen := pages[path]; seen {
			return
		}
		a := w.do("GET", path, "")
		if a.status != 200 {
			t.Errorf("%s leads to %s, which answers %d", from, path, a.status)
		}
		if pages[path] = a.body; !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || !strings.HasPrefix(path, "/docs") {
			return
		}
		if policy := a.header.Get("Content-Security-Policy"); strings.Contains(policy, "script-src") || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: Content-Security-Policy %s", path, policy)
		}
		for _, bad := range []string{"<script", "<style", " style=", " onclick=", "http://www", "https://", "<no value>", "ZgotmplZ"} {
			if strings.Contains(a.body, bad) {
				t.Errorf("%s holds %s", path, bad)
			}
		}
		for _, m := range hrefs.FindAllStringSubmatch(a.body, -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to != "" {
				visit(to, path)
			}
		}
	}
	visit("/docs", "")
	for _, kind := range []string{"backgammon", "reversi", "checkers", "baghchal"} {
		visit("/docs/rules/"+kind, "")
	}
	if _, ok := pages["/"]; !ok {
		t.Error("no way leads back to the games")
	}
	if len(pages) < 15 {
		t.Errorf("only %d pages are linked", len(pages))
	}
	for path, body := range pages {
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			to, anchor, ok := strings.Cut(m[1], "#")
			if to == "" {
				to = path
			}
			if target := pages[to]; ok && strings.HasPrefix(path, "/docs") && !strings.Contains(target, ` id="`+anchor+`"`) {
				t.Errorf("%s leads to %s, and there is no %s", path, m[1], anchor)
			}
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(body, -1) {
			if seen[m[1]] {
				t.Errorf("%s has two of %s", path, m[1])
			}
			seen[m[1]] = true
		}
	}
	for _, slug := range api.ProblemSlugs() {
		if !strings.Contains(pages["/docs/problems"], ` id="`+slug+`"`) {
			t.Errorf("%s is not explained", slug)
		}
	}
	c := contracttest.Open(t)
	for path, item := range c.Doc.Paths.Map() {
		if !strings.Contains(pages["/docs/http"], "<code>"+path+"</code>") {
			t.Errorf("%s is on no page", path)
		}
		for method, op := range item.Operations() {
			if !strings.Contains(pages["/docs/http"], `>`+method+`</span> <a class="self" href="#`+op.OperationID+`">`) {
				t.Errorf("%s %s is on no page", method, path)
			}
		}
	}
	w.do("GET", "/docs/nothing", "").want(t, 404, "not-found")
	w.do("GET", "/docs/rules/nim", "").want(t, 404, "not-found")
}
