package api_test

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// headers holds the headers of an answer to those of a response.
func (c *contract) headers(h http.Header, response string) error {
	common := c.words("", "x-common-headers")
	for name, values := range h {
		at := ""
		for _, known := range common {
			if strings.EqualFold(known, name) {
				_, at = c.find("/components/headers", known)
			}
		}
		declared, _ := c.find(response, "headers")
		known, _ := declared.(map[string]any)
		for other := range known {
			if strings.EqualFold(other, name) {
				_, at = c.find(response, "headers", other)
			}
		}
		if at == "" {
			return fmt.Errorf("it knows no header %s here", name)
		}
		for _, v := range values {
			if err := c.check(at+"/schema", fmt.Appendf(nil, "%q", v)); err != nil {
				return fmt.Errorf("header %s: %w", name, err)
			}
		}
	}
	return nil
}

// takes holds a request that was taken to an operation: its parameters and its
// body.
func (c *contract) takes(x *exchange, method, path, op string) error {
	item := c.doc.Paths.Value(path)
	params := make(map[string]string)
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimRight(name, "}.")
			params[strings.TrimSuffix(part[1:], "}")] = x.r.PathValue(name)
		}
	}
	err := openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: x.r, PathParams: params, QueryParams: x.r.URL.Query(),
		Route: &routers.Route{Spec: c.doc, Path: path, PathItem: item, Method: method, Operation: item.GetOperation(method)},
		Options: &openapi3filter.Options{
			ExcludeRequestBody: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
	})
	if err != nil {
		return err
	}
	body, at := c.find(op, "requestBody")
	switch {
	case body == nil && x.sent.Len() > 0:
		return fmt.Errorf("it has no body")
	case body == nil:
		return nil
	case x.sent.Len() == 0:
		if must, _ := c.find(at, "required"); must == nil {
			return nil // it may be left out
		}
	}
	if required, _ := c.find(at, "required"); required != true && x.sent.Len() == 0 {
		return nil
	}
	media, _, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if err != nil {
		media = "*/*"
	}
	if _, form := c.find(at, "content", media); form != "" {
		return c.check(form+"/schema", x.sent.Bytes())
	}
	if _, form := c.find(at, "content", "*/*"); form == "" {
		return fmt.Errorf("its body is not %s", media)
	}
	return nil
}

// described is a pattern of ServeMux as a path of the document, which has no
// parameters of several segments.
func described(path string) string { return strings.ReplaceAll(path, "...}", "}") }

// operations lists what the document describes, as "METHOD /path".
func (c *contract) operations(listener string) (list []string) {
	for path, item := range c.doc.Paths.Map() {
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

// queries lists the query parameters of an operation.
func queries(item *openapi3.PathItem, op *openapi3.Operation) (names []string) {
	for _, p := range slices.Concat(item.Parameters, op.Parameters) {
		if p.Value.In == "query" {
			names = append(names, p.Value.Name)
		}
	}
	slices.Sort(names)
	return names
}
