package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"plylog/events"
	"plylog/projections"
)

// severalWanted is what a request for the feed of several games asks for.
type severalWanted struct {
	form   string
	at     cursor
	now    []bool // of each game: nothing of its past
	proofs proofs
}

// several serves GET /v1/feed: the events of several games on one connection.
func (s *Server) several(w http.ResponseWriter, r *http.Request, q query) error {
	r, end, err := s.while(r)
	if err != nil {
		return err
	}
	defer end()
	want, err := s.readSeveralWanted(r, q)
	if err != nil {
		return err
	}
	addVary(w.Header(), "Accept")
	states := make([]*projections.State, len(want.at.games))
	held := make([][2]bool, len(states))
	left := 0
	for i, game := range want.at.games {
		if states[i], held[i], err = s.seen(r, game, want.proofs); err != nil {
			return ofGame(game, err)
		}
		if want.now[i] {
			want.at.seen[i] = states[i].Version
		}
		if want.at.seen[i] > states[i].Version {
			return ofGame(game, &projections.FutureError{Game: game, Asked: want.at.seen[i], Version: states[i].Version})
		}
		if !silent(states[i]) || want.at.seen[i] < states[i].Version {
			left++
		}
	}
	if left == 0 { // readers come back after every end but this one
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	leave, err := s.openFeed(w, r, provedIn(states, held))
	if err != nil {
		return err
	}
	defer leave()
	f := s.newFollowing(r.Context())
	defer f.close()
	form := manyFormOf(want.form)
	out := s.newStream(w)
	defer out.close()
	for i, st := range states {
		if silent(st) && want.at.seen[i] == st.Version {
			continue
		}
		reader, err := s.cfg.Views.Feed.Subscribe(r.Context(), st.Game, want.at.seen[i])
		if err != nil {
			return ofGame(st.Game, err)
		}
		f.begin(st.Game, reader, held[i], func(ctx context.Context) ([2]bool, error) {
			_, now, err := s.seen(r.WithContext(ctx), st.Game, want.proofs)
			return now, err
		})
		out.buf = form.state(out.buf, s.stateNow(r.Context(), st))
	}
	return s.opened(w, r, form, func() error { return s.relaySeveral(r, form, &want.at, f, out) })
}

// silent reports whether nothing more will be heard of a game.
func silent(st *projections.State) bool {
	return st.Status == projections.StatusOver || st.Status == projections.StatusDamaged
}

// ofGame says of which of several games a refusal is.
func ofGame(game events.GameID, err error) error {
	p := problemOf(err)
	if p.slug == internal {
		return err
	}
	if p.Detail = strings.TrimSuffix(p.Detail, "."); p.Detail != "" {
		p.Detail += "; "
	}
	p.Detail += "game " + game.String()
	return p
}

// relaySeveral writes what is told of the games, until all have ended or the reader
// goes. The error is of the connection.
func (s *Server) relaySeveral(r *http.Request, form manyForm, at *cursor, f *following, out *stream) error {
	beat := time.NewTicker(s.cfg.Limits.Heartbeat)
	defer beat.Stop()
	for {
		var t told
		select {
		case t = <-f.merge.told:
		default:
			out.buf = form.pause(out.buf, at)
			if err := out.flush(); err != nil {
				return err
			}
			select {
			case t = <-f.merge.told:
			case <-f.guest.wake:
				news := f.guest.take()
				for _, game := range inOrder(news) {
					out.buf = form.presence(out.buf, news[game].appendJSON(nil, game))
				}
				continue
			case <-beat.C:
				out.buf = form.heartbeat(out.buf)
				continue
			case <-r.Context().Done():
				if signedOutOf(r.Context()) {
					out.buf = form.bye(form.pause(out.buf, at), "", string(signedOutReason), false)
					return out.flush()
				}
				return r.Context().Err()
			}
		}
		if t.err == nil {
			at.saw(t.game, t.event.N)
			if err := out.add(form.event(out.buf, t.event, at)); err != nil {
				return err
			}
			continue
		}
		why := projections.ReasonOf(t.err)
		if why == "" {
			s.cfg.Logger.WarnContext(r.Context(), "feed ended: the log cannot be read", "game", t.game, "err", t.err)
		}
		game, reason, again := farewell(t)
		f.leave(t.game)
		// Nothing may come between, and who comes back is not to hear again of the last.
		out.buf = form.pause(out.buf, at)
		out.buf = form.bye(out.buf, game, reason, again)
		if again {
			return out.flush()
		}
		if f.untold() == 0 {
			out.buf = form.bye(out.buf, "", reason, false)
			return out.flush()
		}
	}
}

// provedIn is what a request proves itself by in several games: the player of the
// first seat that it holds; empty where it holds none.
func provedIn(states []*projections.State, held [][2]bool) string {
	for i, st := range states {
		for seat, holds := range held[i] {
			if holds {
				return string(st.Seats[seat])
			}
		}
	}
	return ""
}

// farewell is how the end of a game's feed is told. Where it is the reader who
// cannot go on, it is told of no game: the connection ends.
func farewell(t told) (game, reason string, again bool) {
	switch why := projections.ReasonOf(t.err); {
	case why == "":
		return "", "unavailable", true
	case why.Again():
		return "", string(why), true
	default:
		return t.game.String(), string(why), false
	}
}

// following is the games that one connection follows.
type following struct {
	server *Server
	merge  *merge
	guest  *guest

	mu     sync.Mutex
	leaves map[events.GameID]func() // from the presence of each
}

// newFollowing makes one that ends with ctx. The caller closes it.
func (s *Server) newFollowing(ctx context.Context) *following {
	return &following{server: s, merge: newMerge(ctx), guest: newGuest(), leaves: make(map[events.GameID]func())}
}

// begin takes over a reader of a game, and who holds which seat of it.
// look tells who that is by now.
func (f *following) begin(game events.GameID, reader *projections.Reader, held [2]bool, look func(context.Context) ([2]bool, error)) {
	leave := f.server.presence.enter(game, held, f.guest)
	f.mu.Lock()
	f.leaves[game] = leave
	f.mu.Unlock()
	f.merge.add(game, &watched{Reader: reader, look: look, held: func(now [2]bool) {
		if now != held {
			held = now
			f.sit(game, now)
		}
	}})
}

// sit counts the connection as that of other seats of a game.
func (f *following) sit(game events.GameID, held [2]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if leave := f.leaves[game]; leave != nil {
		leave()
		f.leaves[game] = f.server.presence.enter(game, held, f.guest)
	}
}

// leave is no more part of a game.
func (f *following) leave(game events.GameID) {
	f.merge.remove(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	if leave := f.leaves[game]; leave != nil {
		leave()
		delete(f.leaves, game)
	}
}

// untold returns of how many games the end was not told. The merge knows less: a
// game has left it before its end is told, and that end may be one to come back from.
func (f *following) untold() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.leaves)
}

