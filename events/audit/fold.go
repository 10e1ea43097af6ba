package audit

import (
	"bytes"
	"errors"

	"plylog/engines"
	"plylog/events"
	"plylog/events/merkle"
	"plylog/events/play"
)

// item is an entry on its way through a verification.
type item struct {
	Entry
	order int
	event *events.Event // nil where err says why
	err   error
	leaf  merkle.Hash // of a whole log
}

// read decodes an entry, and hashes it where its tree is wanted.
func (it *item) read(leaf bool) {
	if it.err = it.Err; it.err == nil {
		it.event, it.err = events.Decode(it.Raw)
	}
	if leaf {
		it.leaf = merkle.Leaf(it.Raw)
	}
}

// standing is how far a game was read.
type standing struct {
	n    int
	over bool
	bad  bool
}

// fold holds the events of some games to their rules. Not for concurrent use.
type fold struct {
	folder  *play.Folder
	marks   map[events.GameID][]mark // shared, and not written to
	games   map[events.GameID]standing
	covered map[events.GameID]int // up to which event a game is vouched for
	heads   int
	last    *events.Event // that was taken and is right
	dice    play.DiceTally
	report  Report // its problems
}

func newFold(games *engines.Registry, marks map[events.GameID][]mark) *fold {
	return &fold{
		folder: play.NewFolder(games), marks: marks, games: make(map[events.GameID]standing), covered: make(map[events.GameID]int),
	}
}

// take holds one event to what came before it.
func (f *fold) take(it *item) {
	e := it.event
	at := f.games[e.Game]
	if at.bad {
		return // its first problem is enough
	}
	wrong := func(n int, reason, detail string) {
		at.bad = true
		f.report.problem(Problem{File: it.File, Line: it.Line, Game: e.Game, N: n, Reason: reason, Detail: detail, order: it.order})
	}
	defer func() { f.games[e.Game] = at }()
	if at.over {
		wrong(e.N, ReasonEnded, "an event behind the end of its game")
		return
	}
	err := f.folder.Apply(e)
	var diverged *play.DivergedError
	switch {
	case errors.As(err, &diverged):
		wrong(e.N, diverged.What, diverged.Error())
		return
	case errors.Is(err, play.ErrUnknownKind):
		wrong(e.N, ReasonKind, err.Error())
		return
	case err != nil:
		wrong(e.N, "data", err.Error())
		return
	}
	f.dice.Take(e)
	if ruled, ok := rulingOf(e); ok {
		ruled.Game = e.Game
		f.report.Rulings = append(f.report.Rulings, ruled)
	}
	at.n, at.over = e.N, e.Over()
	for _, m := range f.marks[e.Game] {
		if m.n != e.N {
			continue
		}
		switch {
		case m.raw != nil && !bytes.Equal(m.raw, e.Raw):
			wrong(e.N, m.reason, "the receipt "+m.file+" is for another event")
		case m.raw == nil && m.head != e.Hash():
			wrong(e.N, m.reason, "the head that was kept is "+m.head.String()+", and this is "+e.Hash().String())
		case m.signed:
			f.covered[e.Game] = max(f.covered[e.Game], e.N)
			if m.raw == nil {
				f.heads++
			}
		}
	}
	if !at.bad {
		f.last = e
	}
}

// finish adds what is known of the games to a report. whole: the logs that they are
// in are looked at as a whole.
func (f *fold) finish(r *Report, whole bool) (uncovered []events.GameID) {
	for game, at := range f.games {
		r.Games++
		if at.over {
			r.Finished++
		}
		if !whole && !at.bad && f.covered[game] < at.n {
			uncovered = append(uncovered, game)
		}
		for _, m := range f.marks[game] {
			if m.n > at.n && !at.bad {
				r.problem(Problem{File: m.file, Game: game, N: m.n, Reason: ReasonCut,
					Detail: "the game was read up to event " + itoa(at.n) + ", and there was this one"})
			}
		}
	}
	for _, p := range f.report.Problems {
		r.problem(p)
	}
	r.Rulings = append(r.Rulings, f.report.Rulings...)
	r.Wrong += f.report.Wrong - len(f.report.Problems)
	r.Heads += f.heads
	r.tally.Merge(&f.dice)
	return uncovered
}
