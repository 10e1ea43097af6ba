package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"plylog/api/people"
	"plylog/projections"
)

// subprotocol is what is spoken over GET /v1/ws: text messages of one JSON object
// each. The client asks, with an id of its own if it likes; every question is
// answered by one message with "re". Records come in between, as in the lines of
// GET /v1/feed.
const subprotocol = "plylog.v1"

// webSocket serves GET /v1/ws: the records and commands of many games on one
// connection.
func (s *Server) webSocket(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.mayUpgrade(r); err != nil {
		return err
	}
	grant, err := s.signedIn(r)
	if err != nil {
		return err
	}
	leave, err := s.openFeed(w, r, string(grant.Player())) // tokens of seats come with messages
	if err != nil {
		return err
	}
	defer leave()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // mayUpgrade has looked at the origin
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		if rec, ok := w.(*recorder); ok && rec.status == 0 {
			return refuse(upgradeRequired, "the handshake is not one of WebSocket")
		}
		return nil // it has been answered
	}
	defer func() { _ = conn.CloseNow() }()
	s.cfg.Observer.Feed(viaSocket, 1)
	defer s.cfg.Observer.Feed(viaSocket, -1)
	if rec, ok := w.(*recorder); ok {
		rec.status = http.StatusSwitchingProtocols
		s.observe(rec, r)
	}
	// The request's context ends with the handler; whether the client is there is
	// for reading and pinging to find out.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	ctx = withGrant(ctx, grant) // nobody, too: what is asked later has no cookie
	signedIn := ctx
	if s.cfg.People != nil {
		var end context.CancelFunc
		signedIn, end = s.cfg.People.While(ctx, grant)
		defer end()
	}
	conn.SetReadLimit(s.cfg.Limits.Body)
	c := &socket{
		server: s, request: asking(r.WithContext(ctx)), conn: conn, grant: grant, signedIn: signedIn, replies: make(chan []byte), ended: make(chan ending, 1),
		pace: rate.NewLimiter(rate.Limit(s.cfg.Limits.Messages), 5*s.cfg.Limits.Messages), following: s.newFollowing(ctx),
	}
	defer c.following.close()
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		c.read(ctx)
	}()
	end := c.write(ctx)
	if end.code == 0 {
		cancel()
		_ = conn.CloseNow()
	} else {
		_ = conn.Close(end.code, end.why)
		cancel()
	}
	<-reading
	return nil
}

// viaSocket is the transport's word in metrics.
const viaSocket = "websocket"

// mayUpgrade refuses what cannot become a socket, before anything is upgraded.
func (s *Server) mayUpgrade(r *http.Request) error {
	if !hasToken(r.Header, "Connection", "upgrade") || !hasToken(r.Header, "Upgrade", "websocket") {
		return refuse(upgradeRequired, "this address speaks WebSocket").header("Upgrade", "websocket").header("Connection", "Upgrade")
	}
	if err := s.ownPage(r, true); err != nil {
		return err
	}
	if !hasToken(r.Header, "Sec-Websocket-Protocol", subprotocol) {
		return refuseField(badHeader, "Sec-WebSocket-Protocol", "want "+subprotocol)
	}
	return nil
}

// hasToken reports whether a header's list of words has one, in whatever case.
func hasToken(h http.Header, name, word string) bool {
	for _, line := range h[name] {
		for w := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.Trim(w, " \t"), word) {
				return true
			}
		}
	}
	return false
}

// socket is one connection. One goroutine reads, answers, and changes what is
// followed; another writes.
type socket struct {
	server    *Server
	request   *http.Request
	conn      *websocket.Conn
	following *following
	spoke     atomic.Int64 // when the client last did, in Unix nanoseconds; 0: never
	pace      *rate.Limiter
	grant     people.Grant    // of whoever opened it
	signedIn  context.Context // ends when whoever opened it is signed out
	replies   chan []byte
	ended     chan ending // the reader has come to an end
}

// ending is how a socket is closed; code 0: the client is gone already.
type ending struct {
	code websocket.StatusCode
	why  string
}

// idle is for who follows nothing and says nothing.
var idle = ending{websocket.StatusPolicyViolation, "idle"}

// write writes what there is until the connection ends, and says how.
func (c *socket) write(ctx context.Context) ending {
	limits := c.server.cfg.Limits
	beat := time.NewTicker(limits.Heartbeat)
	defer beat.Stop()
	first := time.NewTimer(limits.Header)
	defer first.Stop()
	pings := make(chan error, 1)
	pinging := false
	var form manyNDJSON
	for {
		var b []byte
		var end *ending
		select {
		case t := <-c.following.merge.told:
			b, end = c.told(ctx, &form, t)
		case b = <-c.replies:
		case <-c.following.guest.wake:
			news := c.following.guest.take()
			for _, game := range inOrder(news) {
				if err := c.send(ctx, form.presence(nil, news[game].appendJSON(nil, game))); err != nil {
					return ending{}
				}
			}
		case <-first.C:
			if c.spoke.Load() == 0 {
				return idle
			}
		case <-beat.C:
			if at := c.spoke.Load(); at != 0 && c.following.merge.size() == 0 && time.Since(time.Unix(0, at)) > limits.Idle {
				return idle
			}
			if !pinging {
				pinging = true
				go func() {
					ctx, cancel := context.WithTimeout(ctx, limits.Write)
					defer cancel()
					pings <- c.conn.Ping(ctx)
				}()
			}
		case err := <-pings:
			if pinging = false; err != nil {
				return ending{}
			}
		case end := <-c.ended:
			return end
		case <-c.server.readers.stopping():
			b, end = form.bye(nil, "", string(projections.Stopping), true), &ending{websocket.StatusServiceRestart, "stopping"}
		case <-c.signedIn.Done():
			if !signedOutOf(c.signedIn) {
				return ending{}
			}
			b, end = form.bye(nil, "", string(signedOutReason), false), &ending{websocket.StatusPolicyViolation, string(signedOutReason)}
		case <-ctx.Done():
			return ending{}
		}
		if b != nil {
			if err := c.send(ctx, b); err != nil {
				if errors.Is(err, context.DeadlineExceeded) {
					c.server.cfg.Observer.Cut(viaSocket)
				}
				return ending{}
			}
		}
		if end != nil {
			return *end
		}
	}
}

// send writes one message within the time that a client may take for it.
func (c *socket) send(ctx context.Context, b []byte) error {
	ctx, cancel := context.WithTimeout(ctx, c.server.cfg.Limits.Write)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, trimLine(b))
}

func trimLine(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		return b[:n-1]
	}
	return b
}

// told writes what is told of a game. Where it is the client who cannot keep up, the
// connection ends with a code that says to come back.
func (c *socket) told(ctx context.Context, form *manyNDJSON, t told) ([]byte, *ending) {
	if t.err == nil {
		return form.event(nil, t.event, nil), nil
	}
	if projections.ReasonOf(t.err) == "" {
		c.server.cfg.Logger.WarnContext(ctx, "feed ended: the log cannot be read", "game", t.game, "err", t.err)
	}
	game, reason, again := farewell(t)
	b := form.bye(nil, game, reason, again)
	switch {
	case reason == string(projections.Stopping):
		return b, &ending{websocket.StatusServiceRestart, reason}
	case again:
		return b, &ending{websocket.StatusTryAgainLater, reason}
	}
	c.following.leave(t.game)
	return b, nil
}
