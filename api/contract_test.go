package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"plylog/api"
	"plylog/api/web/docs"
)

// contract is the OpenAPI document as tests hold exchanges to it.
type contract struct {
	doc  *openapi3.T
	tree any // the document as JSON

	mu      sync.Mutex
	schemas *jsonschema.Compiler
	ready   map[string]*jsonschema.Schema
}

var theContract = sync.OnceValues(func() (*contract, error) {
	d, err := docs.ReadOpenAPI()
	if err != nil {
		return nil, err
	}
	c := &contract{ready: make(map[string]*jsonschema.Schema), schemas: jsonschema.NewCompiler()}
	if c.doc, err = openapi3.NewLoader().LoadFromData(d.YAML); err != nil {
		return nil, err
	}
	if c.tree, err = jsonschema.UnmarshalJSON(bytes.NewReader(d.JSON)); err != nil {
		return nil, err
	}
	c.schemas.DefaultDraft(jsonschema.Draft2020)
	return c, c.schemas.AddResource(contractURL, c.tree)
})

const contractURL = "plylog:///openapi.json"

func mustContract(t testing.TB) *contract {
	t.Helper()
	c, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// find walks into the document, through references, and returns what is there
// and its address; nil where there is nothing.
func (c *contract) find(at string, names ...string) (any, string) {
	v, ptr := c.tree, ""
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
				v, ptr = c.find(strings.TrimPrefix(ref, "#"))
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

// check holds a JSON text to the schema at an address of the document.
func (c *contract) check(ptr string, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	c.mu.Lock()
	s, ok := c.ready[ptr]
	if !ok {
		if s, err = c.schemas.Compile(contractURL + "#" + ptr); err == nil {
			c.ready[ptr] = s
		}
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// held wraps a handler: what it answers, and what it takes, must be as the
// document says.
func held(t testing.TB, h http.Handler) http.Handler {
	if _, bench := t.(*testing.B); bench {
		return h
	}
	c := mustContract(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, r: r}
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = &overheard{ReadCloser: r.Body, heard: &x.sent}
		}
		h.ServeHTTP(x, r)
		if r.Context().Err() != nil {
			return // it was cut, and so may the answer be
		}
		if err := c.holds(x); err != nil {
			t.Errorf("%s %s %s\n-> %d %v %.2000s\nis not as the document says: %v", r.Method, r.URL, x.sent.String(), x.status, x.header, x.body.String(), err)
		}
	})
}

// exchange is a request and what was answered.
type exchange struct {
	http.ResponseWriter
	r      *http.Request
	sent   bytes.Buffer
	status int
	header http.Header
	body   bytes.Buffer
}

// mostOverheard bounds what is kept of a body.
const mostOverheard = 4 << 20

func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status, x.header = status, x.Header().Clone()
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status, x.header = http.StatusOK, x.Header().Clone()
	}
	if x.body.Len() < mostOverheard {
		x.body.Write(b)
	}
	return x.ResponseWriter.Write(b)
}

func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

type overheard struct {
	io.ReadCloser
	heard *bytes.Buffer
}

func (o *overheard) Read(b []byte) (int, error) {
	n, err := o.ReadCloser.Read(b)
	if o.heard.Len() < mostOverheard {
		o.heard.Write(b[:n])
	}
	return n, err
}

// holds says what about an exchange the document does not.
func (c *contract) holds(x *exchange) error {
	if x.status == 0 {
		x.status, x.header = http.StatusOK, x.Header().Clone()
	}
	method, path, matched := strings.Cut(x.r.Pattern, " ")
	if !matched || x.r.Method == http.MethodOptions || slices.Contains(api.PagePaths(), path) {
		return c.holdsElsewhere(x)
	}
	path = described(path)
	op, at := c.find("/paths", path, strings.ToLower(method))
	if op == nil {
		return fmt.Errorf("%s %s stands nowhere in it", method, path)
	}
	if x.status < 400 {
		if err := c.takes(x, method, path, at); err != nil {
			return fmt.Errorf("the request was taken: %w", err)
		}
	}
	return c.answers(x, at)
}

