package contracttest

import (
	"bytes"
	"io"
	"net/http"
	"testing"
)

// Held wraps a handler: what it answers, and what it takes, must be as the document
// says. pages are patterns of what is for people to look at and stands in no document.
// Benchmarks are not held to anything.
func Held(t testing.TB, h http.Handler, pages ...string) http.Handler {
	if _, bench := t.(*testing.B); bench {
		return h
	}
	c := Open(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, r: r}
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = &overheard{ReadCloser: r.Body, heard: &x.sent}
		}
		h.ServeHTTP(x, r)
		if r.Context().Err() != nil {
			return // it was cut, and so may the answer be
		}
		if err := c.holds(x, pages); err != nil {
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
