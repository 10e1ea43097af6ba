package reversi

import (
	"errors"
	"fmt"

	"plylog/engines"
)

// recorder plays the moves of a file, which do not say who made them and leave
// passes out, and notes both.
type recorder struct {
	at    *position
	turns []engines.Turn
}

func newRecorder() *recorder {
	p := start()
	return &recorder{at: &p}
}

// move plays a move of whoever is on turn, after the pass that the rules ask
// for where the opponent has nothing to play.
func (r *recorder) move(m engines.Move) error {
	if r.at.MustPass() {
		r.at = r.at.after(passing)
	}
	square, refusal := r.at.check(r.at.side, m)
	if refusal != nil {
		return refusal
	}
	r.turns = append(r.turns, engines.Turn{By: r.at.side, Move: engines.Move(nameOf(square))})
	r.at = r.at.after(square)
	return nil
}

// pass plays a pass that the file does hold. Records leave passes out, so it is
// only checked.
func (r *recorder) pass() error {
	if _, refusal := r.at.check(r.at.side, engines.Pass); refusal != nil {
		return refusal
	}
	r.at = r.at.after(passing)
	return nil
}

// replay plays a record from its start position and shows visit every move with
// the position before it and the square, and before it the passes that records
// leave out. It returns the last position, or a *moveError of the first move that
// is not legal for whom the record says.
func replay(g engines.Record, visit func(at *position, square int)) (*position, error) {
	set, err := readSettings(g.Options)
	if err != nil {
		return nil, err
	}
	p := start()
	if g.Board != "" {
		if p, err = parse(g.Board); err != nil {
			return nil, err
		}
	}
	at := &p
	play := func(square int) {
		visit(at, square)
		at = at.after(square)
	}
	for i, t := range g.Turns {
		if t.Dice != "" {
			return at, &moveError{i + 1, errors.New("has dice")}
		}
		if at.MustPass() && t.By != at.side {
			play(passing)
		}
		square, err := at.squareOf(t, set.Flips == flipsManual)
		if err != nil {
			return at, &moveError{i + 1, err}
		}
		play(square)
	}
	return at, nil
}

// squareOf returns the square of a turn that turns what the rules say. Squares are
// all that the formats hold.
func (p *position) squareOf(t engines.Turn, byHand bool) (int, error) {
	m := placement{}
	var refusal *engines.IllegalError
	if byHand {
		m, refusal = p.checkByHand(t.By, t.Move)
	} else {
		m.square, refusal = p.check(t.By, t.Move)
	}
	switch {
	case refusal != nil:
		return 0, refusal
	case m.square == passing:
		return 0, errors.New("is a pass; records leave them out")
	case byHand && m.turned != p.right(m.square):
		return 0, fmt.Errorf("turns other discs than the rules do, for which there is no room: %s", p.rightly(m.square))
	}
	return m.square, nil
}

// checkEnding holds the ending of a record against what the moves make of it, for
// a format that says nothing else about it: it must be unknown, or what the rules
// say where they end the game.
func checkEnding(e engines.Ending, at *position) error {
	r, over := at.Result()
	if e == (engines.Ending{}) || over && follows(e, r) {
		return nil
	}
	if !over {
		return fmt.Errorf("ended with the moves going on (%s), for which there is no room", e.Reason)
	}
	return fmt.Errorf("was won by %s (%s), and by the moves it was by %s (%s)",
		colour(e.Winner), e.Reason, colour(r.Winner), r.Reason)
}

// follows reports whether an ending says what the rules say, with as many words
// as it likes.
func follows(e engines.Ending, r engines.Result) bool {
	return e.Known && e.Winner == r.Winner && e.Value == "" &&
		(e.Points == 0 || e.Points == r.Points) && (e.Reason == "" || e.Reason == r.Reason)
}
