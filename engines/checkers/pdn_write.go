package checkers

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// WritePDN writes games in PDN 3.0 as ReadPDN reads them: all tags, the players in
// Black and White, a start position in FEN, the reason of the ending in
// Termination, options other than the defaults in GameOptions; then the moves as
// they are in the record and the result, which ends the game for readers of every
// age. A win's Points, always 1 here, are not written, and Name says only where
// a game stands in its file. What a reader would not give back is an error, a
// *FormatError.
func WritePDN(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	for i, g := range games {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := writePDNGame(&b, g); err != nil {
			return nil, unwritable("PDN", i+1, err)
		}
	}
	if b.Len() > MostFile {
		return nil, &FormatError{Format: "PDN", Detail: tooLarge}
	}
	return []byte(b.String()), nil
}

func writePDNGame(b *strings.Builder, g engines.Record) error {
	first := firstMover(g.Board)
	if err := writable(g, first); err != nil {
		return err
	}
	tags, err := pdnTags(g)
	if err != nil {
		return err
	}
	if err := engines.WritePairs(b, tags); err != nil {
		return err
	}
	moves := make([]string, len(g.Turns))
	for i, t := range g.Turns {
		moves[i] = string(t.Move)
		if !readsAsMove(moves[i]) {
			return &moveError{i + 1, fmt.Sprintf("%q is no move of PDN, such as 11-15 or 15x22", clip(moves[i]))}
		}
	}
	b.WriteString(engines.MoveText(first, moves, g.End.Mark()))
	return nil
}

// readsAsMove reports whether ReadPDN takes a word for one move, spelled so.
func readsAsMove(word string) bool {
	m, n := pdnMove(word)
	digits := word[:len(word)-len(strings.TrimLeft(word, resultBytes))]
	_, result := readResult(digits)
	return n == len(word) && m == word && !result
}
