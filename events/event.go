package events

import (
	"encoding/json"
	"time"

	"plylog/engines"
)

// Version is the envelope version that is written now. Older ones are read for ever.
const Version = 1

// MostBytes is the largest stored event; larger ones are refused before they
// are sent.
const MostBytes = 64 << 10

// Seat and Result are the two words that rules and log share.
type (
	Seat   = engines.Seat
	Result = engines.Result
)

// The seats, under the names that engines give them.
const (
	Nobody = engines.Nobody
	First  = engines.First
	Second = engines.Second
	Chance = engines.Chance
)

// Type says what happened.
type Type string

// The closed set of types. That a game is over is no type: it is After.Result of
// the event that ended it.
const (
	TypeCreated   Type = "created"
	TypeJoined    Type = "joined"
	TypeMoved     Type = "moved"
	TypeRolled    Type = "rolled"
	TypeDoubled   Type = "doubled"
	TypeTook      Type = "took"
	TypeDropped   Type = "dropped"
	TypeOffered   Type = "offered"
	TypeAccepted  Type = "accepted"
	TypeDeclined  Type = "declined"
	TypeClaimed   Type = "claimed"
	TypeResigned  Type = "resigned"
	TypeCorrected Type = "corrected"
	TypeAborted   Type = "aborted"
	TypeWithdrew  Type = "withdrew" // an offer of one's own
	TypeFlagged   Type = "flagged"  // a seat's time ran out
	TypeWaived    Type = "waived"   // a seat gave its dice chain up
	TypeEnded     Type = "ended"    // the record that the game was imported from ends here
	TypeResumed   Type = "resumed"  // the server was away; the time in between is nobody's
	TypeSeated    Type = "seated"   // a seat changed hands

	// What an administrator did.
	TypeAdjudicated Type = "adjudicated" // ended the game
	TypePaused      Type = "paused"      // stopped it; the time until it goes on is nobody's
	TypeContinued   Type = "continued"   // let it go on
	TypeClosed      Type = "closed"      // closed a damaged game: behind the damage, for the record
)

// Types lists the closed set of types.
func Types() []Type {
	return []Type{
		TypeCreated, TypeJoined, TypeMoved, TypeRolled, TypeDoubled, TypeTook, TypeDropped, TypeOffered, TypeAccepted,
		TypeDeclined, TypeClaimed, TypeResigned, TypeCorrected, TypeAborted, TypeWithdrew, TypeFlagged, TypeEnded, TypeResumed, TypeWaived,
		TypeSeated, TypeAdjudicated, TypePaused, TypeContinued, TypeClosed,
	}
}

// Event is one thing that happened in one game, as stored. Raw is what was
// stored; the other fields are what it says. An Event is never changed once made.
type Event struct {
	V       int       // schema of the envelope
	Game    GameID    //
	N       int       // 1, 2, 3 … in the game: the public version
	Kind    string    // the engine's name
	Ruleset int       // the engine's ruleset when the game was created
	Type    Type      //
	Time    time.Time // when the server received the command: UTC, whole milliseconds
	By      PlayerID  // who did it
	Command CommandID // the caller's; the same command again finds this event
	Request string    // 16 hexadecimal digits: a digest of the command's content, by which a reused id is told from a repeated command
	Prev    Hash      // hash of event N-1; of the game id for N = 1
	Data    Data      // what was done
	Then    []Consequence
	After   After

	Raw []byte // the stored bytes
	Seq uint64 // where the log keeps it (1, 2, 3 … in its shard); 0 before it is stored. Not part of the stored bytes

	link   Hash // see KeepHash
	linked bool // false: it is worked out when asked for
}

// Data is what was done: Created, Joined, Seated, Resumed, Ruled or Act.
type Data interface{ data() }

// Created is the data of TypeCreated.
type Created struct {
	Options json.RawMessage `json:"options,omitempty"` // as the engine reads them
	Board   string          `json:"board,omitempty"`   // start position, where it is not the usual one
	Line    []string        `json:"line,omitempty"`    // what had been played and thrown from there before the game began, each by whoever was on turn: "11-15", "roll", "6-5" …; forced passes are left out
	First   PlayerID        `json:"first,omitempty"`   // who sits where; empty: open
	Second  PlayerID        `json:"second,omitempty"`
	Random  bool            `json:"random,omitempty"`  // the creator's seat was drawn
	Private bool            `json:"private,omitempty"` // only the seats may watch
	Dice    string          `json:"dice,omitempty"`    // "delegated", "shared" or "recorded", in games with dice
	Anchors *Anchors        `json:"anchors,omitempty"` // of the dice chains that the server holds; for shared dice those of the seats serve only who gives up a chain
	Clock   json.RawMessage `json:"clock,omitempty"`   // the time control, where there is one
	Abandon int64           `json:"abandon,omitempty"` // milliseconds without a move after which the opponent may claim the game; 0: never
	Series  *Series         `json:"series,omitempty"`  // of every game of a series but its first
	Invited PlayerID        `json:"invited,omitempty"` // who alone may take the free seat
	Origin  *Origin         `json:"origin,omitempty"`  // where the game comes from, if it was not begun here
}

