package backgammon

import (
	"strconv"
	"strings"

	"plylog/engines"
)

// matGame is one game of a .mat file as written.
type matGame struct {
	number, match int
	length        int
	score         [2]int
	seated        bool // the players' line has been read
	rows          int
	firstRow      int // turns in the first row
	turns         []matTurn
	left, right   int // columns in which turns of rows of two begin; -1 unknown
	points        int // of "Wins 2 points"; 0: it does not say
	pointsAt      int // column of that
	cube          int
}

// matTurn is one thing done: a roll with its moves, or a word about the cube.
type matTurn struct {
	line  int
	at    int // column
	dice  [2]uint8
	word  engines.Move // Double, Take, Drop, or Roll for a roll
	moves string       // of the roll; empty where nothing could be played
}

// readRow reads what stands behind the number of a row, or on a line of its own
// at the end of the game. column is where rest begins in its line.
func (r *matReader) readRow(g *matGame, rest string, column int) error {
	inside := column > 0
	before := len(g.turns)
	words := matWords{text: rest}
	for words.next() {
		t := matTurn{line: r.line, at: column + words.at}
		switch w := words.word; {
		case w == "Wins":
			return r.readWins(g, &words, t.at, before)
		case !inside:
			return r.fail("%.40q is no row of moves", rest)
		case w == "Doubles":
			t.word = engines.Double
			words.skip("=>")
			if words.next(); !isNumber(words.word) {
				return r.fail("want the value: Doubles => 2")
			}
		case w == "Takes":
			t.word = engines.Take
		case w == "Drops":
			t.word = engines.Drop
		case len(w) == 3 && w[2] == ':':
			a, b, ok := readDice(w[:1] + "-" + w[1:2])
			if !ok {
				return r.fail("%.8q are no dice", w)
			}
			t.word, t.dice = engines.Roll, [2]uint8{a, b}
		default:
			if err := r.readMove(g, w, before); err != nil {
				return err
			}
			continue
		}
		if len(g.turns)-before == 2 {
			return r.fail("there are more than two turns in a row")
		}
		if len(g.turns) == mostMATTurns {
			return r.fail("more than %d turns", mostMATTurns)
		}
		g.turns = append(g.turns, t)
	}
	return r.endRow(g, before)
}

// readMove adds a word to the roll before it.
func (r *matReader) readMove(g *matGame, word string, before int) error {
	n := len(g.turns)
	if n == before || g.turns[n-1].word != engines.Roll {
		return r.fail("%.12q stands where dice or a word about the cube should", word)
	}
	switch strings.ToLower(word) {
	case "cannot", "can't", "move":
		return nil
	}
	t := &g.turns[n-1]
	if !strings.Contains(word, "/") || len(t.moves)+len(word) > longestSpelling {
		return r.fail("%.12q is no move", word)
	}
	if t.moves != "" {
		t.moves += " "
	}
	t.moves += word
	return nil
}

// endRow notes how many turns a row had: two, but for the first, in which the
// right player may start, and the last.
func (r *matReader) endRow(g *matGame, before int) error {
	n := len(g.turns) - before
	g.rows++
	switch {
	case n == 0:
		return r.fail("there is nothing in the row")
	case g.rows == 1:
		g.firstRow = n
	case before-g.firstRow != 2*(g.rows-2):
		return r.fail("the row before holds one turn only, in the middle of the game")
	}
	if n == 2 {
		g.left, g.right = g.turns[before].at, g.turns[before+1].at
	}
	return nil
}

// readWins reads "Wins 2 points", in a row or on a line of its own.
func (r *matReader) readWins(g *matGame, words *matWords, at, before int) error {
	words.next()
	n, err := strconv.Atoi(words.word)
	if err != nil || n < 1 || n > 3*MostCube {
		return r.fail("want the points: Wins 2 points")
	}
	if g.points > 0 {
		return r.fail("the game ends twice")
	}
	g.points, g.pointsAt = n, at
	if len(g.turns) > before {
		return r.endRow(g, before)
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
