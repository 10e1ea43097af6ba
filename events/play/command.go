package play

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"time"

	"plylog/events"
)

// CommandType says what a command asks for.
type CommandType string

// The commands of a game that exists.
const (
	Join     CommandType = "join"
	Move     CommandType = "move"
	Roll     CommandType = "roll"
	Double   CommandType = "double"
	Take     CommandType = "take"
	Drop     CommandType = "drop"
	Offer    CommandType = "offer"
	Accept   CommandType = "accept"
	Decline  CommandType = "decline"
	Claim    CommandType = "claim"
	Resign   CommandType = "resign"
	Withdraw CommandType = "withdraw"
	Correct  CommandType = "correct"
	Abort    CommandType = "abort"
	Waive    CommandType = "waive"   // gives up one's own dice chain
	Hand     CommandType = "hand"    // puts another player on the sender's own seat
	Rematch  CommandType = "rematch" // of a game that is over: see Handler.Rematch
)

// The commands of an administrator: see CommandType.Rules.
const (
	Adjudicate   CommandType = "adjudicate" // ends the game; What is one of events.Ruled…
	Pause        CommandType = "pause"      // stops it
	Continue     CommandType = "continue"   // lets it go on
	CloseDamaged CommandType = "close"      // closes a damaged game
)

// finish ends an imported game as its record says. Only Import sends it.
const finish CommandType = "finish"

// Command asks for one event in one game. Who sends it has been made sure of
// before: Seat is the seat that the sender holds.
type Command struct {
	Game    events.GameID
	ID      events.CommandID
	By      events.PlayerID
	Seat    events.Seat // the seat that acts; for Join the seat that is wanted, Nobody for any
	Type    CommandType
	Move    string          // Move: the turn, in any spelling that the engine reads
	Dice    []int           // Roll in a game with recorded dice: the two dice
	Anchor  *events.Hash    // Join in a game with shared dice: of the chain that the seat holds
	Share   *events.Hash    // in a game with shared dice: the seat's share of the next roll
	What    string          // Offer, Accept, Decline, Withdraw: "draw", "takeback", "resign"; Claim: what is claimed
	Value   string          // Resign: "single", "gammon", "backgammon" where the game has them
	Player  events.PlayerID // Hand: who is to sit on the seat; whoever sends the command vouches for the id
	Reason  string          // Adjudicate, Pause, Continue, CloseDamaged: why, as events.CheckReason takes it
	IfMatch int             // the version that the sender saw; 0: whatever it is
}

// Create asks for a new game.
type Create struct {
	Game    events.GameID
	ID      events.CommandID
	By      events.PlayerID // who creates
	Kind    string
	Ruleset int // 0: the newest
	Options json.RawMessage
	Board   string          // start position; empty for the usual one
	Line    []string        // what was played and thrown from there before the game begins: see events.Created
	First   events.PlayerID // who sits where; empty: open
	Second  events.PlayerID
	Random  bool // the creator's seat was drawn (for the record)
	Private bool
	Dice    string          // DiceDelegated (also ""), DiceShared, DiceRecorded
	Clock   json.RawMessage // time control, as ReadControl reads it; empty: none
	Abandon time.Duration   // whole milliseconds without a move after which the opponent may claim the game; 0: never
	Series  *events.Series  // which game of a series, from the second on
	Invited events.PlayerID // who alone may take the free seat; empty: anybody
	Origin  *events.Origin  // where the game comes from, if it was not begun here
}

// The ways in which dice come about.
const (
	DiceDelegated = "delegated" // the server holds all three chains of plylog-dice/1
	DiceShared    = "shared"    // each seat holds its own chain, the server a third
	DiceRecorded  = "recorded"  // whoever rolls says what fell: games that were played elsewhere
)

// digest tells one content from another: a repeated command carries the same
// content under its id, a reused id does not.
func (c *Command) digest() string {
	d := digester{make([]byte, 0, usualDigested)}
	d.add(string(c.Type))
	d.add(string(c.By))
	d.add(c.Seat.String())
	d.add(c.Move)
	for _, n := range c.Dice {
		d.num(n)
	}
	d.add(c.What)
	d.add(c.Value)
	d.hash("anchor", c.Anchor)
	d.hash("share", c.Share)
	if c.Reason != "" {
		d.add("reason")
		d.add(c.Reason)
	}
	if c.Player != "" {
		d.add("player")
		d.add(string(c.Player))
	}
	return d.sum()
}

func (c *Create) digest() string {
	d := digester{make([]byte, 0, usualDigested)}
	d.add("create")
	d.add(c.Kind)
	d.add(string(c.Options))
	d.add(c.Board)
	d.add(string(c.First))
	d.add(string(c.Second))
	if c.Private {
		d.add("private")
	}
	d.add(c.Dice)
	if len(c.Clock) > 0 {
		d.add("clock")
		d.add(string(c.Clock))
	}
	if c.Abandon != 0 {
		d.add("abandon")
		d.add(c.Abandon.String())
	}
	if c.Series != nil {
		d.add("series")
		d.add(c.Series.ID.String())
		d.num(c.Series.Number)
	}
	if c.Invited != "" {
		d.add("invited")
		d.add(string(c.Invited))
	}
	if c.Origin != nil {
		d.add("origin")
		d.origin(c.Origin)
	}
	if c.Ruleset != 0 {
		d.add("ruleset")
		d.num(c.Ruleset)
	}
	if len(c.Line) > 0 {
		d.add("line")
		for _, m := range c.Line {
			d.add(m)
		}
	}
	return d.sum()
}

func (d *digester) origin(o *events.Origin) {
	for _, s := range []string{o.Format, o.Name, o.First, o.Second} {
		d.add(s)
	}
	for _, t := range o.Tags {
		d.add(t[0])
		d.add(t[1])
	}
	if o.Game != nil {
		d.add(o.Game.String())
	}
	d.num(o.At)
}

// digester hashes fields with their lengths, so that no two lists of fields
// write the same bytes.
type digester struct{ buf []byte }

// usualDigested is how many bytes of a command are usually hashed at most.
const usualDigested = 256

func (d *digester) add(s string) {
	d.num(len(s))
	d.buf = append(d.buf, s...)
}

// hash adds a hash that may be left out.
func (d *digester) hash(name string, h *events.Hash) {
	if h != nil {
		d.add(name)
		d.add(h.String())
	}
}

func (d *digester) num(n int) { d.buf = binary.BigEndian.AppendUint32(d.buf, uint32(n)) }

func (d *digester) sum() string {
	h := sha256.Sum256(d.buf)
	return hex.EncodeToString(h[:8])
}