// Series says which game of which series this is. The first game of a series
// knows nothing of it: its own id is the series' id.
type Series struct {
	ID     GameID `json:"id"`
	Number int    `json:"number"` // 2, 3, 4 …
}

// Origin is where a game comes from: a record that was imported, or a point of
// another game.
type Origin struct {
	Format string      `json:"format,omitempty"` // imported: the format's name
	Name   string      `json:"name,omitempty"`   // imported: where it stood in its file
	First  string      `json:"first,omitempty"`  // imported: the players as the record names them
	Second string      `json:"second,omitempty"`
	Tags   [][2]string `json:"tags,omitempty"` // imported: what else the record said, name and value
	Game   *GameID     `json:"game,omitempty"` // forked: from which game
	At     int         `json:"at,omitempty"`   // forked: after which of its events
}

// Anchors commit the parties of a dice game to their shares (plylog-dice/1).
type Anchors struct {
	Server Hash  `json:"server"`
	First  *Hash `json:"first,omitempty"`
	Second *Hash `json:"second,omitempty"`
}

// Joined is the data of TypeJoined: the player sat down, or brought the anchor to
// the seat.
type Joined struct {
	Seat   Seat  `json:"seat"`
	Anchor *Hash `json:"anchor,omitempty"` // of the dice chain that the player holds, in games with shared dice
}

// Seated is the data of TypeSeated: who sat on the seat (the event's By) gave it
// to another player. What belongs to the seat stays with it: its dice chain, its
// clock, the offers that it made and those that it has to answer.
type Seated struct {
	Seat   Seat     `json:"seat"`
	Player PlayerID `json:"player"` // who sits there from now on
}

// Act is the data of every other type: something a seat did.
type Act struct {
	Seat  Seat   `json:"seat"`
	Move  string `json:"move,omitempty"`  // moved: the turn in canonical notation
	What  string `json:"what,omitempty"`  // offered, accepted, declined, claimed: "draw", "resign", "repetition" …; ended: why
	Value string `json:"value,omitempty"` // resigned and offers of it: "single", "gammon", "backgammon"; ended: the points
	To    int    `json:"to,omitempty"`    // accepted, of a takeback: the game is again as it was after this event
	Share *Hash  `json:"share,omitempty"` // with shared dice: the seat's share of the next roll
}

// Resumed is the data of TypeResumed.
type Resumed struct {
	Stopped time.Time `json:"stopped"` // when the server was last known to run
	Started time.Time `json:"started"` // when it ran again
}

func (*Created) data() {}
func (*Joined) data()  {}
func (*Seated) data()  {}
func (*Resumed) data() {}
func (*Act) data()     {}

// Consequence is something that the rules made happen because of the event:
// dice that fell, or a pass that was forced.
type Consequence struct {
	Dice   []int  `json:"dice,omitempty"`
	Roll   int    `json:"roll,omitempty"`   // its number among the game's rolls, from 1 (plylog-dice/1)
	Shares []Hash `json:"shares,omitempty"` // of the server, first and second seat; absent for recorded dice and further pairs of one roll
	Pass   Seat   `json:"pass,omitzero"`
}

// After is the state that the event led to: a checksum for who knows the rules,
// all there is to read for who does not.
type After struct {
	Board  string  `json:"board"`
	Turn   Seat    `json:"turn"`
	Seen   int     `json:"seen,omitempty"` // how often this position has stood, where repetition counts
	Offer  *Offer  `json:"offer,omitempty"`
	Result *Result `json:"result,omitempty"`
	Clock  *Clock  `json:"clock,omitempty"`
	Paused bool    `json:"paused,omitempty"` // an administrator stopped the game; it takes nobody's moves until it goes on
}

// Offer is a proposal that awaits an answer.
type Offer struct {
	By    Seat   `json:"by"`
	What  string `json:"what"` // "draw", "resign"
	Value string `json:"value,omitempty"`
}

// Clock is the time left to each seat in milliseconds as it was when the running
// seat's began to run; Deadline is when that seat's time will be up.
type Clock struct {
	First    int64      `json:"first"`
	Second   int64      `json:"second"`
	Running  Seat       `json:"running,omitzero"`
	Deadline *time.Time `json:"deadline,omitempty"`
	Periods  *[2]int    `json:"periods,omitempty"` // byo-yomi: the periods left to the first and the second seat
}

// Over reports whether the event ended its game.
func (e *Event) Over() bool { return e.After.Result != nil }
