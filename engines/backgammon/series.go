package backgammon

import (
	"encoding/json"
	"fmt"

	"plylog/engines"
)

// Next implements engines.Series: the points go to the winner, and the match
// goes on until a seat has reached its length. The seats change sides in every
// game, as in all series, and take their points along. Unlimited play always
// goes on. Options that no game can be made with are a
// *engines.BadOptionError.
//
// Rule: BG-21
func (engine) Next(raw json.RawMessage, r engines.Result) (next json.RawMessage, swap, more bool, err error) {
	o, err := readOptions(raw)
	if err != nil {
		return nil, false, false, err
	}
	t, err := o.over(terms{}, false)
	if err != nil {
		return nil, false, false, err
	}
	if !r.Winner.Plays() || r.Points < 1 {
		return nil, false, false, fmt.Errorf("a game of a match ended with %d points for %s", r.Points, r.Winner)
	}
	// Rule: BG-24
	if t.crawfordGame() {
		t.after = true
		o.PostCrawford = &t.after
	}
	won := &t.score[r.Winner-engines.First]
	*won = min(*won+r.Points, greatestScore)
	if t.length > 0 && *won >= t.length {
		return nil, true, false, nil
	}
	o.Score = &score{First: t.score[1], Second: t.score[0]} // whoever sat second sits first now
	next, err = json.Marshal(o)
	return next, err == nil, err == nil, err
}
