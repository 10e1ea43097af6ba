package contracttest

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// headers holds the headers of an answer to those of a response.
func (c *Contract) headers(h http.Header, response string) error {
	common := c.Words("", "x-common-headers")
	for name, values := range h {
		at := ""
		for _, known := range common {
			if strings.EqualFold(known, name) {
				_, at = c.Find("/components/headers", known)
			}
		}
		declared, _ := c.Find(response, "headers")
		known, _ := declared.(map[string]any)
		for other := range known {
			if strings.EqualFold(other, name) {
				_, at = c.Find(response, "headers", other)
			}
		}
		if at == "" {
			return fmt.Errorf("it knows no header %s here", name)
		}
		for _, v := range values {
			if err := c.Check(at+"/schema", fmt.Appendf(nil, "%q", v)); err != nil {
				return fmt.Errorf("header %s: %w", name, err)
			}
		}
	}
	return nil
}

// takes holds a request that was taken to an operation: its parameters and its
// body.
func (c *Contract) takes(x *exchange, method, path, op string) error {
	item := c.Doc.Paths.Value(path)
	params := make(map[string]string)
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimRight(name, "}.")
			params[strings.TrimSuffix(part[1:], "}")] = x.r.PathValue(name)
		}
	}
	err := openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: x.r, PathParams: params, QueryParams: x.r.URL.Query(),
		Route: &routers.Route{Spec: c.Doc, Path: path, PathItem: item, Method: method, Operation: item.GetOperation(method)},
		Options: &openapi3filter.Options{
			ExcludeRequestBody: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
	})
	if err != nil {
		return err
	}
	body, at := c.Find(op, "requestBody")
	switch {
	case body == nil && x.sent.Len() > 0:
		return fmt.Errorf("it has no body")
	case body == nil:
		return nil
	case x.sent.Len() == 0:
		if must, _ := c.Find(at, "required"); must == nil {
			return nil // it may be left out
		}
	}
	if required, _ := c.Find(at, "required"); required != true && x.sent.Len() == 0 {
		return nil
	}
	media, _, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if err != nil {
		media = "*/*"
	}
	if _, form := c.Find(at, "content", media); form != "" {
		return c.Check(form+"/schema", x.sent.Bytes())
	}
	if _, form := c.Find(at, "content", "*/*"); form == "" {
		return fmt.Errorf("its body is not %s", media)
	}
	return nil
}
