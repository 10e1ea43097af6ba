package client

import (
	"encoding/json"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// Kind is a game that the server offers.
type Kind struct {
	Kind     string           `json:"kind"`
	Ruleset  int              `json:"ruleset"`
	Seats    Names            `json:"seats"` // the field's words
	Notation string           `json:"notation"`
	Start    string           `json:"start"` // the board that games begin with
	Turn     events.Seat      `json:"turn"`
	Dice     bool             `json:"dice"`
	Options  []engines.Option `json:"options"`
	Bots     []string         `json:"bots"`    // who can be asked for as opponent "bot:NAME"
	Formats  []string         `json:"formats"` // of export and import
	Boards   []string         `json:"boards"`  // notations that StateIn can ask for
}

// Names is the field's words for the two seats.
type Names struct {
	First  string `json:"first"`
	Second string `json:"second"`
}

// Seats is who sits where; empty: nobody.
type Seats struct {
	First  events.PlayerID `json:"first,omitempty"`
	Second events.PlayerID `json:"second,omitempty"`
}

// State is what a game looks like at one version.
type State struct {
	ID      events.GameID   `json:"id"`
	Kind    string          `json:"kind"`
	Ruleset int             `json:"ruleset"`
	Version int             `json:"version"`
	Status  string          `json:"status"` // "open", "playing", "over", "damaged"
	Board   string          `json:"board"`
	Written string          `json:"notation,omitempty"` // how Board is written; empty: in the kind's own line
	Turn    events.Seat     `json:"turn"`
	Names   Names           `json:"names"`
	Seats   Seats           `json:"seats"`
	Options json.RawMessage `json:"options,omitempty"`
	Start   string          `json:"start,omitempty"` // the start position, where it is not the usual one
	Private bool            `json:"private,omitempty"`
	Dice    string          `json:"dice,omitempty"`
	Seen    int             `json:"seen,omitempty"`
	Offer   *events.Offer   `json:"offer,omitempty"`
	Result  *events.Result  `json:"result,omitempty"` // nil while the game goes on
	Clock   *events.Clock   `json:"clock,omitempty"`
	Paused  *AdminAct       `json:"paused,omitempty"`  // not nil: an administrator stopped the game
	Closed  *AdminAct       `json:"closed,omitempty"`  // not nil: an administrator closed the game, which is damaged
	Control json.RawMessage `json:"control,omitempty"` // the time control as the game was created with
	Abandon int64           `json:"abandon,omitempty"` // milliseconds without a move after which the game can be claimed
	Series  *events.Series  `json:"series,omitempty"`  // from the second game of a series on
	Invited events.PlayerID `json:"invited,omitempty"` // whom the free seat is kept for
	Origin  *events.Origin  `json:"origin,omitempty"`  // where the game comes from, if it was not begun here
	Last    Entry           `json:"last"`
	Created time.Time       `json:"created"`
	Updated time.Time       `json:"updated"`
	Head    events.Hash     `json:"head"`              // the chain head: hash of event Version
	Allowed *Allowed        `json:"allowed,omitempty"` // of the present state; nil for a past one
	Forfeit *Forfeit        `json:"forfeit,omitempty"` // of the present state: who stands to lose by staying away

	Shared *play.SharedDice `json:"shared,omitempty"` // of the present state of a game with shared dice
}

// Forfeit is how a game without a clock may end by a seat's staying away.
type Forfeit struct {
	Seat events.Seat `json:"seat"` // who is waited for
	From time.Time   `json:"from"` // when the other seat may claim the game
}

// Allowed is which commands each seat may send now.
type Allowed struct {
	First  []string `json:"first"`
	Second []string `json:"second"`
}

// Of returns the commands of a seat.
func (a *Allowed) Of(s events.Seat) []string {
	switch s {
	case events.First:
		return a.First
	case events.Second:
		return a.Second
	default:
		return nil
	}
}

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.Result != nil }

// AdminAct is what an administrator did with a game.
type AdminAct struct {
	By     events.PlayerID `json:"by"`
	Reason string          `json:"reason,omitempty"`
	Since  time.Time       `json:"since"`
}

