package jetlog

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/durable"
	"plylog/events/filelock"
)

// EmbedOptions is how a NATS server is run inside this process.
type EmbedOptions struct {
	// Dir is the data folder; it is made if it is not there. One process at a time.
	Dir string
	// Check is what the store must hold; every record is checked in any case, and a
	// store that is not in order is not opened (*StoreError).
	Check Check
	// Before is called when the folder is locked and checked, and before the server
	// opens it. An error keeps the server from starting. store is the folder that
	// the server keeps its streams in.
	Before func(ctx context.Context, store string) error
	// MinFree is the least free space in bytes to start with. 0: 256 MiB.
	MinFree uint64
	// MaxStore bounds what the streams may take on disk, in bytes. 0: what the
	// server finds sensible for the disk.
	MaxStore int64
	// Listen is host:port for NATS clients. Empty: no port at all. A port needs Admit.
	Listen string
	// TLS is what the port is encrypted with. nil: it is not.
	TLS *tls.Config
	// Admit lets clients in at the port.
	Admit Admit
	// NoSync leaves it to the operating system when to write. Acknowledged events
	// are then lost in a power cut: for measuring only.
	NoSync bool
	// Logger hears what the server says. nil: nobody does.
	Logger *slog.Logger
}

const (
	defaultMinFree = 256 << 20
	lockFile       = "lock"
	storeFolder    = "nats"
	mostStart      = 5 * time.Minute // a large store is read through after an unclean stop
)

// errNoPort: a port at which nobody is looked at would be open to everybody.
var errNoPort = errors.New("a NATS port needs somebody to let clients in")

// Server is a NATS server in this process.
type Server struct {
	nats *server.Server
	lock *os.File
	dir  string
	door *door // where clients come in; nil without a port

	staging     string   // the folder in memory in which batches are staged; empty: none
	stagingLock *os.File // held as long as it is in use

	checked []Checked
	archive *archive.Archive
	once    sync.Once // closing

	breaking, filling sync.Once
	broken            chan struct{} // closed when a write has failed
	full              chan struct{} // closed when a write has met a full disk
}

