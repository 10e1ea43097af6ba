package events

import "context"

// traceKey is the key of the trace in a context.
type traceKey struct{}

// WithTrace returns a context whose commands belong to a trace: the value of a
// traceparent (W3C Trace Context, section 3.2), checked by whoever took it from
// outside. It goes into logs and beside stored events, never into their bytes: what
// a hash covers says what happened, not who watched.
func WithTrace(ctx context.Context, traceparent string) context.Context {
	return context.WithValue(ctx, traceKey{}, traceparent)
}

// Trace returns the traceparent of a context, empty where there is none.
func Trace(ctx context.Context) string {
	s, _ := ctx.Value(traceKey{}).(string)
	return s
}
