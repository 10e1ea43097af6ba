package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strings"

	"plylog/events"
)

// A traceparent (W3C Trace Context, section 3.2): version, trace, parent, flags.
const (
	traceparentLength = len("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	traceFrom         = 3
	traceTo           = 35
	parentFrom        = 36
	parentTo          = 52
)

// Span is one request as part of a trace (W3C Trace Context, section 3.2): ids in
// hexadecimal digits.
type Span struct {
	Trace  string // 32 digits; empty: the request belongs to none
	ID     string // 16 digits
	Parent string // 16 digits, of whoever asked; empty: nobody did
}

// spanKey is the key of the request's span in a context.
type spanKey struct{}

// withTrace takes over the trace that a request belongs to: the answer names it,
// the log does, and what is stored because of the request does. What is malformed
// is as if it were not there, as the specification asks. A request that brings none
// begins one where always is set.
func withTrace(w http.ResponseWriter, r *http.Request, always bool) *http.Request {
	var span Span
	flags := "-01"
	switch sent := r.Header["Traceparent"]; {
	case len(sent) == 1 && traceparentOK(sent[0]):
		span.Trace, span.Parent, flags = sent[0][traceFrom:traceTo], sent[0][parentFrom:parentTo], sent[0][parentTo:traceparentLength]
	case always:
		span.Trace = trace() + trace()
	default:
		return r
	}
	span.ID = trace()
	mine := "00-" + span.Trace + "-" + span.ID + flags
	w.Header()["Traceresponse"] = []string{mine}
	return r.WithContext(context.WithValue(events.WithTrace(r.Context(), mine), spanKey{}, span))
}

// spanOf returns the span of a request; the zero one where it belongs to no trace.
func spanOf(ctx context.Context) Span {
	s, _ := ctx.Value(spanKey{}).(Span)
	return s
}

// traceparentOK reports whether a text is a traceparent. Of versions to come the
// part that this one knows is looked at.
func traceparentOK(s string) bool {
	switch {
	case len(s) < traceparentLength || len(s) > 256:
		return false
	case len(s) > traceparentLength && (s[:2] == "00" || s[traceparentLength] != '-'):
		return false
	case s[2] != '-' || s[traceTo] != '-' || s[parentTo] != '-' || s[:2] == "ff":
		return false
	case strings.Trim(s[traceFrom:traceTo], "0") == "" || strings.Trim(s[parentFrom:parentTo], "0") == "":
		return false
	}
	for _, part := range [...]string{s[:2], s[traceFrom:traceTo], s[parentFrom:parentTo], s[parentTo+1 : traceparentLength]} {
		if strings.Trim(part, "0123456789abcdef") != "" {
			return false
		}
	}
	return true
}

// traceOf returns the id of the trace that a request belongs to, a new one where
// it brought none; said tells whether lines of the log name it by themselves.
func traceOf(ctx context.Context) (id string, said bool) {
	if t := events.Trace(ctx); t != "" {
		return t[traceFrom:traceTo], true
	}
	return trace(), false
}

// trace makes an id that ties an answer to a line in the log.
func trace() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// TraceLog lets every line of a log name the trace that it belongs to.
func TraceLog(h slog.Handler) slog.Handler {
	if _, done := h.(traceLog); done {
		return h
	}
	return traceLog{h}
}

type traceLog struct{ slog.Handler }

// Handle implements slog.Handler.
func (h traceLog) Handle(ctx context.Context, r slog.Record) error {
	if t := events.Trace(ctx); t != "" {
		r.AddAttrs(slog.String("trace", t[traceFrom:traceTo]))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h traceLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceLog{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h traceLog) WithGroup(name string) slog.Handler { return traceLog{h.Handler.WithGroup(name)} }
