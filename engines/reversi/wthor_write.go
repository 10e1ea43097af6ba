package reversi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// WriteWTHOR writes games as one WTHOR base, as ReadWTHOR reads them. A base holds
// numbers instead of names: a player or tournament must be a number as "#7", or
// be missing. It holds one year and one depth of theoretical scores for all its
// games. The score is the one that the moves lead to, or that of the tag Score;
// there is no room for a reason of the ending, for options other than the
// defaults or for a start position. What has no room is an error, as is an
// illegal move. The date of the file is left zero. Errors are *FormatError.
func WriteWTHOR(games []engines.Record) ([]byte, error) {
	if len(games) > mostWTHORGames {
		return nil, &FormatError{Format: "WTHOR", Err: fmt.Errorf("more than %d games", mostWTHORGames)}
	}
	data := make([]byte, wthorHeader, wthorHeader+len(games)*wthorGame)
	binary.LittleEndian.PutUint32(data[wthorCountAt:], uint32(len(games)))
	data[wthorSizeAt] = 8
	var shared wthorHead
	for i, g := range games {
		game, head, err := writeWTHORGame(g)
		if err == nil && i > 0 && head != shared {
			err = errors.New("is of another year or has theoretical scores of another depth; a base has one of each")
		}
		if err != nil {
			return nil, unwritable("WTHOR", i+1, err)
		}
		shared = head
		data = append(data, game...)
	}
	binary.LittleEndian.PutUint16(data[wthorYearAt:], shared.year)
	data[wthorDepthAt] = shared.depth
	return data, nil
}

// wthorHead is what all games of a base have in common.
type wthorHead struct {
	year  uint16
	depth uint8
}

func writeWTHORGame(g engines.Record) (game []byte, head wthorHead, err error) {
	bad := func(err error) ([]byte, wthorHead, error) { return nil, wthorHead{}, err }
	if err := barred(g, true, tagEvent, tagDate, tagScore, tagTheory); err != nil {
		return bad(err)
	}
	game = make([]byte, wthorGame)
	count := 0
	at, err := replay(g, func(_ *position, square int) {
		if square != passing {
			game[wthorMovesAt+count] = byte(10*(square/8+1) + square%8 + 1)
			count++
		}
	})
	if err != nil {
		return bad(err)
	}
	for i, name := range g.Players {
		if err := putWTHORName(game[wthorPlayersAt+2*i:], "player", name); err != nil {
			return bad(err)
		}
	}
	score := ""
	for _, t := range g.Tags {
		switch t.Name {
		case tagEvent:
			err = putWTHORName(game[wthorEventAt:], "tournament", t.Value)
		case tagDate:
			head.year, err = wthorYear(t.Value)
		case tagTheory:
			game[wthorTheoryAt], head.depth, err = wthorTheory(t.Value)
		case tagScore:
			score = t.Value
		}
		if err != nil {
			return bad(err)
		}
	}
	if game[wthorScoreAt], err = wthorScore(score, g.End, at); err != nil {
		return bad(err)
	}
	return game, head, nil
}

// wthorScore returns black's score: that of the tag, which must have the same
// winner as the ending, or else the one that the moves lead to.
func wthorScore(tag string, end engines.Ending, at *position) (byte, error) {
	if tag == "" {
		black, over := at.tournamentScore()
		if !over {
			return 0, fmt.Errorf("does not end with its moves; without the tag %s there is no score", tagScore)
		}
		return byte(black), checkEnding(end, at)
	}
	left, _, _ := strings.Cut(tag, "-")
	black := wthorNumber(left, mostDiscsOnSide)
	said := engines.Result{Points: 1}
	switch {
	case tag != fmt.Sprintf("%d-%d", black, mostDiscsOnSide-black):
		return 0, fmt.Errorf("the score %q is not one such as 40-24, with a sum of %d", tag, mostDiscsOnSide)
	case black > wthorDraw:
		said.Winner = engines.First
	case black < wthorDraw:
		said.Winner = engines.Second
	default:
		said.Points = 0
	}
	if !follows(end, said) {
		return 0, fmt.Errorf("the score %s says who won and nothing else, which is not the ending %+v", tag, end)
	}
	return byte(black), nil
}

// putWTHORName writes the number that stands for a name.
func putWTHORName(field []byte, what, name string) error {
	n := 0
	if name != "" {
		digits, ok := strings.CutPrefix(name, "#")
		if n = wthorNumber(digits, 1<<16-1); !ok || n == 0 {
			return fmt.Errorf("the %s %q is not a number as in #7; names are kept in files of their own", what, name)
		}
	}
	binary.LittleEndian.PutUint16(field, uint16(n))
	return nil
}

func wthorYear(date string) (uint16, error) {
	digits, ok := strings.CutSuffix(date, anyDay)
	year := wthorNumber(digits, 1<<16-1)
	if !ok || year == 0 {
		return 0, fmt.Errorf("the date %q is not a year alone, as in 1977%s", date, anyDay)
	}
	return uint16(year), nil
}

func wthorTheory(text string) (score, depth byte, err error) {
	left, right, _ := strings.Cut(text, " at ")
	score, depth = byte(wthorNumber(left, 255)), byte(wthorNumber(right, 255))
	if score == 0 && depth == 0 || text != fmt.Sprintf("%d at %d", score, depth) {
		return 0, 0, fmt.Errorf("the theoretical score %q is not one such as 36 at 24", text)
	}
	return score, depth, nil
}

// wthorNumber reads a number up to most, without sign or leading zeros; 0 where
// it is none.
func wthorNumber(s string, most uint64) int {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || n > most || s[0] == '0' {
		return 0
	}
	return int(n)
}
