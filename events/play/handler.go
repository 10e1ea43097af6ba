package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"plylog/engines"
	"plylog/events"
)

// tries bounds how often a command is decided again after a lost race or an
// append that nobody answered.
const tries = 8

// Config is what a Handler is made of. Log, Registry and Secret are needed.
type Config struct {
	Log      events.Log
	Registry *engines.Registry
	Secret   []byte           // at least 16 bytes, the same for every node of a store: dice chains follow from it
	Games    int              // games kept in memory; 0: 10,000
	Now      func() time.Time // nil: time.Now
	Logger   *slog.Logger     // nil: slog.Default
	Resolve  time.Duration    // how long an unanswered append is looked for in the log; 0: 5 s
	Observer Observer         // nil: nobody
	// Snapshots give out sooner what Log holds of a game that is not in memory; nil: Log
	// does. Where it matters how the log stands, Log is asked.
	Snapshots Snapshots
	// Outages are given back to the players, and no flag is stored in them; nil: whoever
	// makes the Handler knows of the only ones (Resume).
	Outages Outages
	// Pause waits before a command is decided again, the longer the more often it
	// was, or ends with ctx's error. nil: by the clock, with jitter.
	Pause func(ctx context.Context, try int) error
}

// Observer is told what a Handler does, for metrics. Its methods are called
// concurrently.
type Observer interface {
	// Retried counts a command that was decided again: "conflict" or "unknown".
	Retried(why string)
	// Read counts a game that was read from the log before a command or a look: "cold",
	// because it was not in memory, or "behind", because there may be more of it.
	Read(why string)
	// Damaged reports a game that was closed because its log diverged.
	Damaged(game events.GameID, err error)
}

// Snapshots are read in place of the log where a game is opened, and told of what makes
// new ones worth while. Their methods are called concurrently; all but Read return at
// once.
type Snapshots interface {
	events.Reader
	// Stored tells of an event that was stored.
	Stored(e *events.Event)
	// Evicted tells of a game that is no longer in memory, and of its version.
	Evicted(game events.GameID, version int)
	// Distrust tells of a game that is damaged: it is to be read from the log alone.
	Distrust(game events.GameID)
}

// Handler turns commands into stored events. It is safe for concurrent use;
// commands of one game go one after another, those of different games do not
// wait for each other.
type Handler struct {
	cfg   Config
	opens events.Reader // the snapshots, or the log
	games *cache
}

// Answer is what became of a command.
type Answer struct {
	Event    *events.Event // as stored
	Game     *Game         // the game at that event, or later if Replayed; nil where a damaged game was closed
	Replayed bool          // the command had been done before; nothing was stored now
}

