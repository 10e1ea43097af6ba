package audit

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"

	"plylog/engines"
	"plylog/events"
)

// Options is how a verification is done. Games is needed.
type Options struct {
	Games   *engines.Registry
	Anchors *Anchors // nil: nothing was kept
	Shards  int      // of the store, where Entries do not tell and not every shard has a checkpoint. 0: as many as have one
	Workers int      // cores to use. 0: all; 1: everything in the calling goroutine
	// Witnesses are names that must have cosigned, by keys in Anchors.Trust.
	Witnesses []string
	// Progress is told from time to time how many events were read. nil: nobody is.
	Progress func(events int)
}

// errNoGames: nothing can be held to rules that are not there.
var errNoGames = errors.New("audit: a verification needs the games")

// Verify reads stored events to their end and says what they are worth.
//
// Where Anchors has checkpoints, the events are taken as the whole log of a store:
// each shard in its order, from its first event on. Otherwise they are taken as
// games, each to be vouched for by a receipt or head of its last event. A lone game
// that checkpoints are given for as well is taken as a game: a checkpoint says
// nothing about part of a log.
//
// An error means that the input could not be read or ctx ended; what is wrong with
// the events is in the Report.
func Verify(ctx context.Context, in iter.Seq2[Entry, error], o Options) (*Report, error) {
	if o.Games == nil {
		return nil, errNoGames
	}
	if o.Anchors == nil {
		o.Anchors = new(Anchors)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Anchors.sort()
	v := &verification{o: &o, a: o.Anchors}
	for range o.Workers {
		v.folds = append(v.folds, newFold(o.Games, o.Anchors.games))
	}
	if o.Anchors.whole {
		v.trees = newTrees(max(o.Shards, o.Anchors.shards(), 1), o.Anchors, &v.report)
	}
	var err error
	if o.Workers == 1 {
		err = v.alone(ctx, in)
	} else {
		err = v.together(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	v.finish()
	return &v.report, nil
}

// verification is one Verify under way.
type verification struct {
	o      *Options
	a      *Anchors
	folds  []*fold
	trees  *trees // nil: not a whole log
	report Report
}

// foldOf is the fold of a game.
func (v *verification) foldOf(game events.GameID) int {
	return int(game[15]^game[7]) % len(v.folds)
}

// alone does everything in this goroutine.
func (v *verification) alone(ctx context.Context, in iter.Seq2[Entry, error]) error {
	for e, err := range in {
		if err != nil {
			return err
		}
		it := item{Entry: e, order: v.report.Events}
		it.read(v.trees != nil)
		v.place(&it)
		if it.event != nil {
			v.folds[0].take(&it)
		}
		if v.report.Events%batchSize == 0 {
			if err := v.tell(ctx); err != nil {
				return err
			}
		}
	}
	return v.tell(ctx)
}

// place counts an entry and adds it to its tree.
func (v *verification) place(it *item) {
	v.report.Events++
	if it.err != nil {
		v.report.problem(Problem{File: it.File, Line: it.Line, Reason: ReasonMalformed, Detail: it.err.Error(), order: it.order})
	}
	if v.trees != nil {
		v.trees.take(it)
	}
}

func (v *verification) tell(ctx context.Context) error {
	if v.o.Progress != nil {
		v.o.Progress(v.report.Events)
	}
	return ctx.Err()
}

// finish gathers what was found.
func (v *verification) finish() {
	r := &v.report
	for _, p := range v.a.problems {
		r.problem(p)
	}
	r.Receipts = v.a.proven
	// A checkpoint says nothing about part of a log: one game alone is a game.
	lone := v.trees != nil && v.games() == 1 && v.trees.short()
	if v.trees != nil && !lone {
		v.trees.finish(v.a, v.o.Witnesses)
	}
	var bare []events.GameID
	for _, f := range v.folds {
		bare = append(bare, f.finish(r, v.trees != nil && !lone)...)
	}
	if len(bare) > 0 {
		slices.SortFunc(bare, func(a, b events.GameID) int { return slices.Compare(a[:], b[:]) })
		r.missing("%d of %d games are vouched for by no receipt or head of their last event, the first of them %s", len(bare), r.Games, bare[0])
	}
	for _, f := range v.folds {
		if r.Games == 1 && f.last != nil {
			r.Head = HeadOf(f.last).String()
		}
	}
	if r.Events > 0 {
		v.absent()
	}
	if v.a.unsigned {
		r.missing("no public key of the log was given, so that no signature could be checked")
	}
	for _, p := range r.Receipts {
		for _, w := range v.o.Witnesses {
			if !slices.Contains(p.Witnesses, w) {
				r.missing("the receipt %s is not cosigned by %s", p.File, w)
			}
		}
	}
	if r.Events == 0 && len(r.Receipts) == 0 && len(r.Missing) == 0 {
		r.missing("there is nothing to verify")
	}
	r.conclude()
}

// games is how many games were read of.
func (v *verification) games() int {
	n := 0
	for _, f := range v.folds {
		n += len(f.games)
	}
	return n
}

// absent finds games that are vouched for and were not read of.
func (v *verification) absent() {
	for game, marks := range v.a.games {
		if _, ok := v.folds[v.foldOf(game)].games[game]; !ok {
			v.report.problem(Problem{File: marks[0].file, Game: game, N: marks[0].n, Reason: ReasonCut,
				Detail: "no event of this game was read, and there was this one"})
		}
	}
}

// short reports whether every tree that has events ended before its checkpoints
// said anything about it.
func (t *trees) short() bool {
	for i := range t.shards {
		if s := &t.shards[i]; s.tree.Size() > 0 && (s.fit > 0 || s.bad || len(s.rest) == 0) {
			return false
		}
	}
	return true
}
