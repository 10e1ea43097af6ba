package audit

import (
	"fmt"
	"slices"
	"strconv"

	"plylog/events"
	"plylog/events/merkle"
)

func itoa(n int) string { return strconv.Itoa(n) }

// trees are the trees of a whole log, held to the checkpoints that were kept.
type trees struct {
	shards []shardTree
	report *Report
}

type shardTree struct {
	tree    merkle.Tree
	rest    []kept // the checkpoints that lie ahead, by size
	fit     int
	covered *kept // the largest that fits and whose signature was checked
	bad     bool
}

func newTrees(n int, a *Anchors, r *Report) *trees {
	t := &trees{shards: make([]shardTree, n), report: r}
	for i := range t.shards {
		t.shards[i].rest = a.checkpoints[i]
		t.compare(i, 0)
	}
	return t
}

// take adds an event to the tree of its shard.
func (t *trees) take(it *item) {
	shard := it.Shard
	if it.event != nil {
		own := events.ShardOf(it.event.Game, len(t.shards))
		if shard >= 0 && own != shard {
			t.report.problem(Problem{File: it.File, Line: it.Line, Game: it.event.Game, N: it.event.N, Reason: ReasonShard,
				Detail: fmt.Sprintf("it is in shard %d, and its game belongs to %d", shard, own), order: it.order})
		}
		if shard < 0 {
			shard = own
		}
	}
	if shard < 0 && len(t.shards) == 1 {
		shard = 0 // whatever it is
	}
	if shard < 0 || shard >= len(t.shards) {
		return // it was reported: nobody can tell where it belongs
	}
	s := &t.shards[shard]
	s.tree.AddLeaf(it.leaf)
	t.compare(shard, it.order)
}

// compare holds a tree to the checkpoints of its size.
func (t *trees) compare(shard, order int) {
	s := &t.shards[shard]
	for len(s.rest) > 0 && s.rest[0].Size == s.tree.Size() {
		k := &s.rest[0]
		s.rest = s.rest[1:]
		if root := s.tree.Root(); root != k.Root {
			if !s.bad { // all that follow differ as well
				t.report.problem(Problem{File: k.file, Reason: ReasonRoot, order: order, Detail: fmt.Sprintf(
					"the first %d events of shard %02d have root %s, and %s was signed", k.Size, shard, root, k.Root)})
			}
			s.bad = true
			continue
		}
		s.fit++
		if k.signed {
			s.covered = k
		}
	}
}

// finish adds the trees to the report. need are the witnesses that must have
// cosigned.
func (t *trees) finish(a *Anchors, need []string) {
	for i := range t.shards {
		s := &t.shards[i]
		out := Shard{Events: s.tree.Size(), Root: s.tree.Root(), Checkpoints: s.fit}
		if a.store != "" {
			out.Origin = merkle.Origin(a.store, i)
		}
		if len(s.rest) > 0 {
			k := s.rest[len(s.rest)-1]
			t.report.problem(Problem{File: k.file, Reason: ReasonCut, Detail: fmt.Sprintf(
				"shard %02d has %d events, and a checkpoint was signed over %d", i, out.Events, k.Size)})
		}
		if s.covered != nil {
			out.Covered, out.Witnesses = s.covered.Size, s.covered.witnesses
		}
		switch {
		case s.covered == nil:
			t.report.missing("shard %02d (%d events): no checkpoint whose signature was checked fits", i, out.Events)
		case out.Covered < out.Events:
			t.report.missing("shard %02d: the last %d of %d events are newer than every checkpoint", i, out.Events-out.Covered, out.Events)
		}
		for _, w := range need {
			if !slices.Contains(out.Witnesses, w) && out.Events > 0 {
				t.report.missing("the newest checkpoint of shard %02d is not cosigned by %s", i, w)
			}
		}
		t.report.Shards = append(t.report.Shards, out)
	}
}
