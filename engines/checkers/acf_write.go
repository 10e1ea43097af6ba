package checkers

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// WriteACF writes games one a line as ReadACF reads them. The format holds moves
// and results alone: a game with players, tags, options, a start position or a
// reason of its ending is an error, a *FormatError.
func WriteACF(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	for i, g := range games {
		if err := writeACFGame(&b, g); err != nil {
			return nil, unwritable("ACF", i+1, err)
		}
	}
	if b.Len() > MostFile {
		return nil, &FormatError{Format: "ACF", Detail: tooLarge}
	}
	return []byte(b.String()), nil
}

func writeACFGame(b *strings.Builder, g engines.Record) error {
	if err := writable(g, engines.First); err != nil {
		return err
	}
	d, err := readDraws(g.Options)
	switch {
	case err != nil:
		return err
	case d != usualDraws():
		return errors.New("has options, for which there is no room")
	case g.Players != [2]string{}:
		return errors.New("has names of players, for which there is no room")
	case len(g.Tags) > 0:
		return errors.New("has tags, for which there is no room")
	case g.Board != "":
		return errors.New("begins from a given board, for which there is no room")
	case g.End.Reason != "":
		return errors.New("has a reason of its ending, for which there is no room")
	}
	for i, t := range g.Turns {
		word, ok := toACF(t.Move)
		if !ok {
			return &moveError{i + 1, fmt.Sprintf("%q is no move such as 11-15 or 15x22", clip(string(t.Move)))}
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	b.WriteByte('\t')
	b.WriteString(g.End.Mark())
	b.WriteByte('\n')
	return nil
}

// toACF writes a move with the squares of ACF.
func toACF(m engines.Move) (string, bool) {
	s, bad := readMove(string(m))
	if bad != nil {
		return "", false
	}
	var word []byte
	for i, sq := range s.squares() {
		if i > 0 {
			word = append(word, '-')
		}
		word = strconv.AppendUint(word, uint64(mirroredInRow(sq)), 10)
	}
	return string(word), true
}
