package reversi

import (
	"encoding/binary"
	"errors"
	"fmt"

	"plylog/engines"
)

// A WTHOR base is a header and games of the same size each, numbers being little
// endian. The header holds the date of the file, the count of the games, their
// year, the size of the board and the number of empty squares from which a
// program computed the theoretical scores; a game the numbers of its tournament
// and players, whose names are in files of their own, black's score, its
// theoretical score and the moves.
const (
	wthorHeader     = 16 // bytes
	wthorCountAt    = 4  // u32
	wthorYearAt     = 10 // u16
	wthorSizeAt     = 12 // squares a side: 8, or 0 for the same
	wthorDepthAt    = 14
	wthorGame       = 68 // bytes
	wthorEventAt    = 0  // u16
	wthorPlayersAt  = 2  // u16 twice
	wthorScoreAt    = 6
	wthorTheoryAt   = 7
	wthorMovesAt    = 8
	mostWTHORGames  = 20_000
	wthorDraw       = 32
	mostDiscsOnSide = 64
)

// The tags of a game in a WTHOR base.
const (
	tagEvent  = "Event"       // "#7": the tournament with that number
	tagDate   = "Date"        // "1977.??.??"
	tagScore  = "Score"       // "40-24": where it is not what the moves lead to
	tagTheory = "Theoretical" // "36 at 24": black's score with best play from 24 empty squares on
)

// ReadWTHOR reads a WTHOR base (.wtb, 8x8 squares, at most 20,000 games). Every
// game is played through, since the file neither names the mover nor holds the
// passes; what is illegal is refused. The ending is taken from black's score,
// in which the winner has the empty squares, whether or not the moves end the
// game. Players and tournaments come out as their numbers, "#7"; number 0 stands
// for none. Errors are *FormatError.
func ReadWTHOR(data []byte) ([]engines.Record, error) {
	bad := func(format string, args ...any) ([]engines.Record, error) {
		return nil, &FormatError{Format: "WTHOR", Err: fmt.Errorf(format, args...)}
	}
	if len(data) < wthorHeader {
		return bad("%d bytes are less than a header of %d", len(data), wthorHeader)
	}
	if size := data[wthorSizeAt]; size != 0 && size != 8 {
		return bad("holds games on %dx%d squares; want 8x8", size, size)
	}
	games := binary.LittleEndian.Uint32(data[wthorCountAt:])
	if games > mostWTHORGames {
		return bad("says that it holds %d games; at most %d are read", games, mostWTHORGames)
	}
	if want := wthorHeader + int(games)*wthorGame; len(data) != want {
		return bad("has %d bytes; want %d for %d games", len(data), want, games)
	}
	records := make([]engines.Record, 0, games)
	for n := 1; n <= int(games); n++ {
		at := wthorHeader + (n-1)*wthorGame
		record, err := readWTHORGame(data[:wthorHeader], data[at:at+wthorGame], n)
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	return records, nil
}

// readWTHORGame reads the n-th game.
func readWTHORGame(header, game []byte, n int) (engines.Record, error) {
	bad := func(move int, err error) (engines.Record, error) {
		return engines.Record{}, &FormatError{Format: "WTHOR", Game: n, Move: move, Err: err}
	}
	r := newRecorder()
	moves := game[wthorMovesAt:]
	for i, code := range moves {
		if code == 0 {
			for _, rest := range moves[i:] {
				if rest != 0 {
					return bad(i+1, errors.New("is missing and others follow"))
				}
			}
			break
		}
		rank, file := code/10, code%10 // a1 is 11, b1 is 12
		if rank < 1 || rank > 8 || file < 1 || file > 8 {
			return bad(i+1, fmt.Errorf("%d is no square; want 11 (a1) to 88 (h8)", code))
		}
		square := int(rank-1)*8 + int(file-1)
		if err := r.move(engines.Move(nameOf(square))); err != nil {
			return bad(i+1, err)
		}
	}
	score := game[wthorScoreAt]
	end := engines.Ending{Known: true}
	switch {
	case score > mostDiscsOnSide:
		return bad(0, fmt.Errorf("gives black a score of %d; want 0 to %d", score, mostDiscsOnSide))
	case score > wthorDraw:
		end.Winner = engines.First
	case score < wthorDraw:
		end.Winner = engines.Second
	}
	g := engines.Record{Name: fmt.Sprintf("game %d", n), Turns: r.turns, End: end}
	for i := range g.Players {
		g.Players[i] = wthorName(game[wthorPlayersAt+2*i:])
	}
	g.Tags = wthorTags(header, game, r.at)
	return g, nil
}

// wthorTags lists what a game says besides its moves.
func wthorTags(header, game []byte, at *position) (tags []engines.Tag) {
	put := func(name, value string) {
		if value != "" {
			tags = append(tags, engines.Tag{Name: name, Value: value})
		}
	}
	put(tagEvent, wthorName(game[wthorEventAt:]))
	if year := binary.LittleEndian.Uint16(header[wthorYearAt:]); year > 0 {
		put(tagDate, fmt.Sprintf("%d%s", year, anyDay))
	}
	score := int(game[wthorScoreAt])
	if black, over := at.tournamentScore(); !over || black != score {
		put(tagScore, fmt.Sprintf("%d-%d", score, mostDiscsOnSide-score))
	}
	if theory, depth := game[wthorTheoryAt], header[wthorDepthAt]; theory > 0 || depth > 0 {
		put(tagTheory, fmt.Sprintf("%d at %d", theory, depth))
	}
	return tags
}

// anyDay is the part of a date that a base does not know.
const anyDay = ".??.??"

// wthorName spells a number that stands for a name; none for 0.
func wthorName(field []byte) string {
	n := binary.LittleEndian.Uint16(field)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("#%d", n)
}

// fitsWTHOR reports whether a file is as long as its header says, and holds games.
func fitsWTHOR(data []byte) bool {
	if len(data) < wthorHeader {
		return false
	}
	games := binary.LittleEndian.Uint32(data[wthorCountAt:])
	return games > 0 && uint64(len(data)) == wthorHeader+uint64(games)*wthorGame
}
