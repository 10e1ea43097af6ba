package service

import (
	"net/http"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"plylog/api"
)

// taken are the headers of a request that are read, as HTTP spells them. What
// servers or clients of NATS add says nothing about who asks.
var taken = map[string]bool{
	"Authorization": true, "Idempotency-Key": true, "If-Match": true,
	"Content-Type": true, "Content-Encoding": true, "Traceparent": true, "Tracestate": true,
}

// left are the headers of an answer that speak of HTTP only.
var left = map[string]bool{
	"Content-Length": true, "Cache-Control": true, "Vary": true, "Www-Authenticate": true,
}

// callOf reads what a message asks for. game is the rest of its subject.
func callOf(op api.Operation, game string, m micro.Request) api.Call {
	h := make(http.Header, 4)
	for name, values := range m.Headers() {
		if name = http.CanonicalHeaderKey(name); taken[name] {
			h[name] = append(h[name], values...)
		}
	}
	return api.Call{Via: "nats", Operation: op, Game: game, Header: h, Body: m.Data()}
}

// answerTo makes the message that answers.
func answerTo(inbox string, r api.Reply) *nats.Msg {
	m := &nats.Msg{Subject: inbox, Header: make(nats.Header, len(r.Header)+2), Data: r.Body}
	for name, values := range r.Header {
		if left[name] || api.ForBrowsers(name) {
			continue
		}
		if name == "Etag" {
			name = "ETag" // NATS tells upper from lower case
		}
		m.Header[name] = values
	}
	if r.Status >= http.StatusBadRequest {
		m.Header[micro.ErrorCodeHeader] = []string{strconv.Itoa(r.Status)}
		m.Header[micro.ErrorHeader] = []string{http.StatusText(r.Status)} // the body says the rest
	}
	return m
}
