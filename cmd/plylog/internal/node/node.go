package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/api/people"
	"plylog/cmd/plylog/internal/auditor"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/engines"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
	"plylog/events/snapshot"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// drainTime bounds how long a stopping server waits for those it serves.
const drainTime = 20 * time.Second

// brokenTime bounds it where the disk has failed: what could still be told is not worth
// the time in which a supervisor would have started the server again.
const brokenTime = 2 * time.Second

// Build says which program this is.
type Build = api.Build

// run runs a server until ctx ends or something that it stands on fails.
func run(ctx context.Context, c *console.Console, games *engines.Registry, build Build, s Settings) (err error) {
	logger := newLogger(c, s)
	dir, err := datadir.Open(s.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	secret, err := dir.Secret()
	if err != nil {
		return err
	}
	watch := metrics.New(build.Version, build.Commit)
	log, err := openStore(ctx, dir, s, watch, logger)
	if err != nil {
		return err
	}
	defer log.Close()
	var signing checkpoints.Config
	var shared *sharedTime
	if s.NATS != "" {
		leases, err := jetlog.OpenLeases(ctx, log.connect, 0, logger)
		if err != nil {
			return err
		}
		defer leases.Close()
		if err := shareKey(ctx, leases, s.Data, secret); err != nil {
			return err
		}
		signing.Shared = together{leases}
		if shared, err = newSharedTime(log, leases, logger); err != nil {
			return err
		}
	}
	if signing.Folder, err = openFolder(s.Data); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, signing.Folder.Archive.Close()) }()
	signing.Checked = log.trees()
	show(log, watch)
	traced := trace(s, build, watch, logger)
	defer traced.close()
	accounts, err := openPeople(ctx, c, log.connect, secret, &s, watch, logger)
	if err != nil {
		return err
	}
	defer accounts.end(context.WithoutCancel(ctx))
	snapshots, err := openSnapshots(dir, log, secret, s, watch, logger)
	if err != nil {
		return err
	}
	n, err := assemble(log, snapshots, shared, log.well, signing, games, secret, build, s, watch, traced, newCrew(games, logger, secret), accounts, logger)
	if err != nil {
		return err
	}
	if s.NATS == "" {
		n.broken = log.embedded.Broken()
		n.time.dir = dir
	}
	n.open = func(ctx context.Context) (*messages, error) {
		return openMessages(ctx, n, log, s, build.Version, watch)
	}
	return n.serve(ctx, func() ([]door, error) {
		open, err := n.doors(s, watch)
		if err == nil {
			err = accounts.address(&s, open[0].Addr(), n.api)
		}
		return open, err
	}, func(open []door) {
		announce(c, logger, s, open[0].Addr(), open[1].Addr(), log.url(), n.views.Games())
	})
}

// doors opens the addresses of a server: for everybody, and for who operates it.
func (n *node) doors(s Settings, watch *metrics.Set) ([]door, error) {
	public, err := listen("listen", s.Listen)
	if err != nil {
		return nil, err
	}
	if public, err = encrypt(public, s, watch, n.logger); err != nil {
		return nil, err
	}
	admin, err := listen("admin-listen", s.AdminListen)
	if err != nil {
		return nil, errors.Join(err, public.Close())
	}
	open := []door{{Listener: public, serves: n.api.Public()}, {Listener: admin, serves: withProfiles(n.api.Admin()), patient: true}}
	if s.TLSCert == "" {
		return open, nil
	}
	// The certificate is for a name that need not lead here: bots come from inside.
	inside := newPipe()
	n.bots.http = inside.client()
	return append(open, door{Listener: inside, serves: n.api.Public()}), nil
}

// door is an address with what is served there.
type door struct {
	net.Listener
	serves  http.Handler
	patient bool // answers take as long as they take: profiles, backups
}

