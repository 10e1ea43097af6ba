package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"plylog/events"
	"plylog/projections"
)

// How many events one JSON answer holds.
const (
	fewEvents  = 200
	mostEvents = 1000
)

// eventsWanted is what a request for the log asks for.
type eventsWanted struct {
	form   string
	after  int
	limit  int // 0: none
	follow bool
}

// events serves GET /v1/games/{id}/events: the log of a game as a page of JSON,
// as lines, or as a feed that goes on with the game.
func (s *Server) events(w http.ResponseWriter, r *http.Request, q query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	want, err := readEventsWanted(r, q)
	if err != nil {
		return err
	}
	st, err := s.current(r, id)
	if err != nil {
		return err
	}
	addVary(w.Header(), "Accept")
	if want.follow && want.after >= st.Version {
		switch st.Status {
		case projections.StatusOver:
			// Readers come back after every end but this one.
			w.WriteHeader(http.StatusNoContent)
			return nil
		case projections.StatusDamaged:
			return projections.ErrDamaged
		}
	}
	leave := func() {}
	if want.follow {
		var end context.CancelFunc
		if r, end, err = s.while(r); err != nil {
			return err
		}
		defer end()
		if leave, err = s.openFeed(w, r, s.proved(r, st)); err != nil {
			return err
		}
	}
	defer leave()
	reader, err := s.cfg.Views.Feed.Subscribe(r.Context(), id, want.after)
	if err != nil {
		return err
	}
	defer reader.Close()
	switch {
	case want.follow:
		return s.feed(w, r, want, st, reader)
	case want.form == formNDJSON:
		return s.lines(w, r, want, reader)
	default:
		return s.page(w, r, want, st, reader)
	}
}

// readEventsWanted reads the query, the Accept header and Last-Event-ID, which
// is what an EventSource says when it comes back: it outdoes the query that the
// source was opened with.
func readEventsWanted(r *http.Request, q query) (e eventsWanted, err error) {
	if e.after, err = q.number("after", 0, 0, 1<<31-1); err != nil {
		return e, err
	}
	if e.limit, err = q.number("limit", 0, 1, mostEvents); err != nil {
		return e, err
	}
	if e.follow, err = q.flag("follow"); err != nil {
		return e, err
	}
	if last, ok, err := readLastEventID(r.Header["Last-Event-Id"]); err != nil {
		return e, err
	} else if ok {
		e.after = last
	}
	accept := r.Header["Accept"]
	if e.follow {
		e.form = negotiate(accept, formNDJSON, formSSE)
	} else {
		e.form = negotiate(accept, formJSON, formNDJSON, formSSE, formCloudBatch, formCloudEvent)
	}
	switch {
	case e.form == "" && e.follow && negotiate(accept, formJSON) != "":
		return e, refuseField(badParameter, "follow", "one JSON document has an end; ask for "+formNDJSON+" or "+formSSE)
	case e.form == "":
		return e, refuse(notAcceptable, "the log is given as "+formJSON+", "+formNDJSON+", "+formSSE+" and "+formCloudBatch)
	case e.form == formSSE:
		e.follow = true
	}
	if _, ok := q["limit"]; ok && e.follow {
		return e, refuseField(badParameter, "limit", "a feed goes on as long as its game")
	}
	return e, nil
}

// atHand is a tick that has always come: with it a reader gives what is there
// and does not wait.
var atHand = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

// page answers with one JSON document.
func (s *Server) page(w http.ResponseWriter, r *http.Request, want eventsWanted, st *projections.State, reader *projections.Reader) error {
	limit := want.limit
	if limit == 0 {
		limit = fewEvents
	}
	cloud := want.form == formCloudBatch || want.form == formCloudEvent
	body := make([]byte, 0, 4096)
	if !cloud {
		body = append(body, `{"game":"`...)
		body = append(body, st.Game.String()...)
		body = append(body, `","events":`...)
	}
	body = append(body, '[')
	last := want.after
	for n := 0; n < limit && last < st.Version; n++ {
		e, err := reader.NextOr(r.Context(), atHand)
		if stop, err := ended(err); stop || err != nil {
			if err != nil {
				return err
			}
			break
		}
		if n > 0 {
			body = append(body, ',')
		}
		if cloud {
			body = appendCloudEvent(body, e)
		} else {
			body = append(body, e.Raw...)
		}
		last = e.N
	}
	body = append(body, ']')
	more := last < st.Version && last > want.after
	if more {
		w.Header().Set("Link", "</v1/games/"+st.Game.String()+"/events?after="+strconv.Itoa(last)+"&limit="+strconv.Itoa(limit)+`>; rel="next"`)
	}
	if cloud {
		return sendMedia(w, r, []string{formCloudBatch}, body)
	}
	body = append(body, `,"version":`...)
	body = strconv.AppendInt(body, int64(st.Version), 10)
	if more {
		body = append(body, `,"next":`...)
		body = strconv.AppendInt(body, int64(last), 10)
	}
	return sendMedia(w, r, jsonType, append(body, '}'))
}

// lines answers with the stored events, one a line, up to the present.
func (s *Server) lines(w http.ResponseWriter, r *http.Request, want eventsWanted, reader *projections.Reader) error {
	out := s.newStream(w)
	defer out.close()
	w.Header().Set("Content-Type", formNDJSON)
	w.Header()["Cache-Control"] = noCache
	for n := 0; want.limit == 0 || n < want.limit; n++ {
		e, err := reader.NextOr(r.Context(), atHand)
		if stop, err := ended(err); stop || err != nil {
			if err != nil && n == 0 {
				return err
			}
			break
		}
		if err := out.add(ndjson{}.event(out.buf, e)); err != nil {
			return nil // the reader is gone
		}
	}
	_ = out.flush() // or is gone now
	return nil
}

// ended reports whether there is nothing more at hand, as opposed to a failure.
func ended(err error) (bool, error) {
	switch projections.ReasonOf(err) {
	case projections.Over, projections.Damaged:
		return true, nil
	}
	if errors.Is(err, projections.ErrTick) {
		return true, nil
	}
	return false, err
}

// feedForm writes a feed in one of the forms that do not end.
type feedForm interface {
	transport
	state(b, st []byte) []byte
	event(b []byte, e *events.Event) []byte
	heartbeat(b []byte) []byte
	forfeit(b, f []byte) []byte
	bye(b []byte, why string, again bool) []byte
}

// formOf returns the form of a media type.
func formOf(mediaType string) feedForm {
	if mediaType == formSSE {
		return sse{}
	}
	return ndjson{}
}
