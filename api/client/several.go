package client

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plylog/events"
)

// mostLine is the size in bytes above which a line of a feed of several games is
// not read: states and lists are longer than events.
const mostLine = 1 << 20

// seatsHeader carries the tokens of several seats.
const seatsHeader = "Plylog-Seats"

// From says where the feed of a game begins.
type From struct {
	Game  events.GameID
	After int  // the last event that was seen; 0: with the first one
	Now   bool // with what happens from now on, whatever After is
}

// Several is what the feed of several games is asked for.
type Several struct {
	Games []From // at most 50
	// Tokens are of seats, beside the client's own: a private game is shown to its
	// seats only, and who follows with the token of a seat is told to be there.
	Tokens []string
	// Cursor is one of an earlier feed: it outdoes where its games begin.
	Cursor string
}

// News is one thing that the feed of several games tells. One member is set.
type News struct {
	Event *events.Event
	// State is what a game looks like now. It comes before the game's events, and
	// again whenever the connection was made anew.
	State    *State
	Presence *Presence
	Bye      *Bye
	// Cursor stands for all that was told so far: see Several.
	Cursor string
}

// Presence is who of a game is connected.
type Presence struct {
	Game     events.GameID `json:"game"`
	First    bool          `json:"first"`
	Second   bool          `json:"second"`
	Watchers int           `json:"watchers"` // connections that hold no seat
}

// Bye says that nothing more will be told of a game.
type Bye struct {
	Game   events.GameID `json:"game"`
	Reason string        `json:"reason"` // "over", "damaged"
}

// FollowSeveral yields what happens in several games: of each game its events
// behind where it begins, in order, each once; games are mixed as things happen.
// It ends when all games have, and otherwise as Follow does.
func (c *Client) FollowSeveral(ctx context.Context, want Several) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		m := newMixed(want, yield)
		if len(m.games) == 0 {
			return
		}
		s := stream{what: m.what(), most: mostLine, ask: m.ask, line: m.read}
		if err := c.read(ctx, &s); err != nil {
			yield(News{}, err)
		}
	}
}

// unknown is how far a game has come of which only a cursor knows, or the server.
const unknown = -1

// mixed is a feed of several games under way.
type mixed struct {
	games  []From // that are followed still
	seen   map[events.GameID]int
	tokens []string
	cursor string
	yield  func(News, error) bool
}

func newMixed(want Several, yield func(News, error) bool) *mixed {
	m := &mixed{games: slices.Clone(want.Games), seen: make(map[events.GameID]int), tokens: want.Tokens, cursor: want.Cursor, yield: yield}
	for _, g := range m.games {
		m.seen[g.Game] = g.After
		if g.Now || m.cursor != "" {
			m.seen[g.Game] = unknown
		}
	}
	return m
}

func (m *mixed) what() string {
	if len(m.games) == 1 {
		return "game " + m.games[0].Game.String()
	}
	return strconv.Itoa(len(m.games)) + " games"
}

// ask asks for what follows. A cursor may be behind what was seen, if the
// connection broke before the next one came: what comes twice is passed over.
func (m *mixed) ask() request {
	var list []string
	for _, g := range m.games {
		word := g.Game.String()
		switch seen := m.seen[g.Game]; {
		case seen > 0:
			word += ":" + strconv.Itoa(seen)
		case seen == unknown && g.Now:
			word += ":now"
		case seen == unknown && g.After > 0: // the cursor may be of other games
			word += ":" + strconv.Itoa(g.After)
		}
		list = append(list, word)
	}
	q := request{path: "/v1/feed", query: url.Values{"games": {strings.Join(list, ",")}}}
	if m.cursor != "" {
		q.query.Set("after", m.cursor)
	}
	if len(m.tokens) > 0 {
		q.header = map[string]string{seatsHeader: strings.Join(m.tokens, ", ")}
	}
	return q
}

// record is a line of the feed: an event, which has a "v", or one member that
// tells what it is.
type record struct {
	V        int
	State    *State
	Presence *Presence
	Cursor   string
	Bye      *struct {
		Game   *events.GameID
		Reason string
		Again  bool
	}
}

// read reads a line.
func (m *mixed) read(s *stream, line []byte) (enough bool, err error) {
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		return false, fmt.Errorf("reading a line of the feed of %s: %w", m.what(), err)
	}
	switch {
	case r.V != 0:
		return m.event(s, line)
	case r.State != nil:
		if n, ours := m.seen[r.State.ID]; ours && n == unknown && m.beginsNow(r.State.ID) {
			m.seen[r.State.ID] = r.State.Version
		}
		return !m.yield(News{State: r.State}, nil), nil
	case r.Presence != nil:
		return !m.yield(News{Presence: r.Presence}, nil), nil
	case r.Cursor != "":
		m.cursor = r.Cursor
		return !m.yield(News{Cursor: r.Cursor}, nil), nil
	case r.Bye != nil && r.Bye.Game != nil && !r.Bye.Again:
		game := *r.Bye.Game
		s.news = true
		m.games = slices.DeleteFunc(m.games, func(g From) bool { return g.Game == game })
		return !m.yield(News{Bye: &Bye{game, r.Bye.Reason}}, nil) || len(m.games) == 0, nil
	case r.Bye != nil && r.Bye.Game == nil && !r.Bye.Again:
		return true, nil // of all games
	default:
		return false, nil // the connection will end and is made anew, or a newer server says more
	}
}

// beginsNow reports whether a game's feed begins where its state is.
func (m *mixed) beginsNow(game events.GameID) bool {
	return m.cursor == "" && slices.Contains(m.games, From{Game: game, Now: true})
}

// event reads an event, and passes over one that was seen.
func (m *mixed) event(s *stream, line []byte) (enough bool, err error) {
	e, err := events.Decode(line)
	if err != nil {
		return false, fmt.Errorf("reading an event of the feed of %s: %w", m.what(), err)
	}
	n, ours := m.seen[e.Game]
	switch {
	case !ours:
		return false, &GapError{Game: m.games[0].Game, Want: m.seen[m.games[0].Game] + 1, Got: e.N, Of: e.Game}
	case n == unknown:
	case e.N <= n:
		return false, nil
	case e.N > n+1:
		return false, &GapError{Game: e.Game, Want: n + 1, Got: e.N, Of: e.Game}
	}
	m.seen[e.Game], s.news = e.N, true
	return !m.yield(News{Event: e}, nil), nil
}
