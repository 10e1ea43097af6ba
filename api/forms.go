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

func (f sse) state(b, st []byte) []byte { return f.write(b, "state", st) }

// write writes a record with a name and without an id.
func (sse) write(b []byte, name string, value []byte) []byte {
	b = append(b, "event: "...)
	b = append(b, name...)
	b = append(b, "\ndata: "...)
	b = append(b, value...)
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

// forfeit writes a reminder, which is no event.
func (f sse) forfeit(b, text []byte) []byte { return f.write(b, "forfeit", text) }

func (f sse) bye(b []byte, why string, again bool) []byte {
	return f.write(b, "bye", appendBye(nil, "", why, again))
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

// write writes a line that is no event: an object whose only member says what it is.
func (ndjson) write(b []byte, name string, value []byte) []byte {
	b = append(b, `{"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	b = append(b, value...)
	return append(b, "}\n"...)
}

func (ndjson) heartbeat(b []byte) []byte { return append(b, '\n') }

func (ndjson) forfeit(b, _ []byte) []byte { return b }

func (ndjson) bye(b []byte, _ string, _ bool) []byte { return b }