// Embed starts a server on a data folder and returns when it is ready. Errors wrap
// ErrInUse or ErrNoSpace, are a *StoreError, or come from Before. If ctx ends first the server is
// stopped again.
func Embed(ctx context.Context, o EmbedOptions) (*Server, error) {
	s := &Server{dir: o.Dir, broken: make(chan struct{}), full: make(chan struct{})}
	if err := s.start(ctx, o); err != nil {
		s.Close()
		return nil, fmt.Errorf("starting the store: %w", err)
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, o EmbedOptions) error {
	store := filepath.Join(o.Dir, storeFolder)
	if err := os.MkdirAll(store, 0o700); err != nil {
		return err
	}
	lock, err := filelock.Take(filepath.Join(o.Dir, lockFile))
	if errors.Is(err, filelock.ErrTaken) {
		return fmt.Errorf("%w: %s", ErrInUse, o.Dir)
	}
	if err != nil {
		return fmt.Errorf("locking the data folder: %w", err)
	}
	s.lock = lock
	if o.MinFree == 0 {
		o.MinFree = defaultMinFree
	}
	free, err := freeSpace(o.Dir)
	if err != nil {
		return fmt.Errorf("free space of %s: %w", o.Dir, err)
	}
	if free < o.MinFree {
		return fmt.Errorf("%w: %s has %d MiB, want %d", ErrNoSpace, o.Dir, free>>20, o.MinFree>>20)
	}
	stopped, err := readStop(o.Dir)
	if err != nil {
		return fmt.Errorf("how the server stopped: %w", err)
	}
	// A process that was killed leaves what it had written and not yet written through
	// whole in the memory of the system: it would be found, checked and served, and be
	// gone with the power a moment later.
	through := durable.Tree
	if stopped == nil {
		through = durable.Afresh
	}
	if err := through(store); err != nil {
		return err
	}
	if s.checked, s.archive, err = checkStore(ctx, store, o.Check, stopped); err != nil {
		return err
	}
	if o.Before != nil {
		if err := o.Before(ctx, store); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := forgetStop(o.Dir); err != nil {
		return fmt.Errorf("how the server stopped: %w", err)
	}
	return s.run(ctx, o, store)
}

// run starts the server on a folder that was checked.
func (s *Server) run(ctx context.Context, o EmbedOptions, store string) error {
	if err := s.cutMemory(); err != nil {
		return fmt.Errorf("staging of a copied store: %w", err)
	}
	options, err := s.options(o, store)
	if err != nil {
		return err
	}
	s.nats, err = server.NewServer(options)
	if err != nil {
		return err
	}
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	s.nats.SetLoggerV2(serverLog{logger.With("from", "nats-server"), s.failed}, false, false, false)
	if err := s.ready(ctx); err != nil {
		return err
	}
	return s.forgetMemory()
}

// options are the server's.
func (s *Server) options(o EmbedOptions, store string) (*server.Options, error) {
	options := &server.Options{
		ServerName:        "plylog",
		DontListen:        o.Listen == "",
		NoSigs:            true,
		JetStream:         true,
		StoreDir:          store,
		SyncAlways:        !o.NoSync,
		JetStreamMaxStore: o.MaxStore,
		JetStreamLimits:   server.JSLimitOpts{MaxBatchInflightPerStream: 64},
	}
	if o.Listen == "" {
		return options, nil
	}
	if o.Admit == nil {
		return nil, errNoPort
	}
	host, port, err := splitHostPort(o.Listen)
	if err != nil {
		return nil, err
	}
	s.door = newDoor(o.Admit)
	options.Host, options.Port, options.TLSConfig = host, port, o.TLS
	options.CustomClientAuthentication = s.door
	options.MaxSubs = mostSubscriptions
	return options, nil
}

// ready starts the server and waits until it can be used.
func (s *Server) ready(ctx context.Context) error {
	started := make(chan struct{})
	go func() {
		defer close(started)
		s.nats.Start()
	}()
	stop := context.AfterFunc(ctx, s.nats.Shutdown)
	defer stop()
	timer := time.NewTimer(mostStart)
	defer timer.Stop()
	select {
	case <-started:
	case <-timer.C:
		return fmt.Errorf("the server is not ready after %s", mostStart)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.nats.ReadyForConnections(10*time.Second) || !s.nats.JetStreamEnabled() {
		return errors.New("the server did not start; its log says why")
	}
	if s.door != nil {
		return s.door.open(s.nats)
	}
	return nil
}

// Connect makes a connection to the server without a network. It is a Connect.
func (s *Server) Connect(name string, options ...nats.Option) (*nats.Conn, error) {
	if s.door != nil {
		options = append(options, nats.UserInfo(OwnUser, s.door.key))
	}
	return s.connect(name, options)
}

// ConnectClient makes a connection without a network that may do what is granted,
// among the clients of the port: it is theirs to talk to, and the log is not there.
func (s *Server) ConnectClient(name string, grant Grant, options ...nats.Option) (*nats.Conn, error) {
	if s.door == nil {
		return nil, errNoPort
	}
	return s.connect(name, append(options, nats.UserInfo(OwnUser, s.door.issue(grant))))
}

func (s *Server) connect(name string, options []nats.Option) (*nats.Conn, error) {
	nc, err := nats.Connect("", append([]nats.Option{nats.Name(name), nats.InProcessServer(s)}, options...)...)
	if err != nil {
		return nil, fmt.Errorf("connecting to the store: %w", err)
	}
	return nc, nil
}

// InProcessConn makes a bare connection to the server without a network, for
// clients of other kinds. It implements nats.InProcessConnProvider.
func (s *Server) InProcessConn() (net.Conn, error) { return s.nats.InProcessConn() }

// URL is where NATS clients connect; empty without a port.
func (s *Server) URL() string {
	if s.door == nil {
		return ""
	}
	return s.nats.ClientURL()
}

// leastRoom is kept free of appends. The server answers nothing to an append that
// meets a full disk, and its stream stays blocked, for reading too, until it is
// started again: so nothing is sent there.
const leastRoom = 16 << 20

// failed notes that the server could not write. It answers nothing to that append and to
// none that follows, until it is started again.
func (s *Server) failed(noRoom bool) {
	if noRoom {
		s.filling.Do(func() { close(s.full) })
		return
	}
	s.breaking.Do(func() { close(s.broken) })
}

// Broken is closed when a write has failed: the disk said so, and the server has to be
// started again. Until then appends are refused with events.ErrBroken.
func (s *Server) Broken() <-chan struct{} { return s.broken }

// room refuses appends while the disk is as good as full, or has failed. A server that
// met a full disk has to be started again, which there must be room for first: until
// then it is as full as it was, and afterwards as broken as if the disk had failed.
func (s *Server) room() error {
	if closed(s.broken) {
		return events.ErrBroken
	}
	free, err := s.FreeSpace()
	switch {
	case closed(s.full) && err == nil && free >= defaultMinFree:
		s.failed(false)
		return fmt.Errorf("%w: it was full when something was to be written", events.ErrBroken)
	case closed(s.full), err == nil && free < leastRoom:
		return fmt.Errorf("%w: %d MiB are free", events.ErrFull, free>>20)
	}
	return nil // that it cannot be told is no reason: the append will tell
}

// closed reports whether a channel is, on which nothing is ever sent.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// FreeSpace returns the free bytes of the disk that holds the data folder. A full
// disk blocks the streams until a restart, so it is better to stop before.
func (s *Server) FreeSpace() (uint64, error) { return freeSpace(s.dir) }

// Checked is what was found in each shard before the start.
func (s *Server) Checked() []Checked { return s.checked }

// Close stops the server, waits until its files are closed, and frees the folder.
// Logs should be closed first.
func (s *Server) Close() { s.once.Do(s.close) }

func (s *Server) close() {
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
		if err := writeStop(s.dir); err != nil {
			s.nats.Warnf("how the server stopped was not noted: %v", err)
		}
	}
	s.leaveMemory()
	if s.lock != nil {
		s.lock.Close()
	}
}
