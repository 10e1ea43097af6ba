package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"sync"
)

// leastCompressed is the size in bytes from which compressing pays.
const leastCompressed = 1 << 10

// gzipTag marks the tag of what was compressed: other bytes, another tag.
const gzipTag = `-gzip"`

var gzips = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that there is
	return z
}}

// compressed returns a body as the client takes it, and says so in the header. Feeds
// do not come here, nor does anything that holds a secret: the length of such an
// answer would tell about it.
func compressed(w http.ResponseWriter, r *http.Request, body []byte) []byte {
	if len(body) < leastCompressed {
		return body
	}
	addVary(w.Header(), "Accept-Encoding")
	if !takesGzip(r.Header["Accept-Encoding"]) {
		return body
	}
	var out bytes.Buffer
	z := gzips.Get().(*gzip.Writer)
	defer gzips.Put(z)
	z.Reset(&out)
	if _, err := z.Write(body); err != nil { // into memory it never fails
		return body
	}
	if err := z.Close(); err != nil {
		return body
	}
	sayCompressed(w.Header())
	return out.Bytes()
}

// unpacked returns a body that is compressed as the client takes it, and says so in
// the header.
func unpacked(w http.ResponseWriter, r *http.Request, packed []byte) ([]byte, error) {
	addVary(w.Header(), "Accept-Encoding")
	if takesGzip(r.Header["Accept-Encoding"]) {
		sayCompressed(w.Header())
		return packed, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// sayCompressed marks an answer as compressed.
func sayCompressed(h http.Header) {
	h["Content-Encoding"] = []string{"gzip"}
	if tag := h["Etag"]; len(tag) == 1 {
		h["Etag"] = []string{strings.TrimSuffix(tag[0], `"`) + gzipTag}
	}
}

// takesGzip reads Accept-Encoding (RFC 9110, section 12.5.3).
func takesGzip(values []string) bool {
	others := false
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			name, params, _ := strings.Cut(part, ";")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "gzip", "x-gzip":
				return weightOf(params) > 0
			case "*":
				others = weightOf(params) > 0
			}
		}
	}
	return others
}
