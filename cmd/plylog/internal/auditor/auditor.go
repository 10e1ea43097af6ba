package auditor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/audit"
	"plylog/events/merkle"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// Config is what an Auditor is made of. All but Signed, Rate and Pause are needed.
type Config struct {
	Log    events.Log
	Games  *engines.Registry
	Views  *projections.Set
	Signed *checkpoints.Publisher // nil: nothing is signed
	// Close closes a game whose log is not what it was.
	Close func(ctx context.Context, game events.GameID, why error) error
	// Failed counts a finding by its reason.
	Failed func(reason string)
	Rate   int           // events a second at most; 0: 100
	Pause  time.Duration // between two rounds; 0: 10 s
	Logger *slog.Logger
}

// Auditor audits the games of a server.
type Auditor struct {
	cfg    Config
	waited time.Duration // for checkpoints, so far
}

// New makes an Auditor.
func New(cfg Config) *Auditor {
	if cfg.Rate <= 0 {
		cfg.Rate = 100
	}
	if cfg.Pause <= 0 {
		cfg.Pause = 10 * time.Second
	}
	return &Auditor{cfg: cfg}
}

// shares is into how many parts the time is divided of which the auditor works in
// one. How much there is to read about a game does not follow from its length: the
// 256 events around its last one are read for the checkpoint, whatever they belong
// to. A machine that is busy slows the auditor down besides.
const shares = 50

// Run audits every game, again and again, until ctx ends, and then returns nil. It
// is called once.
func (a *Auditor) Run(ctx context.Context) error {
	for {
		for shard := range a.cfg.Log.Shards() {
			for i := 0; ; i++ {
				game, ok := a.cfg.Views.Lobby.At(shard, i)
				if !ok {
					break
				}
				began, waited := time.Now(), a.waited
				n, err := a.game(ctx, game)
				worked := time.Since(began) - (a.waited - waited)
				if ctx.Err() != nil {
					return nil
				}
				if err != nil {
					a.cfg.Logger.Warn("a game could not be audited now; it is again in the next round", "game", game, "err", err)
				}
				if !rest(ctx, max(time.Duration(n+1)*time.Second/time.Duration(a.cfg.Rate), (shares-1)*worked)) {
					return nil
				}
			}
		}
		if !rest(ctx, a.cfg.Pause) {
			return nil
		}
	}
}

// rest waits; false if ctx ends.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// coverTime is how long an event may be waited for to be under a checkpoint.
const coverTime = 5 * time.Second

// game audits one game and returns how many events it has. An error says that it
// could not be done.
func (a *Auditor) game(ctx context.Context, id events.GameID) (int, error) {
	if l, ok := a.cfg.Views.Lobby.Get(id); !ok || l.Status == projections.StatusDamaged {
		return 0, nil // it is known, and closed
	}
	g, err := audit.CheckGame(a.cfg.Games, a.cfg.Log.Read(ctx, id, 0))
	var bad *events.DamagedEvent
	switch {
	case errors.As(err, &bad):
		return 0, a.found(ctx, id, audit.ReasonMalformed, bad)
	case err != nil:
		return 0, err
	case g.Problem != nil:
		return len(g.Events), a.found(ctx, id, g.Problem.Reason, errors.New(g.Problem.String()))
	case g.LastEvent() == nil:
		return 0, a.found(ctx, id, audit.ReasonCut, errors.New("the log has no event of it any more"))
	}
	last := g.LastEvent()
	if n, head, ok := a.cfg.Views.Head(id); ok && n == last.N && head != last.Hash() {
		return len(g.Events), a.found(ctx, id, audit.ReasonHead, fmt.Errorf("event %d is not the one that was applied", n))
	}
	if err := a.signed(ctx, last); err != nil {
		return len(g.Events), err
	}
	list, err := a.cfg.Views.Compare(ctx, id)
	for _, m := range list { // counted by the views
		a.cfg.Logger.Error("a game was served otherwise than its log says", "game", id, "projection", m.Projection, "version", m.Version)
	}
	if err != nil {
		return len(g.Events), err
	}
	return len(g.Events), a.newest(ctx, id, g)
}

// newest finds a log that has lost events which had been applied.
func (a *Auditor) newest(ctx context.Context, id events.GameID, g *audit.Game) error {
	if l, ok := a.cfg.Views.Lobby.Get(id); ok && l.Version > len(g.Events) {
		again, err := audit.CheckGame(a.cfg.Games, a.cfg.Log.Read(ctx, id, 0))
		if err != nil {
			return err
		}
		if len(again.Events) < l.Version { // and not only because the game went on meanwhile
			return a.found(ctx, id, audit.ReasonCut, fmt.Errorf("the log ends at event %d, and event %d was applied", len(again.Events), l.Version))
		}
	}
	return nil
}

// signed holds the last event of a game to the checkpoint over it.
func (a *Auditor) signed(ctx context.Context, e *events.Event) error {
	if a.cfg.Signed == nil {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, coverTime)
	defer cancel()
	began := time.Now()
	err := a.cfg.Signed.Await(within, e)
	a.waited += time.Since(began)
	if err == nil {
		_, _, err = a.cfg.Signed.Cover(within, e)
	}
	switch {
	case errors.Is(err, merkle.ErrForged):
		return a.found(ctx, e.Game, audit.ReasonRoot, err)
	case errors.Is(err, merkle.ErrLeaves):
		// One of the 256 events around it is another. Which one is not to be told from
		// here, and an innocent game is not closed; the next start refuses the log.
		a.cfg.Failed(audit.ReasonRoot)
		a.cfg.Logger.Error("the log is not what was signed", "near", e.Seq, "game", e.Game, "err", err)
		return nil
	case errors.Is(err, checkpoints.ErrStopped), within.Err() != nil:
		return nil // told and counted by whoever signs
	}
	return err
}

// found counts a finding and closes the game.
func (a *Auditor) found(ctx context.Context, id events.GameID, reason string, why error) error {
	a.cfg.Failed(reason)
	a.cfg.Logger.Error("the audit found a game that is not what it was", "game", id, "reason", reason, "err", why)
	return a.cfg.Close(ctx, id, why)
}
