package api

import (
	"strconv"

	"plylog/events"
)

// manyForm writes the feed of several games in one of the forms that do not end.
type manyForm interface {
	mediaType() string
	transport() string // its word in metrics
	state(b, st []byte) []byte
	event(b []byte, e *events.Event, at *cursor) []byte
	presence(b, p []byte) []byte
	heartbeat(b []byte) []byte
	pause(b []byte, at *cursor) []byte                 // nothing more is at hand
	bye(b []byte, game, why string, again bool) []byte // no game: the connection ends
}

// manyFormOf returns the form of a media type.
func manyFormOf(mediaType string) manyForm {
	if mediaType == formSSE {
		return manySSE{}
	}
	return &manyNDJSON{}
}

// manySSE is sse, with the cursor for an id.
type manySSE struct{ sse }

func (manySSE) event(b []byte, e *events.Event, at *cursor) []byte {
	b = append(b, "id: "...)
	b = at.appendText(b)
	b = append(b, "\ndata: "...)
	b = append(b, e.Raw...)
	return append(b, "\n\n"...)
}

func (manySSE) presence(b, p []byte) []byte {
	b = append(b, "event: presence\ndata: "...)
	b = append(b, p...)
	return append(b, "\n\n"...)
}

func (manySSE) pause(b []byte, _ *cursor) []byte { return b }

func (manySSE) bye(b []byte, game, why string, again bool) []byte {
	b = append(b, "event: bye\ndata: "...)
	b = appendBye(b, game, why, again)
	return append(b, "\n\n"...)
}

// manyNDJSON writes one stored event a line, and beside them lines of one member
// that tells what they are: state, presence, bye, and, when there is nothing more
// at hand, the cursor to come back with. Events are told by their member "v".
type manyNDJSON struct {
	ndjson
	moved bool // since the cursor was last written
}

func (*manyNDJSON) state(b, st []byte) []byte { return appendLine(b, "state", st) }

func (f *manyNDJSON) event(b []byte, e *events.Event, _ *cursor) []byte {
	f.moved = true
	return f.ndjson.event(b, e)
}

func (*manyNDJSON) presence(b, p []byte) []byte { return appendLine(b, "presence", p) }

func (f *manyNDJSON) pause(b []byte, at *cursor) []byte {
	if !f.moved {
		return b
	}
	f.moved = false
	b = append(b, `{"cursor":"`...)
	b = at.appendText(b)
	return append(b, "\"}\n"...)
}

func (*manyNDJSON) bye(b []byte, game, why string, again bool) []byte {
	return appendLine(b, "bye", appendBye(nil, game, why, again))
}

func appendLine(b []byte, name string, value []byte) []byte {
	b = append(b, `{"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	b = append(b, value...)
	return append(b, "}\n"...)
}

func appendBye(b []byte, game, why string, again bool) []byte {
	b = append(b, '{')
	if game != "" {
		b = append(b, `"game":"`...)
		b = append(b, game...)
		b = append(b, `",`...)
	}
	b = append(b, `"reason":"`...)
	b = append(b, why...)
	b = append(b, `","again":`...)
	b = strconv.AppendBool(b, again)
	return append(b, '}')
}