// Entry is one event as people read it.
type Entry struct {
	N         int                  `json:"n"`
	Type      events.Type          `json:"type"`
	Seat      events.Seat          `json:"seat,omitzero"`
	Move      string               `json:"move,omitempty"`
	What      string               `json:"what,omitempty"`
	Value     string               `json:"value,omitempty"`
	Reason    string               `json:"reason,omitempty"` // why an administrator did it
	Player    events.PlayerID      `json:"player,omitempty"` // seated: who sits there from now on
	To        int                  `json:"to,omitempty"`     // of an accepted takeback: the game is again as it was after this event
	Then      []events.Consequence `json:"then,omitempty"`
	Time      time.Time            `json:"time"`
	Ply       int                  `json:"ply,omitempty"`       // which of the game's moves it is, not counting what had been taken back by then
	Corrects  int                  `json:"corrects,omitempty"`  // the event whose move this one replaces
	Corrected bool                 `json:"corrected,omitempty"` // another move took its place
	Undone    bool                 `json:"undone,omitempty"`    // it was taken back
	Clock     *events.Clock        `json:"clock,omitempty"`
	Result    *events.Result       `json:"result,omitempty"`
	Board     string               `json:"board,omitempty"`
}

// Listing is a game in a list.
type Listing struct {
	ID      events.GameID  `json:"id"`
	Kind    string         `json:"kind"`
	Status  string         `json:"status"`
	Version int            `json:"version"`
	Seats   Seats          `json:"seats"`
	Private bool           `json:"private,omitempty"`
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"`
	Result  *events.Result `json:"result,omitempty"`
	Dice    string         `json:"dice,omitempty"`
	Series  *struct {      // from the second game of a series on
		Number int `json:"number"`
	} `json:"series,omitempty"`
	Origin *struct { // of a game that did not begin here
		Format string `json:"format,omitempty"` // imported
		Forked bool   `json:"forked,omitempty"` // from a point of another game
	} `json:"origin,omitempty"`
	Setup bool `json:"setup,omitempty"` // it began from a board of its own
}

// Tally is how games went for a player.
type Tally struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
}

// PlayerResults is how the games of a player went.
type PlayerResults struct {
	Player events.PlayerID `json:"player"`
	Tally
	Kinds []KindTally `json:"kinds"` // of which there are games, by name
}

// KindTally is how games of one kind went.
type KindTally struct {
	Kind string `json:"kind"`
	Tally
}

// Page is part of a list of games, newest first.
type Page struct {
	Games []Listing `json:"games"`
	Next  string    `json:"next,omitempty"` // cursor of the page that follows
}

// Choices is what a seat can play.
type Choices struct {
	Game    events.GameID    `json:"game"`
	Version int              `json:"version"`
	Seat    events.Seat      `json:"seat,omitzero"`
	Turn    events.Seat      `json:"turn"`
	Choices []engines.Choice `json:"choices"`
	Barred  []Barred         `json:"barred"`
	Reason  string           `json:"reason,omitempty"` // why there are none
}

// Barred is a move that looks possible and is not.
type Barred struct {
	Move   engines.Move `json:"move"`
	Rule   string       `json:"rule"`
	Code   string       `json:"code"`
	Detail string       `json:"detail"`
}

// History is a game's moves as people read them.
type History struct {
	Game    events.GameID `json:"game"`
	Version int           `json:"version"`
	Moves   []Entry       `json:"moves"`
}

// Repetitions is how often positions have stood.
type Repetitions struct {
	Game      events.GameID `json:"game"`
	Version   int           `json:"version"`
	Positions []Stood       `json:"positions"`
	Barred    []Barred      `json:"barred"`
}

// Stood is a position that counts.
type Stood struct {
	Board string `json:"board"`
	Count int    `json:"count"`
	Last  int    `json:"last"` // the event that brought it about last
}

// EventPage is part of a game's log.
type EventPage struct {
	Game    events.GameID
	Events  []*events.Event
	Version int // what the game is at
	Next    int // the page that follows is behind this event; 0: none
}