// node is a server whose parts are put together.
type node struct {
	views     *projections.Set
	snapshots *snapshot.Snapshots    // nil: none are kept
	sealed    *checkpoints.Publisher // nil: nothing is signed
	api       *api.Server
	time      *timekeeper
	bots      *crew
	people    *people.People // nil: nobody has an account
	logger    *slog.Logger

	auditing auditor.Config
	broken   <-chan struct{} // closed when the log must be opened again; nil: that is not known

	open func(context.Context) (*messages, error) // begins to serve NATS clients; nil: there are none
}

// assemble puts the parts together. Without a folder in signing nothing is signed; without
// snapshots every game is read from the log; without shared no other node keeps time.
func assemble(log events.Log, snapshots *snapshot.Snapshots, shared *sharedTime, well func(context.Context) error, signing checkpoints.Config, games *engines.Registry, secret []byte, build Build, s Settings, watch *metrics.Set, traced traced, bots *crew, accounts *registry, logger *slog.Logger) (*node, error) {
	read := projections.Config{Log: log, Live: s.Games, Names: namesOf(games), Observer: watch.Views(), Logger: logger}
	var sealed *checkpoints.Publisher
	var others hearing
	if signing.Folder != nil {
		signing.Log, signing.Logger, signing.Failed = log, logger, watch.AuditFailed
		sealed = checkpoints.New(signing)
		watch.CheckpointAge(sealed.Age)
		read.Tap = sealed
	}
	if s.NATS != "" && sealed != nil {
		others.Tap, read.Tap = sealed, &others
	}
	write := play.Config{Log: log, Registry: games, Secret: secret, Games: s.Games, Logger: logger}
	if snapshots != nil {
		read.Opens, write.Snapshots = snapshots, snapshots
	}
	if shared != nil {
		write.Outages = shared.watch
	}
	views, err := projections.New(read)
	if err != nil {
		return nil, err
	}
	watch.CountGames(views.Lobby.Counts)
	write.Observer = watch.Play(views.MarkDamaged)
	if sealed != nil && s.NATS == "" { // files that may be lost; nobody loses three copies
		write.Log = newFirstSigned(log, views, sealed, logger)
	}
	handler, err := play.NewHandler(write)
	if err != nil {
		return nil, err
	}
	others.handler = handler
	cfg := api.Config{
		Handler: handler, Registry: games, Log: log, Views: views, Secret: secret, Build: build,
		Ready: well, Logger: logger, Observer: traced, Traces: traced.sender != nil, Metrics: watch.Handler(), Bots: bots,
		Limits:      s.limits(),
		Checkpoints: sealed, Base: s.Base, Origins: s.Origins, Proxies: s.Proxies,
	}
	if accounts != nil {
		cfg.People = accounts.People
		if accounts.office != nil {
			cfg.Mail = accounts.office
		}
	}
	server, err := api.New(cfg)
	if err != nil {
		return nil, err
	}
	keeper := &timekeeper{shared: shared, handler: handler, views: views, logger: logger}
	return &node{
		views: views, snapshots: snapshots, sealed: sealed, api: server, time: keeper, bots: bots, people: cfg.People, logger: logger,
		auditing: auditor.Config{
			Log: log, Games: games, Views: views, Signed: sealed, Close: handler.Close, Failed: watch.AuditFailed, Logger: logger,
		},
	}, nil
}

// namesOf tells what the field calls the seats.
func namesOf(games *engines.Registry) projections.Namer {
	return func(kind string, ruleset int) [2]string {
		if e, ok := games.Find(kind, ruleset); ok {
			return e.Seats()
		}
		return [2]string{}
	}
}

