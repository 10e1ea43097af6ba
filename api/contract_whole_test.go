package api_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"plylog/api"
	"plylog/api/contracttest"
	"plylog/api/web/docs"
	"plylog/events"
)

// What is served and what is described are the same: addresses, methods, query
// parameters.
func TestDocumentKnowsEveryRoute(t *testing.T) {
	c := contracttest.Open(t)
	for listener, served := range map[string][]api.Route{"": api.PublicRoutesWithParams(), "admin": api.AdminRoutesWithParams()} {
		var names []string
		for _, rt := range served {
			if slices.Contains(api.PagePaths(), rt.Path) {
				continue
			}
			rt.Path = contracttest.Described(rt.Path)
			names = append(names, rt.Method+" "+rt.Path)
			item := c.Doc.Paths.Value(rt.Path)
			if item == nil || item.GetOperation(rt.Method) == nil {
				t.Errorf("%s %s is served and not described", rt.Method, rt.Path)
				continue
			}
			rt.Params = slices.DeleteFunc(rt.Params, func(name string) bool { return name == "*" }) // others pass, and nobody reads them
			slices.Sort(rt.Params)
			if got := contracttest.Queries(item, item.GetOperation(rt.Method)); !slices.Equal(got, rt.Params) {
				t.Errorf("%s %s reads the parameters %v, and %v are described", rt.Method, rt.Path, rt.Params, got)
			}
		}
		for _, op := range c.Operations(listener) {
			if !slices.Contains(names, op) {
				t.Errorf("%s is described and not served on the listener %q", op, listener)
			}
		}
	}
}

// The types of problems and of events are those of the program, and every
// address names only such.
func TestDocumentKnowsEveryWord(t *testing.T) {
	c := contracttest.Open(t)
	var types []string
	for _, slug := range api.ProblemSlugs() {
		types = append(types, "/problems/"+slug)
	}
	sameWords(t, "types of problems", c.Words("/components/schemas/ProblemType", "enum"), types)
	named := c.Words("", "x-common-problems")
	for path, item := range c.Doc.Paths.Map() {
		for method := range item.Operations() {
			_, at := c.Find("/paths", path, strings.ToLower(method))
			named = append(named, c.Words(at, "x-problems")...)
		}
	}
	slices.Sort(named)
	sameWords(t, "problems that some address answers with", slices.Compact(named), api.ProblemSlugs())
	var kinds []string
	for _, typ := range events.Types() {
		kinds = append(kinds, string(typ))
	}
	sameWords(t, "types of events", c.Words("/components/schemas/EventType", "enum"), kinds)
	for _, typ := range kinds {
		name := "Event" + strings.ToUpper(typ[:1]) + typ[1:]
		if v, _ := c.Find("/components/schemas", name, "properties", "type", "const"); v != typ {
			t.Errorf("schema %s is of the type %v", name, v)
		}
		if v, _ := c.Find("/components/schemas/Event/discriminator/mapping", typ); v != "#/components/schemas/"+name {
			t.Errorf("events of the type %s are read by %v", typ, v)
		}
	}
	if list, _ := c.Find("/components/schemas/Event/oneOf"); len(list.([]any)) != len(kinds) {
		t.Errorf("an event is one of %d", len(list.([]any)))
	}
}

func sameWords(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s in the document:\n%v\nin the program:\n%v", what, got, want)
	}
}

// Every event of the golden games is as the schemas say, alone and in the
// document; and the schemas are strict.
func TestGoldenEventsFitTheirSchemas(t *testing.T) {
	c := contracttest.Open(t)
	d, err := docs.ReadOpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../events/play/testdata/golden/*.jsonl")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	seen := make(map[string]int)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			e, err := events.Decode([]byte(strings.TrimSpace(line)))
			if err != nil {
				t.Fatal(err)
			}
			name := "Event" + strings.ToUpper(string(e.Type[:1])) + string(e.Type[1:])
			if seen[name]++; seen[name] == 1 {
				if err := checkAlone(d, name, line); err != nil {
					t.Fatalf("%s, event %d is no %s: %v", filepath.Base(file), e.N, name, err)
				}
			}
			if err := c.Check("/components/schemas/"+name, []byte(line)); err != nil {
				t.Fatalf("%s, event %d is no %s: %v", filepath.Base(file), e.N, name, err)
			}
			if seen[name] > 3 {
				continue // what follows is about the schema, not the event
			}
			if err := c.Check("/components/schemas/Event", []byte(line)); err != nil {
				t.Fatalf("%s, event %d is no event: %v", filepath.Base(file), e.N, err)
			}
			for what, bad := range spoil(line) {
				if c.Check("/components/schemas/Event", []byte(bad)) == nil {
					t.Errorf("%s: an event with %s passes: %s", name, what, bad)
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("the golden games hold only %v", seen)
	}
}

// spoil returns an event with one thing wrong each.
func spoil(line string) map[string]string {
	one := func(old, new string) string { return strings.Replace(line, old, new, 1) }
	return map[string]string{
		"a field of its own":         one(`{"v":1`, `{"mine":1,"v":1`),
		"a field of its own in data": one(`"data":{`, `"data":{"mine":1,`),
		"a field of its own inside":  one(`"after":{`, `"after":{"mine":1,`),
		"another envelope":           one(`"v":1`, `"v":2`),
		"no board":                   one(`"board":`, `"bored":`),
		"a seat that is none":        one(`"turn":"`, `"turn":"x`),
		"a time without a zone":      one(`Z"`, `"`),
	}
}

// checkAlone holds a text to a schema as it is served.
func checkAlone(d *docs.OpenAPI, name, text string) error {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.Schemas[name]))
	if err != nil {
		return err
	}
	all := jsonschema.NewCompiler()
	all.DefaultDraft(jsonschema.Draft2020)
	if err := all.AddResource("plylog:///schemas/"+name, schema); err != nil {
		return err
	}
	s, err := all.Compile("plylog:///schemas/" + name)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// Every schema that is served stands by itself.
func TestSchemasStandAlone(t *testing.T) {
	w := newWorld(t, memory())
	d, err := docs.ReadOpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range d.Schemas {
		if got := w.do("GET", "/schemas/"+name, "").want(t, 200); got.body != string(text) {
			t.Errorf("%s is served otherwise than made", name)
		}
		if err := checkAlone(d, name, "[[]]"); err == nil && name != "Any" {
			t.Errorf("%s takes anything", name)
		}
	}
	w.do("GET", "/schemas/Nothing", "").want(t, 404, "not-found")
	tag := w.do("GET", "/openapi.yaml", "").want(t, 200).header.Get("ETag")
	w.do("GET", "/openapi.yaml", "", header("If-None-Match: "+tag)).want(t, 304)
	w.do("GET", "/openapi.json", "").want(t, 200)
}
