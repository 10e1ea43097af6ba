package backgammon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// WriteMAT writes games in the dialect of GNU Backgammon: what the match is about
// and how it is played in its header, then each game in rows of two. Games that
// follow one from the other make one match; any other begins another match in the
// same file, which ReadMAT reads on, but GNU Backgammon reads as one.
//
// What the format has no place for stands in the header, where programs take it
// for a remark: options (PostCrawford, OpeningReroll), and by the number of the
// player or the game names that do not fit their line (Player 1), throws for the
// start beside the opening roll (Throws 1), endings that are neither on the board
// nor a drop nor a resignation (Ending 1), and the value of a resignation where
// its points do not tell it (Resigned 1). So nothing is lost to ReadMAT; other
// programs take a win on time for a resignation of its points, and a game without
// a winner for one that stops.
//
// A game from a position of its own, a win without points, a tag that means one
// of the above, and turns that no game can have are refused with a *FormatError.
// Read again, a resignation without a value has the one that its points mean, and
// passes stay left out.
func WriteMAT(games []engines.Record) ([]byte, error) {
	w := matWriter{}
	for i, g := range games {
		if err := w.add(g); err != nil {
			return nil, unwritable("mat", i+1, err)
		}
	}
	if len(games) == 0 {
		return nil, unwritable("mat", 0, errors.New("there is no game to write"))
	}
	text, err := w.write()
	if err == nil {
		err = confirm([]byte(text), w.games, ReadMAT)
	}
	if err != nil {
		return nil, unwritable("mat", 0, err)
	}
	return []byte(text), nil
}

// matWriter gathers the games into matches. Its reader is what ReadMAT will have
// before it, so that it can be asked what follows by itself.
type matWriter struct {
	games  []*written
	reader matReader
}

// add adds a game to the match before it, or begins another.
func (w *matWriter) add(g engines.Record) error {
	taken, err := take(g)
	if err != nil {
		return err
	}
	for _, t := range g.Tags {
		if err := mayWrite(t, g.Players); err != nil {
			return err
		}
	}
	if err := taken.inRows(); err != nil {
		return err
	}
	r := &w.reader
	n := len(w.games)
	w.games = append(w.games, taken)
	game := matGame{number: 1, course: taken.course, score: taken.start.terms.score}
	if n > 0 && w.games[n-1].leadsTo(taken) {
		game.number = r.games[n-1].number + 1
		game.match = r.games[n-1].match
		r.games = append(r.games, game)
		if w.state(game.match) {
			return nil
		}
		r.games = r.games[:n]
		w.state(game.match)
		game.number = 1
	}
	game.match = len(r.matches)
	r.games = append(r.games, game)
	r.matches = append(r.matches, matMatch{length: taken.start.terms.length})
	w.state(game.match)
	return nil
}

// inRows checks that a game can be written in rows of two, of moves that are read
// as moves.
func (w *written) inRows() error {
	if w.want.End.Winner.Plays() && w.want.End.Points == 0 {
		return errors.New("it is won, and nothing says how many points")
	}
	for i, a := range w.acts {
		if i > 0 && a.by == w.acts[i-1].by {
			return fmt.Errorf("the seats do not take turns at the %s after %d", a.word, i)
		}
		for word := range strings.SplitSeq(string(a.moves), " ") {
			if a.moves != "" && !isMATMove(word) {
				return fmt.Errorf("%.24q cannot be written as moves", a.moves)
			}
		}
	}
	return nil
}

// leadsTo reports whether a game follows on another in a match: the same players,
// tags and length, at the score that the game before led to.
func (w *written) leadsTo(next *written) bool {
	a, b := w.start.terms, next.start.terms
	score := a.score
	if by := w.want.End.Winner; by.Plays() {
		won := &score[by-engines.First]
		*won = min(*won+w.want.End.Points, greatestScore)
	}
	return a.length == b.length && score == b.score && w.want.Players == next.want.Players &&
		slices.Equal(w.want.Tags, next.want.Tags)
}

// state finds the facts that the header of a match has to state so that the
// options of its games are read as they are. It is false if there are none that
// do so.
func (w *matWriter) state(match int) bool {
	m := &w.reader.matches[match]
	m.facts = matFacts{}
	for {
		missing := false
		for i := range w.reader.games {
			if w.reader.games[i].match != match {
				continue
			}
			o := w.reader.options(i)
			read, _ := o.over(terms{}, false)
			if read.plain() == w.games[i].start.terms.plain() {
				continue
			}
			if !m.facts.add(&read, w.games[i].start.terms) {
				return false
			}
			missing = true
			break
		}
		if !missing {
			return true
		}
	}
}

// add states the facts that make terms, as they are read, what they have to be.
// It is false where they are stated already or where no fact makes them so.
func (f *matFacts) add(read, want *terms) bool {
	a, b := read.plain(), want.plain()
	added := false
	for _, c := range [...]struct {
		fact       **bool
		read, want bool
	}{
		{&f.crawford, a.crawford, b.crawford}, {&f.post, a.after, b.after}, {&f.jacoby, a.jacoby, b.jacoby},
		{&f.beavers, a.beavers, b.beavers}, {&f.reroll, a.afresh, b.afresh}, {&f.cube, a.cube, b.cube},
	} {
		if c.read == c.want {
			continue
		}
		if *c.fact != nil {
			return false
		}
		*c.fact = &c.want
		added = true
	}
	return added
}
