package backgammon

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// What a .mat file is read up to. The longest known matches need a hundredth.
const (
	MostMATBytes = 1 << 20
	mostMATGames = 1000
	mostMATLine  = 400
	mostMATTurns = 4000 // of one game
)

// MATError says why a .mat file cannot be read.
type MATError struct {
	Game   int // as numbered in the file; 0 before the first
	Line   int // from 1
	Detail string
}

// Error implements error.
func (e *MATError) Error() string {
	if e.Game == 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Detail)
	}
	return fmt.Sprintf("game %d, line %d: %s", e.Game, e.Line, e.Detail)
}

// ReadMAT reads a match file as Jellyfish began and GNU Backgammon and others
// write them: one Record for each game, the left column as the first seat, with
// the options that the game was played under. Turns are split by their form, the
// dice and the words, not by their column. A roll without a move is one that
// could not be played. The moves are as written and not checked. Crawford and
// post-Crawford games follow from the scores; a match that doubles in what would
// be its Crawford game is taken to be played without that rule. Every error is a
// *MATError.
func ReadMAT(data []byte) ([]engines.Record, error) {
	if len(data) > MostMATBytes {
		return nil, &MATError{Line: 1, Detail: fmt.Sprintf("larger than %d bytes", MostMATBytes)}
	}
	r := matReader{length: -1}
	for line := range bytes.Lines(data) {
		r.line++
		if len(line) > mostMATLine {
			return nil, r.fail("longer than %d bytes", mostMATLine)
		}
		if err := r.read(strings.TrimRight(string(line), " \t\r\n")); err != nil {
			return nil, err
		}
	}
	if len(r.games) == 0 {
		return nil, r.fail("there is no game in the file")
	}
	return r.records()
}

// matReader reads line by line and gathers the games.
type matReader struct {
	line   int
	length int // of the match at hand; -1 before it is known
	match  int // matches in the file so far
	games  []matGame
}

func (r *matReader) fail(format string, args ...any) error {
	e := &MATError{Line: r.line, Detail: fmt.Sprintf(format, args...)}
	if len(r.games) > 0 {
		e.Game = r.games[len(r.games)-1].number
	}
	return e
}

// read reads one line.
func (r *matReader) read(line string) error {
	text := strings.TrimSpace(line)
	switch {
	case text == "" || text[0] == ';' || text[0] == '[':
		return nil
	case isMatchLine(text):
		return r.readMatch(text)
	case strings.HasPrefix(text, "Game "):
		return r.readGame(text)
	case len(r.games) == 0:
		return nil // whatever stands before the first game
	}
	g := &r.games[len(r.games)-1]
	if !g.seated {
		return r.readSeats(g, text)
	}
	row, rest, numbered := strings.Cut(line, ")")
	if numbered && isNumber(strings.TrimSpace(row)) {
		if g.points > 0 {
			return r.fail("there are moves behind the end of the game")
		}
		return r.readRow(g, rest, len(row)+1)
	}
	return r.readRow(g, line, 0)
}

func isMatchLine(text string) bool {
	number, rest, _ := strings.Cut(text, " ")
	return isNumber(number) && strings.HasPrefix(rest, "point match")
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// readMatch reads " 7 point match".
func (r *matReader) readMatch(text string) error {
	number, _, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(number)
	if err != nil || n > longestMatch {
		return r.fail("a match to %.8s points; want 0 (unlimited) to %d", number, longestMatch)
	}
	r.length = n
	r.match++
	return nil
}

// readGame reads " Game 1".
func (r *matReader) readGame(text string) error {
	if r.length < 0 {
		return r.fail("the length of the match is not told before its first game")
	}
	if len(r.games) == mostMATGames {
		return r.fail("more than %d games", mostMATGames)
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(text, "Game ")))
	if err != nil || n < 1 {
		return r.fail("the game has no number")
	}
	r.games = append(r.games, matGame{number: n, match: r.match, length: r.length, left: -1, right: -1})
	return nil
}

// readSeats reads the players and their points: "anna : 2     bert : 0". A name
// may hold anything, blanks and colons too.
func (r *matReader) readSeats(g *matGame, text string) error {
	second, rest, ok := lastPoints(text)
	if !ok {
		return r.fail("want both players with their points: name : 2   name : 0")
	}
	for at := len(rest); at > 0; at-- {
		// The other's points are a number before a name that is set off by blanks.
		if !strings.HasPrefix(rest[at:], "  ") {
			continue
		}
		if first, _, ok := lastPoints(rest[:at]); ok {
			g.score = [2]int{first, second}
			g.seated = true
			return nil
		}
	}
	return r.fail("want both players with their points: name : 2   name : 0")
}

// lastPoints reads the number at the end of "name : 2" and returns what stands
// before the colon.
func lastPoints(text string) (n int, before string, ok bool) {
	text = strings.TrimRight(text, " \t")
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return 0, "", false
	}
	n, err := strconv.Atoi(strings.TrimSpace(text[at+1:]))
	return n, text[:at], err == nil && n >= 0 && n <= greatestScore
}
