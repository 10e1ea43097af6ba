package reversi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// The words of the options.
const (
	scoreDiscs   = "discs"
	scoreEmpties = "empties-to-winner"
	flipsAuto    = "auto"
	flipsManual  = "manual"
)

// settings is the options object of a game.
type settings struct {
	Score string `json:"score"`
	Flips string `json:"flips"`
}

// usual are the settings of a game without options.
var usual = settings{Score: scoreDiscs, Flips: flipsAuto}

// options describes the settings.
func options() []engines.Option {
	return []engines.Option{
		{
			Name: "score", Type: "string", Default: scoreDiscs, Values: []string{scoreDiscs, scoreEmpties}, Rule: "RV-11",
			Help: "What the score counts: the discs on the board, or the winner's discs with the empty squares added, as tournaments do.",
		},
		{
			Name: "flips", Type: "string", Default: flipsAuto, Values: []string{flipsAuto, flipsManual}, Rule: "RV-12",
			Help: "Who turns the outflanked discs: the server, or the mover, who may put a mistake right until the opponent has moved.",
		},
	}
}

// readSettings reads an options object over the defaults. Errors are
// *engines.BadOptionError.
func readSettings(raw json.RawMessage) (settings, error) {
	set := usual
	if err := engines.ReadOptions(raw, &set); err != nil {
		return settings{}, err
	}
	given := map[string]string{"score": set.Score, "flips": set.Flips}
	for _, o := range options() {
		if !slices.Contains(o.Values, given[o.Name]) {
			return settings{}, &engines.BadOptionError{
				Option: o.Name,
				Detail: fmt.Sprintf("is not allowed; want %s", strings.Join(o.Values, " or ")),
			}
		}
	}
	return set, nil
}
