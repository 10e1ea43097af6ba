package api

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"plylog/api/people"
	"plylog/events"
	"plylog/projections"
)

// transport is the form that a feed is given in.
type transport interface {
	mediaType() string
	transport() string // its word in metrics
}

// mostBuffered is how much of a feed is gathered before it is written out.
const mostBuffered = 32 << 10

// mostKept is how much room for that a feed keeps while it waits.
const mostKept = 4 << 10

// feed answers with a game's events as they happen, until the game or the reader
// ends it.
func (s *Server) feed(w http.ResponseWriter, r *http.Request, want eventsWanted, st *projections.State, reader *projections.Reader) error {
	form := formOf(want.form)
	proofs, badProofs := s.proofs(r)
	follow := &watched{Reader: reader, look: func(ctx context.Context) (held [2]bool, err error) {
		now, err := s.cfg.Views.Board.State(ctx, st.Game)
		if err == nil {
			held, err = s.held(proofs, people.GamesRead, st.Game, now.Seats), s.mayWatch(r, now)
		}
		return held, err
	}}
	if badProofs == nil {
		leave := s.presence.enter(st.Game, s.held(proofs, people.GamesRead, st.Game, st.Seats), nil)
		follow.held = func(now [2]bool) {
			leave()
			leave = s.presence.enter(st.Game, now, nil)
		}
		defer func() { leave() }()
	}
	out := s.newStream(w)
	defer out.close()
	out.buf = form.state(out.buf, s.stateNow(r.Context(), st))
	return s.opened(w, r, form, func() error { return s.relay(r, form, st.Game, follow, out) })
}

// opened answers with a feed: relay writes it until it or its reader ends, or the
// connection, of which its error is.
func (s *Server) opened(w http.ResponseWriter, r *http.Request, form transport, relay func() error) error {
	h := w.Header()
	h.Set("Content-Type", form.mediaType())
	h["Cache-Control"] = noStore
	h.Set("X-Accel-Buffering", "no") // or a proxy that gathers answers would keep a quiet feed to itself
	if r.Method == http.MethodHead {
		return nil
	}
	s.cfg.Observer.Feed(form.transport(), 1)
	defer s.cfg.Observer.Feed(form.transport(), -1)
	if rec, ok := w.(*recorder); ok {
		s.observe(rec, r) // it is open; how long it lasts is its own matter
	}
	if err := relay(); errors.Is(err, os.ErrDeadlineExceeded) {
		s.cfg.Observer.Cut(form.transport())
	}
	return nil
}

// relay writes what a reader delivers. It writes when there is nothing more at
// hand, so that a burst is one write. The error is of the connection.
func (s *Server) relay(r *http.Request, form feedForm, game events.GameID, reader *watched, out *stream) error {
	beat := time.NewTicker(s.cfg.Limits.Heartbeat)
	defer beat.Stop()
	warner := warner{server: s, game: game}
	for {
		e, err := reader.NextOr(r.Context(), atHand)
		if errors.Is(err, projections.ErrTick) {
			if err := out.flush(); err != nil {
				return err
			}
			e, err = reader.NextOr(r.Context(), beat.C)
		}
		switch {
		case err == nil:
			err = out.add(form.event(out.buf, e))
		case errors.Is(err, projections.ErrTick):
			out.buf = form.heartbeat(out.buf)
			if w := warner.due(r.Context()); w != nil {
				out.buf = form.forfeit(out.buf, w)
			}
			err = nil
		case signedOutOf(r.Context()):
			out.buf = form.bye(out.buf, string(signedOutReason), false)
			return out.flush()
		case r.Context().Err() != nil:
			return err // nobody is there any more
		default:
			why := projections.ReasonOf(err)
			if why == "" {
				s.cfg.Logger.WarnContext(r.Context(), "feed ended: the log cannot be read", "game", game, "err", err)
				out.buf = form.bye(out.buf, "unavailable", true)
			} else {
				out.buf = form.bye(out.buf, string(why), why.Again())
			}
			return out.flush()
		}
		if err != nil {
			return err
		}
	}
}

// stream writes an answer piece by piece, each within its own time: a reader
// that takes nothing is cut, one that takes long games is not.
type stream struct {
	w     http.ResponseWriter
	ctl   *http.ResponseController
	limit time.Duration
	buf   []byte // gathered, not written
}

func (s *Server) newStream(w http.ResponseWriter) *stream {
	ctl := http.NewResponseController(w)
	// The deadline for reading the request would cut the answer too: the server
	// reads on to notice when the client leaves. A writer without deadlines
	// answers with an error, and needs none.
	_ = ctl.SetReadDeadline(time.Time{})
	return &stream{w: w, ctl: ctl, limit: s.cfg.Limits.Write}
}

// newLines begins an answer of lines of JSON that nobody may keep.
func (s *Server) newLines(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", formNDJSON)
	w.Header()["Cache-Control"] = noStore
	return s.newStream(w)
}

// add takes what was gathered with something appended, and writes it out when it
// is much.
func (o *stream) add(buf []byte) error {
	o.buf = buf
	if len(buf) < mostBuffered {
		return nil
	}
	return o.write()
}

// flush writes out what was gathered; the first time the header as well. What follows may
// be hours away: the room that a burst took is let go.
func (o *stream) flush() error {
	err := o.write()
	if cap(o.buf) > mostKept {
		o.buf = nil
	}
	return err
}

// write is flush for a while in which more follows. The time for it ends with it: over
// HTTP/2 a deadline that passes ends the answer even while nothing is being written.
func (o *stream) write() error {
	_ = o.ctl.SetWriteDeadline(time.Now().Add(o.limit))
	defer o.close()
	if len(o.buf) > 0 {
		if _, err := o.w.Write(o.buf); err != nil {
			return err
		}
		o.buf = o.buf[:0]
	}
	if err := o.ctl.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// close lets the connection carry other answers.
func (o *stream) close() { _ = o.ctl.SetWriteDeadline(time.Time{}) }
