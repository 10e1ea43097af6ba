package api

import (
	"net/http"
	"strconv"
)

// Header values that every answer of a sort shares. Nobody may change them.
var (
	jsonType   = []string{"application/json"}
	noCache    = []string{"no-cache"} // may be kept, must be asked about: the tag is the version
	noStore    = []string{"no-store"}
	varyAccept = []string{"Accept"}
)

// send answers with JSON that stands already.
func send(w http.ResponseWriter, status int, body []byte) error {
	h := w.Header()
	h["Content-Type"] = jsonType
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noCache
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // whoever asked may be gone; nobody else is to be told
	return nil
}

// sendTagged answers with JSON under an entity tag, or 304 where the client has
// it already.
func sendTagged(w http.ResponseWriter, r *http.Request, tag string, body []byte) error {
	h := w.Header()
	h["Etag"] = []string{tag}
	if matchesTag(r.Header["If-None-Match"], tag) {
		h["Cache-Control"] = noCache
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return send(w, http.StatusOK, body)
}