// holdsElsewhere looks at answers to what no operation is.
func (c *contract) holdsElsewhere(x *exchange) error {
	if x.status < 400 {
		return nil
	}
	return c.check("/components/schemas/Problem", x.body.Bytes())
}

// answers holds an answer to an operation.
func (c *contract) answers(x *exchange, op string) error {
	response, at := c.find(op, "responses", strconv.Itoa(x.status))
	if response == nil {
		response, at = c.find(op, "responses", fmt.Sprintf("%dXX", x.status/100))
	}
	if response == nil {
		return fmt.Errorf("it knows no answer %d", x.status)
	}
	if err := c.headers(x.header, at); err != nil {
		return err
	}
	content, _ := c.find(at, "content")
	if content == nil || x.r.Method == http.MethodHead {
		if x.body.Len() > 0 && x.r.Method != http.MethodHead {
			return fmt.Errorf("an answer %d has no body", x.status)
		}
		return nil
	}
	if x.header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(&x.body)
		if err != nil {
			return err
		}
		var plain bytes.Buffer
		if _, err := plain.ReadFrom(z); err != nil {
			return err
		}
		x.body = plain
	}
	media, _, err := mime.ParseMediaType(x.header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("Content-Type %q: %w", x.header.Get("Content-Type"), err)
	}
	_, form := c.find(at, "content", media)
	if form == "" {
		if _, form = c.find(at, "content", "*/*"); form == "" {
			return fmt.Errorf("no answer %d is %s", x.status, media)
		}
	}
	if media == "application/problem+json" {
		if err := c.knowsProblem(x.body.Bytes(), op); err != nil {
			return err
		}
	}
	if _, at := c.find(form, "x-item"); at != "" {
		return c.records(form, media, x.body.String())
	}
	if strings.HasSuffix(media, "json") {
		return c.check(form+"/schema", x.body.Bytes())
	}
	return nil
}

// records holds each record of a stream to its schema. A stream that was cut
// ends in the middle of one.
func (c *contract) records(form, media, body string) error {
	if media != "text/event-stream" {
		_, item := c.find(form, "x-item")
		for line := range strings.Lines(body) {
			if line == "\n" || !strings.HasSuffix(line, "\n") {
				continue
			}
			if err := c.check(item, []byte(line)); err != nil {
				return err
			}
		}
		return nil
	}
	for block := range strings.SplitSeq(body, "\n\n") {
		event, data := "", ""
		for line := range strings.SplitSeq(block, "\n") {
			if v, ok := strings.CutPrefix(line, "event: "); ok {
				event = v
			} else if v, ok := strings.CutPrefix(line, "data: "); ok {
				data = v
			}
		}
		_, item := c.find(form, "x-item")
		if event != "" {
			_, item = c.find(form, "x-records", event)
		}
		if data == "" {
			continue
		}
		if item == "" {
			return fmt.Errorf("no record is called %s", event)
		}
		if err := c.check(item, []byte(data)); err != nil {
			return err
		}
	}
	return nil
}

// knowsProblem makes sure that an operation says that it may answer so.
func (c *contract) knowsProblem(body []byte, op string) error {
	var p struct{ Type string }
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	slug := strings.TrimPrefix(p.Type, "/problems/")
	if !slices.Contains(c.words(op, "x-problems"), slug) && !slices.Contains(c.words("", "x-common-problems"), slug) {
		return fmt.Errorf("the problem %s is not among those of the address", slug)
	}
	return nil
}

// words returns a list of words in the document.
func (c *contract) words(at string, name string) (words []string) {
	list, _ := c.find(at, name)
	items, _ := list.([]any)
	for _, w := range items {
		words = append(words, fmt.Sprint(w))
	}
	return words
}

func TestDocumentIsValid(t *testing.T) {
	c := mustContract(t)
	if err := c.doc.Validate(context.Background()); err != nil {
		t.Error(err)
	}
}
