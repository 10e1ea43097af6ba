package post

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/wneessen/go-mail"
)

// Config is what a Courier needs.
type Config struct {
	Way      Way
	Password string         // of the Way's user
	From     Address        // of whoever writes, unless the Way says so
	Roots    *x509.CertPool // whom to believe certificates; nil: the system's

	Patience time.Duration // with the mail server, for one try: 30 s
	Waiting  int           // letters under way at a time: 1,000

	Filed   func(path string)                                      // hears where a letter lies that went into a folder; may be nil
	Observe func(Outcome)                                          // hears what became of each letter; may be nil
	Logger  *slog.Logger                                           // nil: slog.Default
	Now     func() time.Time                                       // nil: time.Now
	Wait    func(ctx context.Context, d time.Duration) (done bool) // false: the context ended first; nil: by the clock
}

// Outcome is what became of a letter.
type Outcome string

// The outcomes.
const (
	Sent    Outcome = "sent"
	Refused Outcome = "refused" // by the mail server, for good
	Late    Outcome = "late"    // tried as often as made sense
	Full    Outcome = "full"    // not taken: too many are under way
)

// What Send refuses.
var (
	// ErrFull: too many letters are under way.
	ErrFull = errors.New("post: too many letters are under way")
	// ErrClosed: the Courier was closed.
	ErrClosed = errors.New("post: no more letters are taken")
)

// The pauses between tries. Mail servers that know nobody yet turn everybody away at
// first, for minutes (greylisting, RFC 6647).
var pauses = [...]time.Duration{5 * time.Second, 20 * time.Second, time.Minute, 3 * time.Minute, 6 * time.Minute}

// atOnce is how many letters are handed over at a time.
const atOnce = 4

// carrier hands one message over, and says where it lies if that is in a folder.
type carrier interface {
	carry(ctx context.Context, m *mail.Msg) (path string, err error)
}

// Courier sends letters behind its callers' backs. It is safe for concurrent use.
type Courier struct {
	cfg     Config
	carrier carrier
	hands   chan struct{} // who is handing over

	mu     sync.Mutex
	under  int // letters under way
	closed bool
	gone   sync.WaitGroup

	waits context.Context // of pauses between tries
	leave context.CancelFunc
	sends context.Context // of tries
	stop  context.CancelFunc
}

// Open makes a Courier. Nothing is connected or written before the first letter.
func Open(cfg Config) (*Courier, error) {
	if cfg.Way == (Way{}) {
		return nil, ErrWay
	}
	cfg.From = cmp.Or(cfg.Way.from, cfg.From)
	if cfg.From == (Address{}) {
		return nil, errors.New("post: letters need a sender")
	}
	if cfg.Way.user != "" && cfg.Password == "" {
		return nil, errors.New("post: the mail server's user needs a password")
	}
	cfg.Patience = cmp.Or(cfg.Patience, 30*time.Second)
	cfg.Waiting = cmp.Or(cfg.Waiting, 1000)
	cfg.Logger = cmp.Or(cfg.Logger, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Wait == nil {
		cfg.Wait = wait
	}
	if cfg.Observe == nil {
		cfg.Observe = func(Outcome) {}
	}
	c := &Courier{cfg: cfg, carrier: carrierOf(cfg), hands: make(chan struct{}, atOnce)}
	c.waits, c.leave = context.WithCancel(context.Background())
	c.sends, c.stop = context.WithCancel(context.Background())
	return c, nil
}

// carrierOf makes what the way takes.
func carrierOf(cfg Config) carrier {
	if cfg.Way.dir != "" {
		return &folderCarrier{dir: cfg.Way.dir, now: cfg.Now}
	}
	return newSMTPCarrier(cfg)
}

// newSMTPCarrier calls this machine by the domain that its letters come from.
func newSMTPCarrier(cfg Config) *smtpCarrier {
	return &smtpCarrier{
		way: cfg.Way, password: cfg.Password, helo: cmp.Or(cfg.From.domain, "localhost"), roots: cfg.Roots, patience: cfg.Patience,
	}
}

// wait waits by the clock.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Send takes a letter to one mailbox, and returns at once: that it was taken does not
// say that it will arrive. Errors: ErrFull, ErrClosed, ErrAddress.
func (c *Courier) Send(to Address, l Letter) error {
	if to == (Address{}) {
		return ErrAddress
	}
	m, err := message(c.cfg.From, to, l, c.cfg.Now())
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return ErrClosed
	case c.under >= c.cfg.Waiting:
		c.cfg.Observe(Full)
		return ErrFull
	}
	c.under++
	c.gone.Go(func() { c.deliver(m, l.good) })
	return nil
}

// Close takes no more letters. Those that are being handed over now are waited for
// until the context ends; those that wait for another try are given up.
func (c *Courier) Close(ctx context.Context) error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.leave()
	defer c.stop()
	all := make(chan struct{})
	go func() {
		defer close(all)
		c.gone.Wait()
	}()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
		c.stop()
		<-all // tries end with their context
		return ctx.Err()
	}
}

// deliver tries until a letter is handed over, is refused, or is of no use any more.
func (c *Courier) deliver(m *mail.Msg, good time.Duration) {
	defer func() {
		c.mu.Lock()
		c.under--
		c.mu.Unlock()
	}()
	until := c.cfg.Now().Add(good)
	for try := 0; ; try++ {
		path, err := c.attempt(m)
		if err == nil {
			c.cfg.Observe(Sent)
			if path != "" && c.cfg.Filed != nil {
				c.cfg.Filed(path)
			}
			return
		}
		var f *Failure
		final := errors.As(err, &f) && f.Final
		late := try >= len(pauses) || c.cfg.Now().Add(pauses[try]).After(until)
		if final || late || !c.cfg.Wait(c.waits, pauses[try]) {
			c.giveUp(err, final, try+1)
			return
		}
		c.cfg.Logger.Info("mail will be tried again", "err", err, "tries", try+1)
	}
}

// attempt tries once, when a hand is free.
func (c *Courier) attempt(m *mail.Msg) (string, error) {
	c.hands <- struct{}{}
	defer func() { <-c.hands }()
	return c.carrier.carry(c.sends, m)
}

// giveUp says that a letter will not arrive, and to nobody whose.
func (c *Courier) giveUp(err error, final bool, tries int) {
	outcome := Late
	if final {
		outcome = Refused
	}
	c.cfg.Observe(outcome)
	c.cfg.Logger.Warn("mail was given up", "err", err, "outcome", string(outcome), "tries", tries)
}
