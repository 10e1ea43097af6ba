package api

import (
	"strconv"

	"plylog/events"
)

// sse writes server-sent events (HTML, section 9.2). Only events of the log have
// ids, so that Last-Event-ID is always a version; they have no event field, so
// that EventSource.onmessage sees them.
type sse struct{}

func (sse) mediaType() string { return formSSE }
func (sse) transport() string { return "sse" }

func (sse) state(b, st []byte) []byte {
	b = append(b, "event: state\ndata: "...)
	b = append(b, st...)
	return append(b, "\n\n"...)
}

func (sse) event(b []byte, e *events.Event) []byte {
	b = append(b, "id: "...)
	b = strconv.AppendInt(b, int64(e.N), 10)
	b = append(b, "\ndata: "...)
	b = append(b, e.Raw...) // one line: the format has no white space outside strings and escapes it inside
	return append(b, "\n\n"...)
}

func (sse) heartbeat(b []byte) []byte { return append(b, ":\n\n"...) }

func (sse) bye(b []byte, why string, again bool) []byte {
	b = append(b, `event: bye`+"\n"+`data: {"reason":"`...)
	b = append(b, why...)
	b = append(b, `","again":`...)
	b = strconv.AppendBool(b, again)
	return append(b, "}\n\n"...)
}

// ndjson writes one stored event a line and nothing else: who reads it knows the
// end by the last event, which says that the game is over, and else comes back.
type ndjson struct{}

func (ndjson) mediaType() string { return formNDJSON }
func (ndjson) transport() string { return "ndjson" }

func (ndjson) state(b, _ []byte) []byte { return b }

func (ndjson) event(b []byte, e *events.Event) []byte {
	b = append(b, e.Raw...)
	return append(b, '\n')
}

func (ndjson) heartbeat(b []byte) []byte { return append(b, '\n') }

func (ndjson) bye(b []byte, _ string, _ bool) []byte { return b }
