package projections

import (
	"errors"
	"log/slog"
	"time"

	"plylog/events"
)

// Config is what a Set is made of. Log is needed.
type Config struct {
	Log       events.Log
	Opens     events.Reader    // read in place of Log where somebody asks for a game that is not in memory; nil: Log
	Live      int              // games whose state is in memory; 0: 10,000
	Histories int              // games whose moves are in memory once somebody asked; 0: 1,000
	Buffer    int              // events that a reader of the Feed may be behind; 0: 64
	Names     Namer            // nil: states do not name the seats
	Grace     time.Duration    // how long behind its deadline Deadlines.Run leaves a game alone, in whole milliseconds; 0: not at all
	More      []Projection     // applied behind the Set's own
	Tap       Tap              // shown every event before anything is made of it; nil: nothing is
	Observer  Observer         // nil: nobody
	Logger    *slog.Logger     // nil: slog.Default
	Now       func() time.Time // nil: time.Now
	Measure   time.Duration    // how often the lag is measured; 0: 5 s
}

func (c *Config) fill() {
	if c.Opens == nil {
		c.Opens = c.Log
	}
	if c.Live <= 0 {
		c.Live = 10_000
	}
	if c.Histories <= 0 {
		c.Histories = 1_000
	}
	if c.Buffer <= 0 {
		c.Buffer = 64
	}
	c.Grace = max(c.Grace, 0)
	if c.Tap == nil {
		c.Tap = nobody{}
	}
	if c.Observer == nil {
		c.Observer = nobody{}
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Measure <= 0 {
		c.Measure = 5 * time.Second
	}
}

// Set is the whole read side of a store: its projections and the Runner that
// keeps them up to date. Safe for concurrent use.
type Set struct {
	*Runner
	Board      *Board
	History    *History
	Repetition *Repetition
	Lobby      *Lobby
	Players    *Players
	Deadlines  *Deadlines
	Concerns   *Concerns
	Feed       *Feed

	cfg    Config
	ledger *ledger
}

// New makes a Set. Nothing happens before Run.
func New(cfg Config) (*Set, error) {
	if cfg.Log == nil {
		return nil, errors.New("projections: a set needs a log")
	}
	cfg.fill()
	s := &Set{cfg: cfg, ledger: newLedger(cfg.Log)}
	broken := func(b *BrokenError) { s.spoil(b.Game, b.N, b.Why) }
	s.Board = &Board{view: newView(&cfg, s.ledger, cfg.Live, true, broken, cfg.Names.next)}
	s.History = &History{view: newView(&cfg, s.ledger, cfg.Histories, false, broken, nextMoves)}
	s.Repetition = &Repetition{view: newView(&cfg, s.ledger, cfg.Live, true, broken, nextCounts)}
	s.Lobby = newLobby(cfg.Log)
	s.Players = s.Lobby.scores
	s.Deadlines = newDeadlines(&cfg)
	s.Concerns = newConcerns(s.Lobby, &cfg)
	s.Feed = newFeed(cfg.Log, s.ledger, &cfg)
	// Repetition may refuse an event; the others shall not have seen it then.
	own := []Projection{s.Repetition, s.Board, s.History, s.Lobby, s.Deadlines, s.Concerns}
	s.Runner = newRunner(cfg.Log, s.ledger, s.Feed, append(own, cfg.More...), &s.cfg)
	return s, nil
}

// Version returns a game's version as it has been applied; 0 for one that is not
// known (yet).
func (s *Set) Version(game events.GameID) int { return s.ledger.look(game).n }

// Head returns how far the chain of a game under way has been applied; false for a
// game that is over, damaged or not known.
func (s *Set) Head(game events.GameID) (n int, head events.Hash, ok bool) {
	return s.ledger.head(game)
}

// Games returns how many games are known.
func (s *Set) Games() int { return s.ledger.games() }

// MarkDamaged marks a game damaged of which somebody else found out that its
// events do not agree with its rules. The game is shown as it has been applied,
// with StatusDamaged, and its feed ends; one that nothing was applied of yet is
// not shown at all.
func (s *Set) MarkDamaged(game events.GameID, why error) { s.spoil(game, -1, why) }
