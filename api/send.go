package api

import (
	"net/http"
	"strconv"
	"strings"
)

// Header values that every answer of a sort shares. Nobody may change them.
var (
	cloudType = []string{formCloudEvent}
	jsonType  = []string{"application/json"}
	noCache   = []string{"no-cache"} // may be kept, must be asked about: the tag is the version
	noStore   = []string{"no-store"}
)

// send answers with JSON that stands already.
func send(w http.ResponseWriter, status int, body []byte) error {
	h := w.Header()
	if h["Content-Type"] == nil {
		h["Content-Type"] = jsonType
	}
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
	if notModified(w, r, tag) {
		return nil
	}
	return sendMedia(w, r, jsonType, body)
}

// sendMedia answers with something of any size that holds no secret, compressed if
// the client takes that.
func sendMedia(w http.ResponseWriter, r *http.Request, media []string, body []byte) error {
	body = compressed(w, r, body)
	h := w.Header()
	h["Content-Type"] = media
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noCache
	}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // whoever asked may be gone; nobody else is to be told
	return nil
}

// notModified tags an answer, and gives it where it is that the client has it
// already, compressed or not.
func notModified(w http.ResponseWriter, r *http.Request, tag string) bool {
	h := w.Header()
	h["Etag"] = []string{tag}
	small := strings.TrimSuffix(tag, `"`) + gzipTag
	switch have := r.Header["If-None-Match"]; {
	case len(have) == 0:
		return false
	case matchesTag(have, tag):
	case matchesTag(have, small):
		h["Etag"] = []string{small}
	default:
		return false
	}
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noCache
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}
