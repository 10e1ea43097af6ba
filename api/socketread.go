package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"plylog/api/seat"
	"plylog/events"
)

// What a client may ask, besides the operations that it may have over HTTP too.
const (
	askFollow = "follow"
	askLeave  = "leave"
)

// asked is a client's message.
type asked struct {
	id      json.RawMessage // the client's own; nil: none
	do      string
	game    string
	token   string
	body    json.RawMessage
	key     string // Idempotency-Key
	ifMatch int64
	after   json.RawMessage
}

// read reads and answers until there is an end, of which it tells.
func (c *socket) read(ctx context.Context) {
	c.ended <- c.readUntil(ctx)
}

func (c *socket) readUntil(ctx context.Context) ending {
	for {
		kind, raw, err := c.conn.Read(ctx)
		now := c.server.cfg.Now()
		switch {
		case err != nil:
			return ending{}
		case kind != websocket.MessageText:
			return ending{websocket.StatusUnsupportedData, "want text"}
		case !c.pace.AllowN(now, 1):
			return ending{websocket.StatusPolicyViolation, "too many messages"}
		}
		c.spoke.Store(time.Now().UnixNano())
		reply, then := c.answer(ctx, raw)
		select {
		case c.replies <- reply:
			then(true)
		case <-ctx.Done():
			then(false)
			return ending{}
		}
	}
}

// answer carries out what a client asks and writes the answer. What is to happen
// when that is on its way, or could not be sent, it returns.
func (c *socket) answer(ctx context.Context, raw []byte) (reply []byte, then func(sent bool)) {
	nothing := func(bool) {}
	a, err := readAsked(raw, int(c.server.cfg.Limits.Body))
	if err != nil {
		return appendReply(a.id, problemReply(err)), nothing
	}
	var r Reply
	then = nothing
	switch a.do {
	case askFollow:
		r, then, err = c.follow(ctx, &a)
	case askLeave:
		r, err = c.leave(&a)
	default:
		r = c.call(ctx, &a)
	}
	if err != nil {
		return appendReply(a.id, problemReply(err)), nothing
	}
	return appendReply(a.id, r), then
}

// call carries out an operation as over HTTP.
func (c *socket) call(ctx context.Context, a *asked) Reply {
	to := operationRoutes[Operation(a.do)]
	if name, ok := quotaOf[to.method+" "+to.path]; ok {
		t := c.server.newTally()
		if err := c.server.spend(&t, name, a.token, c.request); err != nil {
			return problemReply(err)
		}
	}
	h := http.Header{}
	if a.token != "" {
		h.Set("Authorization", "Bearer "+a.token)
	}
	if a.key != "" {
		h.Set("Idempotency-Key", a.key)
	}
	if a.ifMatch > 0 {
		h.Set("If-Match", tagOf(int(a.ifMatch)))
	}
	return c.server.Call(ctx, Call{Via: viaSocket, Operation: Operation(a.do), Game: a.game, Header: h, Body: a.body})
}

// follow begins to follow a game. Its state is the answer; what happened since comes
// behind it.
func (c *socket) follow(ctx context.Context, a *asked) (r Reply, then func(sent bool), err error) {
	game, err := events.ParseGameID(a.game)
	if err != nil {
		return r, nil, err
	}
	who := proofs{grant: c.grant}
	if a.token != "" {
		tok, err := seat.Read(a.token)
		if err != nil {
			return r, nil, refuseField(tokenMissing, "token", "is no seat token")
		}
		who.tokens = append(who.tokens, tok)
	}
	f := c.following
	switch {
	case f.merge.has(game):
		return r, nil, refuseField(badField, "game", "is followed already")
	case f.merge.size() == mostGames:
		return r, nil, refuse(tooManyFeeds, fmt.Sprintf("one connection follows at most %d games", mostGames))
	}
	st, held, err := c.server.seen(c.request.WithContext(ctx), game, who)
	if err != nil {
		return r, nil, err
	}
	after := st.Version
	if string(a.after) != `"now"` {
		if after, err = readAfter(a.after); err != nil {
			return r, nil, err
		}
	}
	reader, err := c.server.cfg.Views.Feed.Subscribe(ctx, game, after)
	if err != nil {
		return r, nil, err
	}
	r = Reply{Status: http.StatusOK, Body: c.server.stateNow(ctx, st)}
	return r, func(sent bool) {
		if !sent {
			reader.Close()
			return
		}
		f.begin(game, reader, held, func(ctx context.Context) ([2]bool, error) {
			_, now, err := c.server.seen(c.request.WithContext(ctx), game, who)
			return now, err
		})
	}, nil
}

// readAfter reads behind which event to begin.
func readAfter(raw json.RawMessage) (int, error) {
	if raw == nil {
		return 0, nil
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < 0 || n > mostVersion || strconv.Itoa(n) != string(raw) {
		return 0, refuseField(badField, "after", `want the number of an event, or "now"`)
	}
	return n, nil
}

func (c *socket) leave(a *asked) (r Reply, err error) {
	game, err := events.ParseGameID(a.game)
	if err != nil {
		return r, err
	}
	if !c.following.merge.has(game) {
		return r, refuseField(badField, "game", "is not followed")
	}
	c.following.leave(game)
	return Reply{Status: http.StatusOK, Body: []byte(`{}`)}, nil
}

// askable lists what a message may ask.
func askable() []string {
	words := []string{askFollow, askLeave}
	for op := range operationRoutes {
		words = append(words, string(op))
	}
	slices.Sort(words)
	return words
}

// readAsked reads a client's message strictly. Where it is refused, its id is
// returned all the same if it can be read.
func readAsked(raw []byte, limit int) (a asked, err error) {
	f, err := parseBody(raw, limit)
	if err != nil {
		return a, err
	}
	if id, ok := f.get("id"); ok {
		if len(id) > 66 || id[0] != '"' && (id[0] < '0' || id[0] > '9') {
			return a, refuseField(badField, "id", "want a string of at most 64 bytes, or a number")
		}
		a.id = id
	}
	if err := f.only("a message", "id", "do", "game", "token", "body", "command", "ifMatch", "after"); err != nil {
		return a, err
	}
	if a.do, err = f.word("do", "", askable()...); err != nil {
		return a, err
	}
	if a.do == "" {
		return a, refuseField(badField, "do", "is missing")
	}
	for name, into := range map[string]*string{"game": &a.game, "token": &a.token, "command": &a.key} {
		if *into, err = f.text(name); err != nil {
			return a, err
		}
	}
	if _, ok := f.get("ifMatch"); ok {
		if a.ifMatch, err = f.whole("ifMatch", 1, mostVersion); err != nil {
			return a, err
		}
	}
	if a.body, err = f.object("body"); err != nil {
		return a, err
	}
	a.after, _ = f.get("after")
	return a, nil
}

// problemReply is a refusal as an answer.
func problemReply(err error) Reply {
	m := &message{header: make(http.Header)}
	problemOf(err).write(m)
	return m.reply()
}

// appendReply writes an answer: whose it is, the status, the version where there is
// one, and the body that HTTP would have.
func appendReply(id json.RawMessage, r Reply) []byte {
	b := append(make([]byte, 0, 64+len(r.Body)), `{"re":`...)
	if id == nil {
		id = json.RawMessage("null")
	}
	b = append(b, id...)
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(r.Status), 10)
	if r.Header.Get("Idempotent-Replay") != "" {
		b = append(b, `,"replayed":true`...)
	}
	if len(r.Body) > 0 {
		b = append(b, `,"body":`...)
		b = append(b, r.Body...)
	}
	return append(b, '}')
}
