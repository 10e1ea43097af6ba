package provider

import (
	"errors"
	"io"
	"net/http"
)

// mostAnswer is how much of an answer of a provider is read: their sets of keys are a
// few kilobytes long.
const mostAnswer = 1 << 20

// errLong: an answer goes on for longer than anybody needs.
var errLong = errors.New("provider: the answer is longer than 1 MiB")

// bounded bounds what answers may be read of.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = &boundedBody{res.Body, mostAnswer + 1}
	}
	return res, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
