package checkers

import (
	"encoding/json"
	"strings"

	"plylog/engines"
)

// customWords are the words of each custom, in the order of their values.
var customWords = [...]string{claimed: "claim", byItself: "auto", never: "off"}

// Options implements engines.Engine.
//
// Rule: CK-18
func (engine) Options() []engines.Option {
	return []engines.Option{
		{
			Name: "repetition", Type: "string", Default: customWords[claimed], Values: words(), Rule: "CK-18",
			Help: "How a position that has stood three times with the same side to move becomes a draw.",
		},
		{
			Name: "fortyMove", Type: "string", Default: customWords[claimed], Values: words(), Rule: "CK-18",
			Help: "How forty moves of each side without a capture or a man's move become a draw.",
		},
		{
			Name: "drawByAgreement", Type: "boolean", Default: true, Rule: "CK-18",
			Help: "Whether the players may agree on a draw.",
		},
	}
}

func words() []string { return append([]string(nil), customWords[:]...) }

// usualDraws are the customs without options.
func usualDraws() draws { return draws{repetition: claimed, fortyMove: claimed, agreed: true} }

// readDraws reads the options.
func readDraws(raw json.RawMessage) (draws, error) {
	read := struct {
		Repetition      string `json:"repetition"`
		FortyMove       string `json:"fortyMove"`
		DrawByAgreement bool   `json:"drawByAgreement"`
	}{customWords[claimed], customWords[claimed], true}
	if err := engines.ReadOptions(raw, &read); err != nil {
		return draws{}, err
	}
	d := draws{agreed: read.DrawByAgreement}
	var err error
	if d.repetition, err = readCustom("repetition", read.Repetition); err != nil {
		return draws{}, err
	}
	if d.fortyMove, err = readCustom("fortyMove", read.FortyMove); err != nil {
		return draws{}, err
	}
	return d, nil
}

func readCustom(option, word string) (custom, error) {
	for c, w := range customWords {
		if w == word {
			return custom(c), nil
		}
	}
	return 0, &engines.BadOptionError{
		Option: option,
		Detail: "want one of " + strings.Join(customWords[:], ", "),
	}
}
