package reversi

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// WriteGGF writes games in the Generic Game Format as ReadGGF reads them, one a
// line, with the passes that records leave out. Tags become properties, so their
// names must be letters. RE holds who won and, as a flag, whether it was by
// resignation, on time or by agreement; a tag RE gives its score, which otherwise
// is the one that the moves lead to. DH holds the discs in hand where they are
// not evenly divided, OP options other than the defaults. What a reader would not
// give back is an error, a *FormatError.
func WriteGGF(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	for i, g := range games {
		if err := writeGGFGame(&b, g); err != nil {
			return nil, unwritable("GGF", i+1, err)
		}
	}
	if b.Len() > MostFile {
		return nil, &FormatError{Format: "GGF", Err: errTooLarge}
	}
	return []byte(b.String()), nil
}

func writeGGFGame(b *strings.Builder, g engines.Record) error {
	properties, err := ggfProperties(g)
	if err != nil {
		return err
	}
	b.WriteString("(;GM[Othello]")
	for _, p := range properties {
		if len(p.value) > engines.MostTag {
			return fmt.Errorf("the value of %s is longer than %d bytes", p.name, engines.MostTag)
		}
		b.WriteString(p.name + "[" + p.value + "]")
	}
	if err := writeGGFMoves(b, g); err != nil {
		return err
	}
	b.WriteString(";)\n")
	return nil
}

// property is one of a game, its value escaped.
type property struct{ name, value string }

// ggfProperties lists what stands before the moves.
func ggfProperties(g engines.Record) ([]property, error) {
	board, supply, err := ggfBoard(g.Board)
	if err != nil {
		return nil, err
	}
	set, err := readSettings(g.Options)
	if err != nil {
		return nil, err
	}
	list := []property{{"PB", ggfPlayer(g.Players[0])}, {"PW", ggfPlayer(g.Players[1])}}
	tags, err := ggfTags(g.Tags)
	if err != nil {
		return nil, err
	}
	list = append(list, tags...)
	if !has(tags, "TY") {
		list = append(list, property{"TY", "8"})
	}
	if result, err := ggfResult(g); err != nil {
		return nil, err
	} else if !has(tags, "RE") {
		list = append(list, property{"RE", result})
	}
	list = append(list, property{"BO", board})
	if supply != "" {
		list = append(list, property{"DH", supply})
	}
	if set != usual {
		list = append(list, property{"OP", ggfEscape(string(g.Options))})
	}
	return list, nil
}

// ggfTags turns tags into properties. Each must be one that a reader would take
// for that tag, RE included, which ggfResult looks at.
func ggfTags(tags []engines.Tag) ([]property, error) {
	reader := ggfGame{seen: map[string]bool{}}
	var list []property
	for _, t := range tags {
		p := property{ggfOfTag(t.Name), ggfEscape(t.Value)}
		before := len(reader.Tags)
		err := reader.take(p.name, p.value)
		isTag := len(reader.Tags) == before+1 && reader.Tags[before] == t
		switch {
		case p.name == "" || strings.Trim(p.name, ggfLetters) != "":
			return nil, fmt.Errorf("the tag %q cannot be a property, whose names are letters", clip(t.Name))
		case err != nil:
			return nil, err
		case !isTag && p.name != "RE":
			return nil, fmt.Errorf("the tag %s is written from another field of the record, or under another name", clip(t.Name))
		}
		list = append(list, p)
	}
	return list, nil
}

func has(list []property, name string) bool {
	for _, p := range list {
		if p.name == name {
			return true
		}
	}
	return false
}

// ggfResult returns the value of RE. A score that a tag brings must tell the same
// as the ending.
func ggfResult(g engines.Record) (string, error) {
	for _, t := range g.Tags {
		if t.Name != "RE" {
			continue
		}
		score, ok := readGGFScore(t.Value)
		if !score.says(g.End) || ok && !score.known {
			return "", fmt.Errorf("the tag RE, %q, does not say how the game ended: %s", clip(t.Value), describe(g.End))
		}
		return t.Value, nil
	}
	score, err := ggfScoreOf(g)
	return score.String(), err
}

// writeGGFMoves writes the moves, and the passes between them as far as the rules
// can be followed.
func writeGGFMoves(b *strings.Builder, g engines.Record) error {
	written := 0
	put := func(by engines.Seat, square int) {
		name := "PA"
		if square != passing {
			name = strings.ToUpper(nameOf(square))
			written++
		}
		b.WriteString(string("BW"[by-engines.First]) + "[" + name + "]")
	}
	if len(g.Turns) > mostGGFTurns {
		return fmt.Errorf("more than %d moves", mostGGFTurns)
	}
	_, err := replay(g, func(at *position, square int) { put(at.side, square) })
	for i := written; i < len(g.Turns); i++ {
		t := g.Turns[i]
		square := readMove(t.Move)
		switch {
		case square == unreadable && i == written && err != nil:
			return err // of a game by hand, or a word
		case !t.By.Plays() || square < 0 || t.Dice != "":
			return &moveError{i + 1, fmt.Errorf("%q by %s is no placement of a disc", clip(string(t.Move)), t.By)}
		}
		put(t.By, square)
	}
	return nil
}
