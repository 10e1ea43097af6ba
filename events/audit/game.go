package audit

import (
	"iter"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// Game is what the audit of one game finds.
type Game struct {
	ID      events.GameID `json:"game"`
	Verdict Verdict       `json:"verdict"` // Verified here means: all that the game itself can show
	Events  []Checked     `json:"events"`
	Problem *Problem      `json:"problem,omitempty"` // what was wrong first
	Head    string        `json:"head,omitempty"`    // a line to keep
	Dice    *GameDice     `json:"dice,omitempty"`    // of games with dice
	Rulings []Ruling      `json:"rulings,omitempty"` // of administrators, as far as the events are right
	Last    *Published    `json:"checkpoint,omitempty"`

	last *events.Event
}

// Checked is one event of a game that was held to what came before it.
type Checked struct {
	N    int         `json:"n"`
	Type events.Type `json:"type"`
	OK   bool        `json:"ok"`
}

// GameDice says what the dice of one game rest on.
type GameDice struct {
	Mode     string       `json:"mode"`  // "delegated", "shared" or "recorded"
	Rolls    int          `json:"rolls"` // each of them right
	Doubles  int          `json:"doubles"`
	Ties     int          `json:"ties"` // of openings
	Assured  dice.Assured `json:"assured"`
	Recorded int          `json:"recorded"` // assured by nobody
}

// Published is the checkpoint that covers the last event of a game.
type Published struct {
	Origin string `json:"origin"`
	Index  int64  `json:"index"` // of the event in its log, from 0
	Size   int64  `json:"size"`
	Root   string `json:"root"`
	Note   string `json:"note"`  // signed
	Proof  string `json:"proof"` // as a receipt, also of a game that goes on (c2sp.org/tlog-proof)
}

// CheckGame holds the events of one game to the rules, the dice and the chain, one
// by one. Errors are those of reading; Last is left to the caller.
func CheckGame(games *engines.Registry, log iter.Seq2[*events.Event, error]) (*Game, error) {
	f := newFold(games, nil)
	g := new(Game)
	for e, err := range log {
		if err != nil {
			return nil, err
		}
		if g.Problem == nil {
			f.take(&item{Entry: Entry{Raw: e.Raw}, event: e})
			if list := f.report.Problems; len(list) > 0 {
				g.Problem = &list[0]
			}
		}
		g.Events = append(g.Events, Checked{N: e.N, Type: e.Type, OK: g.Problem == nil})
		if g.Problem == nil {
			g.add(e)
		}
	}
	if g.Dice != nil {
		d := f.dice.Report()
		g.Dice.Rolls, g.Dice.Doubles, g.Dice.Ties, g.Dice.Assured, g.Dice.Recorded = d.Rolls, d.Doubles, d.Ties, d.Assured, d.Recorded
	}
	g.Verdict = Verified
	if g.Problem != nil {
		g.Verdict = Violated
	}
	return g, nil
}

// add takes an event that is right.
func (g *Game) add(e *events.Event) {
	g.last, g.Head = e, HeadOf(e).String()
	if r, ok := rulingOf(e); ok {
		g.Rulings = append(g.Rulings, r)
	}
	if c, ok := e.Data.(*events.Created); ok && c.Dice != "" {
		g.Dice = &GameDice{Mode: c.Dice}
	}
}

// LastEvent is the last event that is right; nil: none is.
func (g *Game) LastEvent() *events.Event { return g.last }
