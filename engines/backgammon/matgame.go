package backgammon

import (
	"strconv"
	"strings"

	"plylog/engines"
)

// matGame is one game of a .mat file as written.
type matGame struct {
	number, match int
	score         [2]int
	players       [2]string
	seated        bool // the players' line has been read
	rows          int
	firstRow      int // acts in the first row
	firstLine     int // of the game, and then of its first act
	firstAt       int // column of the first act
	course            // whose acts nobody has done yet
	left, right   int // columns in which acts of rows of two begin; -1 unknown
	points        int // of "Wins 2 points"; 0: it does not say
	pointsAt      int // column of that
	wholeMatch    bool
}

// readRow reads what stands behind the number of a row, or on a line of its own
// at the end of the game. column is where rest begins in its line.
func (r *matReader) readRow(g *matGame, rest string, column int) error {
	inside := column > 0
	before := len(g.acts)
	var at [2]int // where the acts of the row begin
	words := matWords{text: rest}
	for words.next() {
		a := act{line: r.line}
		switch w := words.word; {
		case w == "Wins":
			return r.readWins(g, &words, column+words.at, before, at)
		case !inside:
			return r.fail("%.40q is no row of moves", rest)
		case w == "Doubles" || w == "Beavers":
			a.word = engines.Double
			words.skip("=>")
			if words.next(); !isNumber(words.word) {
				return r.fail("want the value: %s => 2", w)
			}
		case w == "Takes":
			a.word = engines.Take
		case w == "Drops":
			a.word = engines.Drop
		case len(w) == 3 && w[2] == ':':
			x, y, ok := readDice(w[:1] + "-" + w[1:2])
			if !ok {
				return r.fail("%.8q are no dice", w)
			}
			a.word, a.dice = engines.Roll, [2]uint8{max(x, y), min(x, y)}
		default:
			if err := r.readMove(g, w, before); err != nil {
				return err
			}
			continue
		}
		n := len(g.acts) - before
		if n == len(at) {
			return r.fail("there are more than two turns in a row")
		}
		if len(g.acts) == mostActs {
			return r.fail("more than %d turns", mostActs)
		}
		at[n] = column + words.at
		g.acts = append(g.acts, a)
	}
	return r.endRow(g, before, at)
}

// readMove adds a word to the roll before it.
func (r *matReader) readMove(g *matGame, word string, before int) error {
	n := len(g.acts)
	if n == before || g.acts[n-1].word != engines.Roll {
		return r.fail("%.12q stands where dice or a word about the cube should", word)
	}
	switch strings.ToLower(word) {
	case "cannot", "can't", "move", "???", "????":
		return nil
	}
	a := &g.acts[n-1]
	if !isMATMove(word) || len(a.moves)+len(word) >= longestSpelling {
		return r.fail("%.12q is no move", word)
	}
	if a.moves != "" {
		a.moves += " "
	}
	a.moves += engines.Move(word)
	return nil
}

// isMATMove reports whether a word can be a step or a way: "8/5*", "13/8(2)".
func isMATMove(word string) bool {
	return strings.Contains(word, "/") && strings.Trim(strings.ToLower(word), "0123456789/*()barof") == ""
}

// endRow notes how many acts a row had: two, but for the first, in which the
// right player may start, and the last.
func (r *matReader) endRow(g *matGame, before int, at [2]int) error {
	n := len(g.acts) - before
	g.rows++
	switch {
	case n == 0:
		return r.fail("there is nothing in the row")
	case g.rows == 1:
		g.firstRow, g.firstAt, g.firstLine = n, at[0], r.line
	case before-g.firstRow != 2*(g.rows-2):
		return r.fail("the row before holds one turn only, in the middle of the game")
	}
	if n == 2 {
		g.left, g.right = at[0], at[1]
	}
	return nil
}

// readWins reads "Wins 2 points and the match", in a row or on a line of its own.
func (r *matReader) readWins(g *matGame, words *matWords, column, before int, at [2]int) error {
	words.next()
	n, err := strconv.Atoi(words.word)
	if err != nil || n < 1 || n > mostPoints {
		return r.fail("want the points: Wins 2 points")
	}
	if g.points > 0 {
		return r.fail("the game ends twice")
	}
	g.points, g.pointsAt = n, column
	g.wholeMatch = strings.Contains(words.text[words.end:], "match")
	if len(g.acts) > before {
		return r.endRow(g, before, at)
	}
	return nil
}

// matWords walks through the words of a line.
type matWords struct {
	text string
	word string
	at   int // where the word begins
	end  int
}

func (w *matWords) next() bool {
	for w.end < len(w.text) && (w.text[w.end] == ' ' || w.text[w.end] == '\t') {
		w.end++
	}
	w.at = w.end
	for w.end < len(w.text) && w.text[w.end] != ' ' && w.text[w.end] != '\t' {
		w.end++
	}
	w.word = w.text[w.at:w.end]
	return w.word != ""
}

// skip goes past a word if it comes next.
func (w *matWords) skip(word string) {
	past := *w
	if past.next() && past.word == word {
		*w = past
	}
}
