package backgammon

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// What a .mat file is read up to besides.
const (
	mostMATLine   = 400                     // bytes of a row
	mostMATHeader = 2*engines.MostTag + 100 // bytes of a line of the header
)

// ReadMAT reads a match file as Jellyfish began and GNU Backgammon and others
// write them: one Record for each game, the left column as the first seat, with
// the options that the game was played under. Turns are split by their form, the
// dice and the words, not by their column. A roll without a move is one that
// could not be played, or was not any more. The moves are as written and not
// checked.
//
// Lines of the form ; [Name "value"] before the first game are the tags of all
// games of the match; those that say how it was played become options (see
// WriteMAT). Where they do not, Crawford and post-Crawford games follow from the
// scores, a match that doubles in what would be its Crawford game is taken to be
// played without that rule, and unlimited play to have a cube, and beavers if
// there is one. A win that no drop and no bearing off explains is a resignation.
// Every error is a *FormatError.
func ReadMAT(data []byte) ([]engines.Record, error) {
	var r matReader
	if len(data) > MostFile {
		return nil, r.fail("larger than %d bytes", MostFile)
	}
	for line := range strings.Lines(readable(data)) {
		r.line++
		if err := r.read(strings.TrimRight(line, " \t\r\n")); err != nil {
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
	line    int
	tags    []engines.Tag // since the last game began, of the match to come
	matches []matMatch
	games   []matGame
}

// matMatch is what the header of a match says.
type matMatch struct {
	length int
	tags   []engines.Tag
	facts  matFacts
	games  map[int]bool // by number
}

func (r *matReader) fail(format string, args ...any) error {
	e := &FormatError{Format: "mat", Line: r.line, Detail: fmt.Sprintf(format, args...)}
	if len(r.games) > 0 {
		e.Game = r.games[len(r.games)-1].number
	}
	return e
}

// read reads one line.
func (r *matReader) read(line string) error {
	text := strings.TrimSpace(line)
	unseated := len(r.games) > 0 && !r.games[len(r.games)-1].seated
	switch {
	case text == "":
		return nil
	case text[0] == ';' || text[0] == '#' || text[0] == '[' && !unseated:
		return r.readHeader(text)
	case len(line) > mostMATLine:
		return r.fail("longer than %d bytes", mostMATLine)
	case unseated:
		return r.readSeats(&r.games[len(r.games)-1], text)
	case isMatchLine(text):
		return r.readMatch(text)
	case strings.HasPrefix(text, "Game "):
		return r.readGame(text)
	case len(r.games) == 0:
		return nil // whatever stands before the first game
	}
	g := &r.games[len(r.games)-1]
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
	const words = "point match"
	number, rest, _ := strings.Cut(text, " ")
	return isNumber(number) && len(rest) >= len(words) && strings.EqualFold(rest[:len(words)], words)
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
	r.matches = append(r.matches, matMatch{length: n, games: map[int]bool{}})
	return nil
}

// readGame reads " Game 1".
func (r *matReader) readGame(text string) error {
	if len(r.matches) == 0 {
		return r.fail("the length of the match is not told before its first game")
	}
	if len(r.games) == mostGames {
		return r.fail("more than %d games", mostGames)
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(text, "Game ")))
	if err != nil || n < 1 {
		return r.fail("the game has no number")
	}
	at := len(r.matches) - 1
	if len(r.games) == 0 || r.games[len(r.games)-1].match != at {
		r.matches[at].tags = r.tags
	}
	r.tags = nil // those inside a game are remarks
	r.matches[at].games[n] = true
	r.games = append(r.games, matGame{number: n, match: at, firstLine: r.line, left: -1, right: -1})
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
		if first, name, ok := lastPoints(rest[:at]); ok {
			g.score = [2]int{first, second}
			g.players = [2]string{strings.TrimSpace(name), strings.TrimSpace(rest[at:])}
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
