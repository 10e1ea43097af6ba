package records

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"plylog/engines"
	"plylog/engines/checkers"
	"plylog/engines/reversi"
)

// The layout of a WTHOR base as far as games are told apart by it.
const (
	wthorHeader = 16
	wthorGame   = 68
	wthorCount  = 4 // where the header holds the number of games
	wthorMoves  = 8 // where a game holds its moves
)

// careful reads files of the formats, by name, in which a game that cannot be read
// hides no other: their games can be told apart without reading them.
var careful = map[string]func([]byte) ([]Game, error){"wthor": readWTHOR, "acf": readACF}

// readWTHOR reads a base as a whole and, where one game spoils it, game by game.
func readWTHOR(data []byte) ([]Game, error) {
	list, err := reversi.ReadWTHOR(data)
	var bad *reversi.FormatError
	if err == nil {
		return good(list), nil
	}
	if !errors.As(err, &bad) || bad.Game == 0 {
		return nil, err
	}
	games := make([]Game, binary.LittleEndian.Uint32(data[wthorCount:]))
	for i := range games {
		games[i] = oneWTHOR(data[:wthorHeader], data[wthorHeader+i*wthorGame:][:wthorGame])
		games[i].Name = fmt.Sprintf("game %d", i+1)
	}
	return games, nil
}

// oneWTHOR reads one game. An illegal move ends what is read of it and is kept
// as the last turn: the server then refuses it, with the rule and what would
// have been legal.
func oneWTHOR(header, game []byte) Game {
	base := bytes.Clone(header)
	binary.LittleEndian.PutUint32(base[wthorCount:], 1)
	base = append(base, game...)
	list, err := reversi.ReadWTHOR(base)
	if err == nil {
		return Game{Record: list[0]}
	}
	var bad *reversi.FormatError
	var illegal *engines.IllegalError
	if !errors.As(err, &bad) || !errors.As(err, &illegal) || bad.Move == 0 {
		return Game{Err: err}
	}
	clear(base[wthorHeader+wthorMoves+bad.Move-1:])
	if list, err = reversi.ReadWTHOR(base); err != nil {
		return Game{Err: err}
	}
	r := list[0]
	r.Turns = append(r.Turns, engines.Turn{By: illegal.By, Move: illegal.Move})
	return Game{Record: r}
}

// readACF reads a text as a whole and, where one line spoils it, line by line.
func readACF(data []byte) ([]Game, error) {
	list, err := checkers.ReadACF(data)
	var bad *checkers.FormatError
	if err == nil {
		return good(list), nil
	}
	if !errors.As(err, &bad) || bad.Game == 0 {
		return nil, err
	}
	var games []Game
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var g Game
		if list, err := checkers.ReadACF(line); err != nil {
			g.Err = err
		} else {
			g.Record = list[0]
		}
		g.Name = fmt.Sprintf("game %d", len(games)+1)
		games = append(games, g)
	}
	return games, nil
}