// NewHandler checks the configuration and makes a Handler.
func NewHandler(cfg Config) (*Handler, error) {
	if cfg.Log == nil || cfg.Registry == nil {
		return nil, errors.New("play: a handler needs a log and a registry of engines")
	}
	if len(cfg.Secret) < 16 {
		return nil, errors.New("play: the secret is shorter than 16 bytes")
	}
	if cfg.Games <= 0 {
		cfg.Games = 10_000
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Resolve <= 0 {
		cfg.Resolve = 5 * time.Second
	}
	if cfg.Pause == nil {
		cfg.Pause = pause
	}
	h := &Handler{cfg: cfg, opens: cfg.Log, games: newCache(cfg.Games)}
	if cfg.Snapshots != nil {
		h.opens, h.games.evicted = cfg.Snapshots, cfg.Snapshots.Evicted
	}
	return h, nil
}

// Cached returns how many games are in memory.
func (h *Handler) Cached() int { return h.games.len() }

// Create makes a new game. The same Create again (the same game and command id)
// is answered with the event that is there.
func (h *Handler) Create(ctx context.Context, cmd Create) (Answer, error) {
	return h.command(ctx, order{game: cmd.Game, id: cmd.ID, makes: true, digest: cmd.digest, decide: func(e *entry, at time.Time) (*events.Event, *Game, error) {
		if e.game != nil {
			return nil, nil, fmt.Errorf("creating game %s: %w", cmd.Game, ErrKeyReused)
		}
		return Begin(h.cfg.Registry, &cmd, at, h.chains(e))
	}})
}

// Do carries a command out. It returns when the event is stored, or with an
// error that says that nothing was, but for ErrUnavailable: then nobody knows,
// and the same command may be sent again.
func (h *Handler) Do(ctx context.Context, cmd Command) (Answer, error) {
	if cmd.Type == CloseDamaged {
		return h.close(ctx, cmd)
	}
	return h.command(ctx, order{game: cmd.Game, id: cmd.ID, match: cmd.IfMatch, digest: cmd.digest, decide: func(e *entry, at time.Time) (*events.Event, *Game, error) {
		if e.game == nil {
			return nil, nil, ErrNoGame
		}
		return Decide(e.game, &cmd, at, h.chains(e))
	}})
}

// order is what a command looks like on its way to its event.
type order struct {
	game   events.GameID
	id     events.CommandID
	match  int  // the version that its sender saw; 0: any
	makes  bool // it makes the game
	digest func() string
	decide func(*entry, time.Time) (*events.Event, *Game, error)
}

// command is the one path from a command to its event.
func (h *Handler) command(ctx context.Context, o order) (_ Answer, failed error) {
	at := h.cfg.Now() // receipt decides, not how long the command waited
	e, err := h.games.acquire(ctx, o.game)
	if err != nil {
		return Answer{}, fmt.Errorf("waiting for game %s: %w", o.game, err)
	}
	defer h.games.release(e)
	if h.cfg.Outages != nil {
		at = e.waiting.of(o.id, o.digest, at)
		defer func() { e.waiting.note(o.id, o.digest, at, failed) }()
	}
	// A game that is to be made is hardly ever there. So it is not looked for first: the
	// log refuses a second first event, and only then, or where it cannot be made, what
	// is there is read. Not where the log may be away: a reading says so sooner than an
	// append, and leaves nothing open.
	blind := o.makes && h.cfg.Outages == nil && e.game == nil && !e.stale && e.broken == nil
	var sent bool  // what the log then holds of this command is this very call's doing
	var asked bool // the log was asked whether the game went on elsewhere
	var open bool  // an append of it was not answered, and may be stored yet
	var calm bool  // nothing that came earlier is on its way any more
	var lost int   // appends that did not come through
	for range tries {
		if err := h.pause(ctx, lost); err != nil {
			return Answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if !blind {
			if err := h.refresh(ctx, e); err != nil {
				return Answer{}, left(open, err)
			}
		}
		if e.game != nil {
			if n := e.game.Find(o.id); n > 0 {
				return h.repeat(ctx, e, n, o.digest, !sent)
			}
		}
		if given, err := h.giveBack(ctx, e, at, &calm); given {
			continue
		} else if again(err) {
			lost++
			continue
		} else if err != nil {
			return Answer{}, left(open, err)
		}
		if err := h.flagFirst(ctx, e, at); again(err) {
			lost++
			continue
		} else if err != nil {
			return Answer{}, err
		}
		ev, after, err := o.decideAt(e, at)
		if err != nil && blind {
			blind = false
			continue
		}
		if err != nil && !asked && e.game != nil && outdated(err) {
			// Another node may have moved on: what is refused is refused by the
			// log's game, not by an older one that is still in memory here.
			asked = true
			e.doubt()
			continue
		}
		if err != nil {
			return Answer{}, err
		}
		answer, err := h.append(ctx, e, ev, after)
		if blind && declined(err) {
			blind = false
			continue
		}
		blind, sent = false, true
		if err == nil || !again(err) {
			return answer, left(open, err)
		}
		open = open || errors.Is(err, errUnknown)
		lost++
	}
	if e.stale && e.game != nil && !open {
		return Answer{}, fmt.Errorf("after %d tries: %w", tries, ErrConflict)
	}
	return Answer{}, fmt.Errorf("after %d tries: %w", tries, ErrUnavailable)
}

// decideAt decides the command, if its sender saw the game as it is.
func (o *order) decideAt(e *entry, at time.Time) (*events.Event, *Game, error) {
	if e.game != nil && o.match != 0 && o.match != e.game.N {
		return nil, nil, &StaleError{Want: o.match, Have: e.game.N}
	}
	return o.decide(e, at)
}

// left is the error that a command ends with whose append may be on its way still:
// then nobody knows what became of it, whatever else went wrong since.
func left(open bool, err error) error {
	if !open || err == nil || errors.Is(err, ErrUnavailable) || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// outdated reports whether a refusal may be due to a game that is not the newest.
func outdated(err error) bool {
	var stale *StaleError
	return errors.As(err, &stale) || illegal(err)
}

// errUnknown marks an append whose outcome is not known.
var errUnknown = errors.New("append unanswered")

// again reports whether a command whose append failed may be decided again.
func again(err error) bool {
	return errors.Is(err, events.ErrConflict) || errors.Is(err, errUnknown)
}

// declined reports whether the log said of an append that it stores nothing.
func declined(err error) bool {
	if errors.Is(err, ErrUnavailable) { // unanswered, and what became of it could not be read
		return false
	}
	for _, no := range []error{events.ErrConflict, events.ErrTooLarge, events.ErrClosed, events.ErrFull, events.ErrBroken} {
		if errors.Is(err, no) {
			return true
		}
	}
	return false
}

// append stores a decided event and moves the cached game on.
func (h *Handler) append(ctx context.Context, e *entry, ev *events.Event, after *Game) (Answer, error) {
	var behind uint64
	if e.game != nil {
		behind = e.game.Seq
	}
	seq, err := h.cfg.Log.Append(ctx, behind, ev)
	switch {
	case err == nil:
		ev.Seq, after.Seq = seq, seq
		e.keep(after)
		if h.cfg.Snapshots != nil {
			h.cfg.Snapshots.Stored(ev)
		}
		return Answer{Event: ev, Game: after}, nil
	case errors.Is(err, events.ErrConflict):
		e.doubt()
		h.retried("conflict")
		return Answer{}, err
	case declined(err):
		return Answer{}, fmt.Errorf("storing event %d of game %s: %w", ev.N, ev.Game, err)
	}
	e.doubt()
	h.retried("unknown")
	h.cfg.Logger.WarnContext(ctx, "append unanswered; reading the log to learn", "game", ev.Game, "n", ev.N, "err", err)
	return h.resolve(ctx, e, ev)
}

// resolve reads what became of an unanswered append. It goes on for a while even
// if the caller has left, since somebody may send the command again.
func (h *Handler) resolve(ctx context.Context, e *entry, ev *events.Event) (Answer, error) {
	rctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.cfg.Resolve)
	defer cancel()
	if err := h.refresh(rctx, e); err != nil {
		if errors.Is(err, ErrDamaged) {
			return Answer{}, err
		}
		return Answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if e.game == nil || e.game.Find(ev.Command) == 0 {
		if err := ctx.Err(); err != nil {
			return Answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return Answer{}, errUnknown
	}
	stored, err := h.event(rctx, e.game, e.game.Find(ev.Command))
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return Answer{Event: stored, Game: e.game}, nil
}

// repeat answers a command whose event the log holds already.
func (h *Handler) repeat(ctx context.Context, e *entry, n int, digest func() string, replayed bool) (Answer, error) {
	ev, err := h.event(ctx, e.game, n)
	if err != nil {
		return Answer{}, left(true, err) // it is stored, and cannot be shown
	}
	if ev.Request != digest() {
		return Answer{}, fmt.Errorf("event %d of game %s: %w", n, e.id, ErrKeyReused)
	}
	return Answer{Event: ev, Game: e.game, Replayed: replayed}, nil
}

// chains returns the game's dice chains, made once.
func (h *Handler) chains(e *entry) func() *Chains {
	return func() *Chains {
		if e.chains == nil {
			e.chains = NewChains(h.cfg.Secret, e.id)
		}
		return e.chains
	}
}

func (h *Handler) retried(why string) {
	if h.cfg.Observer != nil {
		h.cfg.Observer.Retried(why)
	}
}

// pause waits before another try. Before the first it does not wait at all.
func (h *Handler) pause(ctx context.Context, try int) error {
	if try == 0 {
		return nil
	}
	return h.cfg.Pause(ctx, try)
}

// pause waits a little longer every time, with jitter, so that those who lost a
// race do not meet again.
func pause(ctx context.Context, try int) error {
	most := time.Millisecond << min(try, 6)
	t := time.NewTimer(most/2 + rand.N(most/2+1))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
