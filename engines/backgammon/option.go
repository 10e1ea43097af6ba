package backgammon

import (
	"encoding/json"
	"fmt"

	"plylog/engines"
)

// Bounds of the options.
const (
	longestMatch  = 127
	greatestScore = 1_000_000 // of unlimited play, where no rule depends on it
)

// terms are the facts about its match under which one game is played. They do
// not change during the game.
type terms struct {
	length   int    // points that win the match; 0: unlimited play
	score    [2]int // of first and second seat before this game
	cube     bool   // there is a doubling cube
	crawford bool   // the Crawford rule holds in the match
	after    bool   // the Crawford game has been played
	jacoby   bool   // gammons count only once the cube has been turned
	beavers  bool   // a double may be answered with another
	afresh   bool   // the starter rolls both dice afresh
}

// defaults are the terms of a game made without options.
func defaults() terms { return terms{length: 1, crawford: true} }

// need returns how many points a seat lacks to win the match, and false in
// unlimited play.
func (t *terms) need(seat engines.Seat) (int, bool) {
	return t.length - t.score[seat-engines.First], t.length > 0
}

// crawfordGame reports whether this is the game without doubling.
//
// Rule: BG-24
func (t *terms) crawfordGame() bool {
	return t.crawford && !t.after && t.oneAway()
}

// oneAway reports whether exactly one seat lacks a single point.
func (t *terms) oneAway() bool {
	return t.length > 1 && (t.score[0] == t.length-1) != (t.score[1] == t.length-1)
}

// options are the options as sent; nil is what was not named.
type options struct {
	MatchLength   *int   `json:"matchLength,omitempty"`
	Score         *score `json:"score,omitempty"`
	Cube          *bool  `json:"cube,omitempty"`
	Crawford      *bool  `json:"crawford,omitempty"`
	PostCrawford  *bool  `json:"postCrawford,omitempty"`
	Jacoby        *bool  `json:"jacoby,omitempty"`
	Beavers       *bool  `json:"beavers,omitempty"`
	OpeningReroll *bool  `json:"openingReroll,omitempty"`
}

type score struct {
	First  int `json:"first"`
	Second int `json:"second"`
}

// Options implements engines.Engine.
func (engine) Options() []engines.Option {
	least, most := 0, longestMatch
	return []engines.Option{
		{Name: "matchLength", Type: "integer", Default: 1, Min: &least, Max: &most, Rule: "BG-21",
			Help: "Points that win the match, an odd number; 0 for unlimited play."},
		{Name: "score", Type: "object", Default: score{}, Rule: "BG-21",
			Help: "Points of the seats (first, second) before this game, each below the match length."},
		{Name: "cube", Type: "boolean", Default: false, Rule: "BG-22",
			Help: "Whether there is a doubling cube; left out, there is one in matches of more than one point."},
		{Name: "crawford", Type: "boolean", Default: true, Rule: "BG-24",
			Help: "Whether the first game after a seat comes within a point of the target is played without doubling."},
		{Name: "postCrawford", Type: "boolean", Default: false, Rule: "BG-24",
			Help: "Whether that game has been played already."},
		{Name: "jacoby", Type: "boolean", Default: false, Rule: "BG-25",
			Help: "Whether gammons and backgammons count only once the cube has been turned; unlimited play only."},
		{Name: "beavers", Type: "boolean", Default: false, Rule: "BG-22",
			Help: "Whether a double may be answered by doubling again and keeping the cube; unlimited play with a cube only."},
		{Name: "openingReroll", Type: "boolean", Default: false, Rule: "BG-4",
			Help: "Whether the starter rolls both dice afresh instead of playing the opening dice."},
	}
}

// readOptions reads the options. Every error is a *engines.BadOptionError.
func readOptions(raw json.RawMessage) (options, error) {
	var o options
	return o, engines.ReadOptions(raw, &o)
}

// over lays the options over the terms that a board states (stated), or else
// over the defaults, and checks the outcome.
func (o *options) over(base terms, stated bool) (terms, error) {
	t := defaults()
	if stated {
		t = base
	}
	if o.MatchLength != nil && *o.MatchLength != t.length {
		t.length = *o.MatchLength
		// Rule: BG-22
		t.cube = t.length > 1
	}
	if o.Score != nil {
		t.score = [2]int{o.Score.First, o.Score.Second}
	}
	for _, named := range []struct {
		value *bool
		term  *bool
	}{
		{o.Cube, &t.cube},
		{o.Crawford, &t.crawford},
		{o.PostCrawford, &t.after},
		{o.Jacoby, &t.jacoby},
		{o.Beavers, &t.beavers},
		{o.OpeningReroll, &t.afresh},
	} {
		if named.value != nil {
			*named.term = *named.value
		}
	}
	return t, o.check(&t)
}

// check refuses terms that no match is played under.
func (o *options) check(t *terms) error {
	// Rule: BG-21
	if n := t.length; n < 0 || n > longestMatch || o.MatchLength != nil && n != 0 && n%2 == 0 {
		return &engines.BadOptionError{Option: "matchLength",
			Detail: fmt.Sprintf("is %d; want 0 for unlimited play or an odd number up to %d", n, longestMatch)}
	}
	most := t.length - 1
	if t.length == 0 {
		most = greatestScore
	}
	for _, points := range t.score {
		if points < 0 || points > most {
			return &engines.BadOptionError{Option: "score", Detail: fmt.Sprintf("a seat has %d points; want 0 to %d", points, most)}
		}
	}
	// Rule: BG-25
	if t.jacoby && t.length != 0 {
		return &engines.BadOptionError{Option: "jacoby", Detail: "is for unlimited play only (matchLength 0)"}
	}
	// Rule: BG-22
	if t.beavers && (t.length != 0 || !t.cube) {
		return &engines.BadOptionError{Option: "beavers", Detail: "is for unlimited play with the cube only (matchLength 0, cube true)"}
	}
	return nil
}

// Terms implements engines.Termed. No options make a match of an even length.
func (p *position) Terms() json.RawMessage {
	t := p.terms
	if t.length > 0 && t.length%2 == 0 {
		return nil
	}
	o := options{
		MatchLength: &t.length, Score: &score{t.score[0], t.score[1]}, Cube: &t.cube, Crawford: &t.crawford, OpeningReroll: &t.afresh,
	}
	if t.after {
		o.PostCrawford = &t.after
	}
	if t.length == 0 {
		o.Jacoby, o.Beavers = &t.jacoby, &t.beavers
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return nil
	}
	return raw
}
