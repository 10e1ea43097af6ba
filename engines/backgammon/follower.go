package backgammon

import "plylog/engines"

// follower plays a recorded game for as long as it is legal, for what only the
// board tells.
type follower struct{ at *position } // nil once something was not legal

// playOn plays a course from the start of a game. It hands every turn that is
// legal to each: the number of its act, how the engine writes it, and its steps
// in an order in which they can be made. It returns the position reached, nil
// where something was not legal; from there on each is not called.
func (c *course) playOn(start *position, each func(i int, m engines.Move, steps []step)) *position {
	f := follower{start}
	for _, dice := range c.throws {
		f.draw(dice)
	}
	for i := range c.acts {
		a := &c.acts[i]
		if i > 0 || f.at == nil || f.at.phase != moving {
			f.play(a)
		}
		if a.moves == "" || f.at == nil {
			continue
		}
		done, refused := f.at.read(a.by, a.moves)
		if refused != nil || done.word != "" {
			f.at = nil
			continue
		}
		w := f.at.walk()
		f.at = f.at.after(&done)
		each(i, spell(&w, &done.turn), done.turn.steps[:done.turn.n])
	}
	return f.at
}

// play plays the word of an act, and lets the dice of a roll fall.
func (f *follower) play(a *act) {
	if f.at == nil {
		return
	}
	if f.at.MustPass() {
		f.at = f.at.after(&command{word: engines.Pass})
	}
	done, refused := f.at.read(a.by, a.word)
	if refused != nil {
		f.at = nil
		return
	}
	if f.at = f.at.after(&done); a.word == engines.Roll {
		f.draw(diceName(int(a.dice[0]), int(a.dice[1])))
	}
}

// draw lets dice fall.
func (f *follower) draw(dice string) {
	if f.at == nil {
		return
	}
	next, refused := f.at.draw(dice)
	if refused != nil {
		next = nil
	}
	f.at = next
}
