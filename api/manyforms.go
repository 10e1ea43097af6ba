package api

import (
	"strconv"

	"plylog/events"
)

// manyForm writes the feed of several games in one of the forms that do not end.
type manyForm interface {
	transport
	state(b, st []byte) []byte
	event(b []byte, e *events.Event, at *cursor) []byte
	presence(b, p []byte) []byte
	heartbeat(b []byte) []byte
	pause(b []byte, at *cursor) []byte                 // nothing more is at hand, or an end follows
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

func (f manySSE) presence(b, p []byte) []byte { return f.write(b, "presence", p) }

func (manySSE) pause(b []byte, _ *cursor) []byte { return b }

func (f manySSE) bye(b []byte, game, why string, again bool) []byte {
	return f.write(b, "bye", appendBye(nil, game, why, again))
}

// manyNDJSON writes one stored event a line, and beside them lines of one member
// that tells what they are: state, presence, bye, and, before a bye and when there is nothing more
// at hand, the cursor to come back with. Events are told by their member "v".
type manyNDJSON struct {
	ndjson
	moved bool // since the cursor was last written
}

func (f *manyNDJSON) state(b, st []byte) []byte { return f.write(b, "state", st) }

func (f *manyNDJSON) event(b []byte, e *events.Event, _ *cursor) []byte {
	f.moved = true
	return f.ndjson.event(b, e)
}

func (f *manyNDJSON) presence(b, p []byte) []byte { return f.write(b, "presence", p) }

func (f *manyNDJSON) pause(b []byte, at *cursor) []byte {
	if !f.moved {
		return b
	}
	f.moved = false
	return f.write(b, "cursor", append(at.appendText([]byte{'"'}), '"'))
}

func (f *manyNDJSON) bye(b []byte, game, why string, again bool) []byte {
	return f.write(b, "bye", appendBye(nil, game, why, again))
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
