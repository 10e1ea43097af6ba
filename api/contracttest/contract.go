package contracttest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"plylog/api/web/docs"
)

// Contract is a document as tests hold exchanges to it.
type Contract struct {
	Doc  *openapi3.T // nil where the document is none of OpenAPI
	Tree any         // the document as JSON

	mu      sync.Mutex
	schemas *jsonschema.Compiler
	ready   map[string]*jsonschema.Schema
	places  sync.Map // by where was asked for what
}

// New reads a document that is JSON. beside are schemas that it refers to, by their
// addresses.
func New(document []byte, beside map[string][]byte) (*Contract, error) {
	c := &Contract{ready: make(map[string]*jsonschema.Schema), schemas: jsonschema.NewCompiler()}
	c.schemas.DefaultDraft(jsonschema.Draft2020)
	for at, text := range beside {
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", at, err)
		}
		if err := c.schemas.AddResource(at, schema); err != nil {
			return nil, fmt.Errorf("reading %s: %w", at, err)
		}
	}
	var err error
	if c.Tree, err = jsonschema.UnmarshalJSON(bytes.NewReader(document)); err != nil {
		return nil, fmt.Errorf("reading a document: %w", err)
	}
	return c, c.schemas.AddResource(address, c.Tree)
}

// address is what schemas call the document that they stand in.
const address = "plylog:///openapi.json"

// open reads the OpenAPI document, which is the same for all tests.
var open = sync.OnceValues(func() (*Contract, error) {
	d, err := docs.ReadOpenAPI()
	if err != nil {
		return nil, err
	}
	c, err := New(d.JSON, nil)
	if err != nil {
		return nil, err
	}
	c.Doc, err = openapi3.NewLoader().LoadFromData(d.YAML)
	return c, err
})

// Open returns the OpenAPI document.
func Open(t testing.TB) *Contract {
	t.Helper()
	c, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Find walks into the document, through references, and returns what is there
// and its address; nil where there is nothing.
func (c *Contract) Find(at string, names ...string) (any, string) {
	// Every answer asks for the same places.
	way := strings.Join(append([]string{at}, names...), "\x00")
	if p, ok := c.places.Load(way); ok {
		return p.(place).what, p.(place).ptr
	}
	v, ptr := c.find(at, names)
	c.places.Store(way, place{v, ptr})
	return v, ptr
}

// place is what is somewhere in the document.
type place struct {
	what any
	ptr  string
}

func (c *Contract) find(at string, names []string) (any, string) {
	v, ptr := c.Tree, ""
	for _, name := range append(pointerNames(at), names...) {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, ""
		}
		if v, ok = m[name]; !ok {
			return nil, ""
		}
		ptr += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		if m, ok := v.(map[string]any); ok {
			if ref, ok := m["$ref"].(string); ok && len(m) == 1 && strings.HasPrefix(ref, "#") {
				v, ptr = c.Find(strings.TrimPrefix(ref, "#"))
			}
		}
	}
	return v, ptr
}

func pointerNames(ptr string) (names []string) {
	for name := range strings.SplitSeq(strings.TrimPrefix(ptr, "/"), "/") {
		if name != "" {
			names = append(names, strings.NewReplacer("~1", "/", "~0", "~").Replace(name))
		}
	}
	return names
}

// Check holds a JSON text to the schema at an address of the document.
func (c *Contract) Check(ptr string, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	c.mu.Lock()
	s, ok := c.ready[ptr]
	if !ok {
		if s, err = c.schemas.Compile(address + "#" + ptr); err == nil {
			c.ready[ptr] = s
		}
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// Words returns a list of words in the document.
func (c *Contract) Words(at string, name string) (words []string) {
	list, _ := c.Find(at, name)
	items, _ := list.([]any)
	for _, w := range items {
		words = append(words, fmt.Sprint(w))
	}
	return words
}

// Described is a pattern of ServeMux as a path of the document, which has no
// parameters of several segments.
func Described(path string) string { return strings.ReplaceAll(path, "...}", "}") }

// Operations lists what the document describes, as "METHOD /path".
func (c *Contract) Operations(listener string) (list []string) {
	for path, item := range c.Doc.Paths.Map() {
		for method, op := range item.Operations() {
			where, _ := op.Extensions["x-listener"].(string)
			if where == listener || op.Tags[0] == "operations" && where == "" {
				list = append(list, method+" "+path)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Queries lists the query parameters of an operation.
func Queries(item *openapi3.PathItem, op *openapi3.Operation) (names []string) {
	for _, p := range slices.Concat(item.Parameters, op.Parameters) {
		if p.Value.In == "query" {
			names = append(names, p.Value.Name)
		}
	}
	slices.Sort(names)
	return names
}
