package checkers

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// The tags of PDN 3.0 (section "PDN Tags") that say what a Record has fields for,
// and one of our own for the options, which PDN knows nothing of.
const (
	tagRed         = "Black"
	tagWhite       = "White"
	tagResult      = "Result"
	tagGameType    = "GameType"
	tagSetUp       = "SetUp"
	tagFEN         = "FEN"
	tagTermination = "Termination"
	tagOptions     = "GameOptions"
)

// gameType is the number of American checkers in the tag GameType, and gameFull
// all that the tag says of it (section "GameType tag"): Black begins, 8 by 8
// squares, called by numbers that start at Black's right, and Black's left corner
// is one of them.
const (
	gameType = "21"
	gameFull = "21,B,8,8,N1,0"
)

// setTag takes what a tag tells about the game.
func (r *pdnReader) setTag(t engines.Tag) error {
	g := &r.game
	g.begun = true
	if t.Name == tagGameType {
		number, _, _ := strings.Cut(t.Value, ",")
		if strings.TrimSpace(number) != gameType {
			return r.fail("GameType %s is not American checkers, which is %s", clip(t.Value), gameType)
		}
		return nil
	}
	if !g.take(t) {
		g.Tags = append(g.Tags, t)
	}
	return nil
}

// take fills the field that a tag is for; false where there is none, or where the
// value is nothing that the field can hold.
func (g *pdnGame) take(t engines.Tag) bool {
	switch t.Name {
	case tagRed:
		g.Players[0] = t.Value
	case tagWhite:
		g.Players[1] = t.Value
	case tagResult:
		g.tagged, _ = readResult(strings.TrimSpace(t.Value))
	case tagFEN:
		g.Board = t.Value
		g.next = firstMover(t.Value)
	case tagTermination:
		reason, ok := engines.ParseTermination(t.Value)
		if ok {
			g.reason = reason
		}
		return ok
	case tagOptions:
		_, err := readDraws([]byte(t.Value))
		if err == nil {
			g.Options = []byte(t.Value)
		}
		return err == nil
	default:
		return t.Name == tagSetUp || t.Name == tagGameType
	}
	return true
}

// firstMover returns who makes the first move from a board, Nobody where its FEN
// does not say.
func firstMover(fen string) engines.Seat {
	if fen == "" {
		return engines.First
	}
	turn, _, _ := strings.Cut(fen, ":")
	white, ok := fenColour(strings.TrimSpace(turn))
	if !ok {
		return engines.Nobody
	}
	return board{white: white}.mover()
}

// pdnTags lists the tags of a game as they are written: those that it came with,
// which must be none of ours, and then ours.
func pdnTags(g engines.Record) ([]engines.Tag, error) {
	tags := make([]engines.Tag, 0, len(g.Tags)+8)
	var taken pdnGame
	for _, t := range g.Tags {
		if taken.take(t) {
			return nil, fmt.Errorf("the tag %s is written from another field of the record", clip(t.Name))
		}
		tags = append(tags, t)
	}
	put := func(name, value string) { tags = append(tags, engines.Tag{Name: name, Value: value}) }
	put(tagRed, g.Players[0])
	put(tagWhite, g.Players[1])
	put(tagResult, g.End.Mark())
	put(tagGameType, gameFull)
	if g.Board != "" {
		put(tagSetUp, "1")
		put(tagFEN, g.Board)
	}
	if g.End.Reason != "" {
		value, ok := engines.Termination(g.End.Reason)
		if !ok {
			return nil, fmt.Errorf("the reason %q is not a word", clip(g.End.Reason))
		}
		put(tagTermination, value)
	}
	d, err := readDraws(g.Options)
	if err != nil {
		return nil, err
	}
	if d != usualDraws() {
		put(tagOptions, string(g.Options))
	}
	return tags, nil
}
