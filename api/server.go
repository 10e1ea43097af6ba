package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"plylog/api/people"
	"plylog/api/seat"
	"plylog/api/web/page"
	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// Config is what a Server is made of. Handler, Registry, Log, Views and Secret
// are needed.
type Config struct {
	Handler     *play.Handler
	Registry    *engines.Registry
	Log         events.Log       // the one that Handler and Views stand on
	Views       *projections.Set // somebody else calls its Run
	Secret      []byte           // at least 16 bytes, the same for every node of a store: seat tokens follow from it
	Limits      Limits
	Build       Build
	Ready       func(context.Context) error // what else must be well for /readyz; nil: nothing
	Logger      *slog.Logger                // nil: slog.Default
	Now         func() time.Time            // nil: time.Now
	Observer    Observer                    // nil: nobody
	Checkpoints *checkpoints.Publisher      // nil: nothing is signed
	Bots        Bots                        // nil: there are none
	Base        *url.URL                    // where people find the server, scheme and host; nil: wherever they ask it
	Origins     []string                    // of pages elsewhere that may read answers ("https://example.org"): none
	Proxies     []netip.Prefix              // whose word is taken for who asks; see ClientAddress
	Traces      bool                        // a request that belongs to no trace begins one
	People      *people.People              // nil: nobody signs in, all are guests
	Mail        Mail                        // nil: nobody signs in by mail
	Metrics     http.Handler                // serves /metrics on the admin listener; nil: nothing does
}

// Server answers over HTTP. It is safe for concurrent use.
type Server struct {
	cfg       Config
	mint      *seat.Mint
	kindsBody []byte
	kindsTag  string
	acked     []atomic.Uint64 // by shard: the last position that this server told anybody of
	commands  gate            // commands under way
	readers   feeds
	presence  presence
	files     map[string]page.File
	docs      documents
	sessions  *limiter // nil: no bound
	addresses *limiter
	quotas    quotas
	sameSite  *http.CrossOriginProtection
	ways      Ways
	rebuilds  chan struct{} // capacity 1: one rebuild at a time

	operations map[Operation]route // what is asked for by messages
}

// New makes a server. Until Views has caught up with the log it answers 503.
func New(cfg Config) (*Server, error) {
	if cfg.Handler == nil || cfg.Registry == nil || cfg.Log == nil || cfg.Views == nil {
		return nil, errors.New("api: a server needs a handler, a registry of engines, a log and views")
	}
	mint, err := seat.NewMint(cfg.Secret)
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	cfg.Limits.fill()
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.Logger = slog.New(TraceLog(cfg.Logger.Handler()))
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Observer == nil {
		cfg.Observer = nobody{}
	}
	kinds, err := listKinds(cfg.Registry, cfg.Bots)
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	operations, err := operationsOf(publicRoutes())
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	sum := sha256.Sum256(kinds)
	s := &Server{
		cfg: cfg, mint: mint, kindsBody: kinds, docs: newDocuments(),
		sessions: newLimiter(policySession, cfg.Limits.Session, mostLimited), addresses: newLimiter(policyAddress, cfg.Limits.Address, mostLimited),
		quotas: newQuotas(cfg.Limits), sameSite: http.NewCrossOriginProtection(),
		kindsTag: `"` + hex.EncodeToString(sum[:8]) + `"`,
		acked:    make([]atomic.Uint64, cfg.Log.Shards()), rebuilds: make(chan struct{}, 1), operations: operations,
	}
	if cfg.Base != nil { // a proxy may write another Host
		if err := s.sameSite.AddTrustedOrigin(originOf(cfg.Base)); err != nil {
			return nil, fmt.Errorf("api: the base address: %w", err)
		}
	}
	s.readers.init(cfg.Limits)
	s.presence.init(cfg.Limits)
	if s.files, err = page.Files(); err != nil {
		return nil, fmt.Errorf("api: the page: %w", err)
	}
	return s, nil
}

// Public returns what the listener for everybody serves.
func (s *Server) Public() http.Handler {
	return s.router(publicRoutes(), (*Server).admit, (*Server).noDocument)
}

// Admin returns what the listener for operators serves: metrics, the rebuild,
// the log for backups. It asks for no credential, so that listener is not for everybody.
func (s *Server) Admin() http.Handler {
	sameSite := http.NewCrossOriginProtection()
	sameSite.SetDenyHandler(s.serve(route{path: other, handle: func(*Server, http.ResponseWriter, *http.Request, query) error {
		return refuse(crossOrigin, "")
	}}))
	return sameSite.Handler(s.router(adminRoutes(), unlimited, (*Server).nowhere))
}

// Drain takes the server out of service: from now on it is not ready and
// refuses commands, with 503 and Retry-After; it waits for those under way, ends
// the feeds, whose readers are told to come back, and waits for them to be told.
// Reads are answered until the listener closes. The error is the context's.
func (s *Server) Drain(ctx context.Context) error {
	s.commands.close()
	err := s.commands.wait(ctx)
	s.cfg.Views.Feed.Stop()
	s.cfg.Views.Concerns.Stop()
	s.readers.close()
	return errors.Join(err, s.readers.wait(ctx))
}

// ready says why the server should not be sent clients now, or nil.
func (s *Server) ready(ctx context.Context) error {
	if s.commands.closed() {
		return refuse(stopping, "")
	}
	if err := s.started(); err != nil {
		return err
	}
	if s.cfg.Ready == nil {
		return nil
	}
	if err := s.cfg.Ready(ctx); err != nil {
		p := refuse(unavailable, "the server is not well; its log says why")
		p.cause = err
		s.cfg.Logger.WarnContext(ctx, "not ready", "err", err)
		return p
	}
	return nil
}

// started refuses while the views have not caught up with the log.
func (s *Server) started() error {
	select {
	case <-s.cfg.Views.Ready():
		return nil
	default:
		return refuse(starting, "")
	}
}

// acknowledge remembers that somebody is about to be told of a log position.
func (s *Server) acknowledge(game events.GameID, seq uint64) {
	last := &s.acked[s.cfg.Log.Shard(game)]
	for {
		old := last.Load()
		if seq <= old || last.CompareAndSwap(old, seq) {
			return
		}
	}
}

// catchUp waits until the views show everything about a game that this server
// has told anybody: whoever stored an event reads it.
func (s *Server) catchUp(ctx context.Context, game events.GameID) error {
	return s.catchUpShard(ctx, s.cfg.Log.Shard(game))
}

// catchUpAll is catchUp for all games.
func (s *Server) catchUpAll(ctx context.Context) error {
	for shard := range s.acked {
		if err := s.catchUpShard(ctx, shard); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) catchUpShard(ctx context.Context, shard int) error {
	seq := s.acked[shard].Load()
	if s.cfg.Views.Position(shard) >= seq {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Limits.Command)
	defer cancel()
	return s.cfg.Views.Wait(ctx, shard, seq)
}
