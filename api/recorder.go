package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

// statusGone is what is recorded where nobody was there to read the answer.
const statusGone = 499

// recorder is a ResponseWriter that remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int // 0: nothing yet
	route  *route
	start  time.Time
	told   bool // the Observer knows
}

var recorders = sync.Pool{New: func() any { return new(recorder) }}

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// answer sends what went wrong, if it still can. What is internal is logged
// under a trace id, which is all of it that leaves the server.
func (s *Server) answer(rec *recorder, r *http.Request, err error) {
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		if rec.status == 0 {
			rec.status = statusGone
		}
		return
	}
	p := problemOf(err)
	if p.slug == internal {
		id, said := traceOf(r.Context())
		p.Instance = "urn:plylog:trace:" + id
		args := []any{"method", knownMethod(r.Method), "route", rec.route.path, "err", p.cause}
		if !said {
			args = append(args, "trace", id)
		}
		var oops *panicError
		if errors.As(err, &oops) {
			args = append(args, "stack", string(debug.Stack()))
		}
		s.cfg.Logger.ErrorContext(r.Context(), "request failed", args...)
	}
	if rec.status != 0 {
		return // the answer is under way and cannot be taken back
	}
	p.write(rec)
}

// panicError is a handler's panic on its way into the log.
type panicError struct{ value any }

// Error implements error.
func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }
