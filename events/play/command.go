package play

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"

	"plylog/events"
)

// CommandType says what a command asks for.
type CommandType string

// The commands of a game that exists.
const (
	Join    CommandType = "join"
	Move    CommandType = "move"
	Roll    CommandType = "roll"
	Double  CommandType = "double"
	Take    CommandType = "take"
	Drop    CommandType = "drop"
	Offer   CommandType = "offer"
	Accept  CommandType = "accept"
	Decline CommandType = "decline"
	Claim   CommandType = "claim"
	Resign  CommandType = "resign"
	Abort   CommandType = "abort"
)

// Command asks for one event in one game. Who sends it has been made sure of
// before: Seat is the seat that the sender holds.
type Command struct {
	Game    events.GameID
	ID      events.CommandID
	By      events.PlayerID
	Seat    events.Seat // the seat that acts; for Join the seat that is wanted, Nobody for any
	Type    CommandType
	Move    string // Move: the turn, in any spelling that the engine reads
	Dice    []int  // Roll in a game with recorded dice: the two dice
	What    string // Offer, Accept, Decline: "draw" or "resign"; Claim: what is claimed
	Value   string // Resign: "single", "gammon", "backgammon" where the game has them
	IfMatch int    // the version that the sender saw; 0: whatever it is
}

// Create asks for a new game.
type Create struct {
	Game    events.GameID
	ID      events.CommandID
	By      events.PlayerID // who creates
	Kind    string
	Options json.RawMessage
	Board   string          // start position; empty for the usual one
	First   events.PlayerID // who sits where; empty: open
	Second  events.PlayerID
	Random  bool // the creator's seat was drawn (for the record)
	Private bool
	Dice    string // DiceDelegated (also ""), DiceRecorded
}

// The ways in which dice come about.
const (
	DiceDelegated = "delegated" // the server holds all three chains of plylog-dice/1
	DiceRecorded  = "recorded"  // whoever rolls says what fell: games that were played elsewhere
)

// digest tells one content from another: a repeated command carries the same
// content under its id, a reused id does not.
func (c *Command) digest() string {
	d := digester{}
	d.add(string(c.Type))
	d.add(string(c.By))
	d.add(c.Seat.String())
	d.add(c.Move)
	for _, n := range c.Dice {
		d.num(n)
	}
	d.add(c.What)
	d.add(c.Value)
	return d.sum()
}

func (c *Create) digest() string {
	d := digester{}
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
	return d.sum()
}

// digester hashes fields with their lengths, so that no two lists of fields
// write the same bytes.
type digester struct{ buf []byte }

func (d *digester) add(s string) {
	d.num(len(s))
	d.buf = append(d.buf, s...)
}

func (d *digester) num(n int) { d.buf = binary.BigEndian.AppendUint32(d.buf, uint32(n)) }

func (d *digester) sum() string {
	h := sha256.Sum256(d.buf)
	return hex.EncodeToString(h[:8])
}
