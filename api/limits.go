package api

import (
	"cmp"
	"log/slog"
	"net/http"
	"time"
)

// Limits bounds what clients may cost. A field that is 0 means the default
// beside it.
type Limits struct {
	Body            int64         // bytes of a command's body: 16 KiB
	Feeds           int           // feeds open at a time: 10,000
	FeedsPerSession int           // the same, of who proves a seat, by the seat: no bound of its own
	FeedsPerAddress int           // the same, of one client address but this machine's own, by who proves none: no bound of its own
	Messages        int           // that a WebSocket client may send in a second, after a first five times as many: 20
	Heartbeat       time.Duration // how long a feed may be silent: 15 s
	Write           time.Duration // how long a feed's reader may take to accept a write: 10 s
	Grace           time.Duration // how long a seat that left a feed still counts as present: 3 s
	Command         time.Duration // how long a command may wait for the log: 10 s
	Header          time.Duration // how long a client may take to send a request's header: 5 s
	Read            time.Duration // and all of a request: 15 s
	Answer          time.Duration // and to take an answer, but for feeds and sockets: 2 min
	Idle            time.Duration // how long a connection is kept without a request: 2 min
	HeaderBytes     int           // bytes of a request's header: 16 KiB (net/http adds 4 KiB)
	Session         Rate          // requests under one seat token: no bound
	Address         Rate          // requests from one address, but for this machine's own: no bound
	Create          Quota         // games made: no bound
	Move            Quota         // other commands: no bound
	Feed            Quota         // feeds opened: no bound
	Mail            MailQuota     // letters asked for: no bound
}

func (l *Limits) fill() {
	l.Body = cmp.Or(l.Body, 16<<10)
	l.Feeds = cmp.Or(l.Feeds, 10_000)
	l.Messages = cmp.Or(l.Messages, 20)
	l.Heartbeat = cmp.Or(l.Heartbeat, 15*time.Second)
	l.Write = cmp.Or(l.Write, 10*time.Second)
	l.Grace = cmp.Or(l.Grace, 3*time.Second)
	l.Command = cmp.Or(l.Command, 10*time.Second)
	l.Header = cmp.Or(l.Header, 5*time.Second)
	l.Read = cmp.Or(l.Read, 15*time.Second)
	l.Answer = cmp.Or(l.Answer, 2*time.Minute)
	l.Idle = cmp.Or(l.Idle, 2*time.Minute)
	l.HeaderBytes = cmp.Or(l.HeaderBytes, 16<<10)
}

// HTTP returns a server for one of the handlers with the server's limits. The time
// for an answer does not cut feeds: a feed sets a deadline for each write instead.
func (s *Server) HTTP(h http.Handler) *http.Server {
	l := s.cfg.Limits
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: l.Header,
		ReadTimeout:       l.Read,
		WriteTimeout:      l.Answer,
		IdleTimeout:       l.Idle,
		MaxHeaderBytes:    l.HeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.cfg.Logger.Handler(), slog.LevelWarn),
	}
}