// close leaves all of them.
func (f *following) close() {
	f.merge.close()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, leave := range f.leaves {
		leave()
	}
}

// readSeveralWanted reads the query, the Accept header, Last-Event-ID and the
// tokens. What an EventSource says when it comes back outdoes the query that it was
// opened with.
func (s *Server) readSeveralWanted(r *http.Request, q query) (want severalWanted, err error) {
	if err := want.readGames(q["games"]); err != nil {
		return want, err
	}
	if after, ok := q["after"]; ok {
		if err := want.at.read(after); err != nil {
			return want, refuseField(badParameter, "after", "want the cursor that a feed gave")
		}
		clear(want.now)
	}
	if last := r.Header["Last-Event-Id"]; len(last) > 0 && last[0] != "" {
		if len(last) > 1 || want.at.read(last[0]) != nil {
			return want, refuseField(badHeader, "Last-Event-ID", "want the id of a record of this feed")
		}
		clear(want.now)
	}
	if want.form = negotiate(r.Header["Accept"], formNDJSON, formSSE); want.form == "" {
		return want, refuse(notAcceptable, "this feed is given as "+formNDJSON+" and "+formSSE)
	}
	want.proofs, err = s.proofs(r)
	return want, err
}

// readGames reads a list of games with commas between them, each with where to
// begin behind it: nothing for the beginning, ":7" for what follows event 7,
// ":now" for what happens from now on.
func (s *severalWanted) readGames(list string) error {
	const want = `want ids of games with commas between them, each as it is, or with ":7" behind it for what follows event 7, or ":now"`
	if list == "" {
		return refuseField(badParameter, "games", want)
	}
	for word := range strings.SplitSeq(list, ",") {
		if len(s.at.games) == mostGames {
			return refuseField(badParameter, "games", fmt.Sprintf("want at most %d games", mostGames))
		}
		id, from, some := strings.Cut(word, ":")
		game, err := events.ParseGameID(id)
		if err != nil {
			return refuseField(badParameter, "games", want)
		}
		if slices.Contains(s.at.games, game) {
			return refuseField(badParameter, "games", "names a game twice")
		}
		n, now := 0, some && from == "now"
		if some && !now {
			if n, err = strconv.Atoi(from); err != nil || n < 0 || n > mostVersion || strconv.Itoa(n) != from {
				return refuseField(badParameter, "games", want)
			}
		}
		s.at.games = append(s.at.games, game)
		s.at.seen = append(s.at.seen, n)
		s.now = append(s.now, now)
	}
	return nil
}
