package contracttest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// holds says what about an exchange the document does not.
func (c *Contract) holds(x *exchange, pages []string) error {
	if x.status == 0 {
		x.status, x.header = http.StatusOK, x.Header().Clone()
	}
	method, path, matched := strings.Cut(x.r.Pattern, " ")
	if !matched || x.r.Method == http.MethodOptions || x.status == http.StatusMethodNotAllowed || slices.Contains(pages, path) {
		return c.holdsElsewhere(x)
	}
	path = Described(path)
	op, at := c.Find("/paths", path, strings.ToLower(method))
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

// holdsElsewhere looks at answers to what no operation is: a problem, or a page that
// says so to people.
func (c *Contract) holdsElsewhere(x *exchange) error {
	if x.status < 400 || strings.HasPrefix(x.header.Get("Content-Type"), "text/html") {
		return nil
	}
	if err := saidOnce(x.body.Bytes()); err != nil {
		return err
	}
	return c.Check("/components/schemas/Problem", x.body.Bytes())
}

// answers holds an answer to an operation.
func (c *Contract) answers(x *exchange, op string) error {
	response, at := c.Find(op, "responses", strconv.Itoa(x.status))
	if response == nil {
		response, at = c.Find(op, "responses", fmt.Sprintf("%dXX", x.status/100))
	}
	if response == nil {
		return fmt.Errorf("it knows no answer %d", x.status)
	}
	if err := c.headers(x.header, at); err != nil {
		return err
	}
	content, _ := c.Find(at, "content")
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
	_, form := c.Find(at, "content", media)
	if form == "" {
		if _, form = c.Find(at, "content", "*/*"); form == "" {
			return fmt.Errorf("no answer %d is %s", x.status, media)
		}
	}
	if media == "application/problem+json" {
		if err := c.knowsProblem(x.body.Bytes(), op); err != nil {
			return err
		}
		if err := saidOnce(x.body.Bytes()); err != nil {
			return err
		}
	}
	if _, at := c.Find(form, "x-item"); at != "" {
		return c.records(form, media, x.body.String())
	}
	if strings.HasSuffix(media, "json") {
		return c.Check(form+"/schema", x.body.Bytes())
	}
	return nil
}

// records holds each record of a stream to its schema. A stream that was cut
// ends in the middle of one.
func (c *Contract) records(form, media, body string) error {
	if media != "text/event-stream" {
		_, item := c.Find(form, "x-item")
		for line := range strings.Lines(body) {
			if line == "\n" || !strings.HasSuffix(line, "\n") {
				continue
			}
			if err := c.Check(item, []byte(line)); err != nil {
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
		_, item := c.Find(form, "x-item")
		if event != "" {
			_, item = c.Find(form, "x-records", event)
		}
		if data == "" {
			continue
		}
		if item == "" {
			return fmt.Errorf("no record is called %s", event)
		}
		if err := c.Check(item, []byte(data)); err != nil {
			return err
		}
	}
	return nil
}

// knowsProblem makes sure that an operation says that it may answer so.
func (c *Contract) knowsProblem(body []byte, op string) error {
	var p struct{ Type string }
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	slug := strings.TrimPrefix(p.Type, "/problems/")
	if !slices.Contains(c.Words(op, "x-problems"), slug) && !slices.Contains(c.Words("", "x-common-problems"), slug) {
		return fmt.Errorf("the problem %s is not among those of the address", slug)
	}
	return nil
}