// serve catches up with the log, opens the doors, the first of which is the API's,
// says so, and stops in order when ctx ends.
func (n *node) serve(ctx context.Context, doors func() ([]door, error), ready func([]door)) error {
	// The read side outlives ctx: those who are served until the end read from it.
	reading, stopReading := context.WithCancel(context.WithoutCancel(ctx))
	defer stopReading()
	failed := make(chan error, 4)
	read := make(chan struct{})
	go func() {
		defer close(read)
		if err := n.views.Run(reading); err != nil {
			failed <- fmt.Errorf("reading the log: %w", err)
		}
	}()
	defer func() { stopReading(); <-read }()

	looked := n.time.look(reading)
	defer func() { stopReading(); <-looked }()
	select {
	case <-n.views.Ready():
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
	sealed, err := n.seal(reading, failed)
	if err != nil {
		return err
	}
	defer func() { stopReading(); <-sealed }()
	audited := n.audit(reading)
	defer func() { stopReading(); <-audited }()
	copied := n.copy(reading)
	defer func() { stopReading(); <-copied }()
	if err := n.time.resume(ctx); err != nil {
		return err
	}
	kept := beside(func() {
		if err := n.time.keep(reading); err != nil {
			failed <- fmt.Errorf("keeping time: %w", err)
		}
	})
	defer func() { stopReading(); <-kept }()
	heard := n.hear(reading)
	defer func() { stopReading(); <-heard }()
	open, err := doors()
	if err != nil {
		return err
	}
	servers := make([]*http.Server, len(open))
	for i, d := range open {
		servers[i] = n.api.HTTP(d.serves)
		if d.patient {
			servers[i].WriteTimeout = 0
		}
		go func() {
			if err := servers[i].Serve(d); !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("serving %s: %w", d.Addr(), err)
			}
		}()
	}
	var others *messages
	if n.open != nil {
		if others, err = n.open(ctx); err != nil {
			return err
		}
		defer others.end()
	}
	playing, stopBots := context.WithCancel(reading)
	endBots := func() { stopBots(); n.bots.wait() }
	defer endBots()
	n.bots.start(playing, "http://"+open[0].Addr().String())
	if err := n.api.ResumeBots(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	ready(open)
	select {
	case <-ctx.Done():
		n.logger.Info("stopping")
		err = nil
	case err = <-failed:
		n.logger.Error("stopping", "err", err)
	case <-n.broken: // a start opens what is there; nothing else does
		err = fmt.Errorf("%w: start the server again when the disk is well", events.ErrBroken)
		n.logger.Error("stopping", "err", err)
	}
	endBots() // before the feeds that they read
	if errors.Is(err, events.ErrBroken) {
		n.stop(context.WithoutCancel(ctx), others, servers, brokenTime)
		return err // nothing can be written
	}
	n.stop(context.WithoutCancel(ctx), others, servers, drainTime)
	return errors.Join(err, n.sealLast(context.WithoutCancel(ctx)))
}

// copy makes snapshots of games until ctx ends; done is closed then.
func (n *node) copy(ctx context.Context) (done <-chan struct{}) {
	return beside(func() {
		if n.snapshots != nil {
			n.snapshots.Run(ctx)
		}
	})
}

// hear lets accounts hear of what happens on other nodes, until ctx ends.
func (n *node) hear(ctx context.Context) (done <-chan struct{}) {
	return beside(func() {
		if n.people != nil {
			n.people.Run(ctx)
		}
	})
}

// beside runs something beside everything else; done is closed when it has returned.
func beside(run func()) (done <-chan struct{}) {
	end := make(chan struct{})
	go func() {
		defer close(end)
		run()
	}()
	return end
}

// stop ends what is served: commands first, then feeds, then connections.
func (n *node) stop(ctx context.Context, others *messages, servers []*http.Server, within time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	others.refuse(ctx)
	if err := n.api.Drain(ctx); err != nil {
		n.logger.Warn("not everybody was served to the end", "err", err)
	}
	for _, s := range servers {
		if err := s.Shutdown(ctx); err != nil {
			n.logger.Warn("connections were cut", "err", err)
			_ = s.Close() // what it could tell was told by Shutdown
		}
	}
}
