package sim

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"plylog/events"
	"plylog/events/audit"
	"plylog/events/play"
	"plylog/projections"
)

// Result is what came of a run.
type Result struct {
	Seed     uint64   `json:"seed"`
	Commands int      `json:"commands"` // sent to handlers, refused and repeated ones included
	Events   int      `json:"events"`   // in the log
	Games    int      `json:"games"`
	Digest   string   `json:"digest"` // of the log, and of everything that clients and readers were told
	Seen     Counts   `json:"-"`
	Wrong    []string `json:"wrong,omitempty"` // what must not be; empty: all is well
}

// finding is the log, sorted by game.
type finding struct {
	games map[events.GameID][]*events.Event
	order []events.GameID
}

func (w *world) find() finding {
	f := finding{games: make(map[events.GameID][]*events.Event)}
	for shard := range shards {
		for e, err := range w.log.Scan(context.Background(), shard, 0) {
			if err != nil {
				w.wrongf("reading the log: %v", err)
				return f
			}
			if f.games[e.Game] == nil {
				f.order = append(f.order, e.Game)
			}
			f.games[e.Game] = append(f.games[e.Game], e)
		}
	}
	return f
}

// check holds everything to what must hold.
func (w *world) check() {
	f := w.find()
	w.checkRules(f)
	w.checkCommands(f)
	w.checkViews(f)
	if w.cfg.Thorough && len(w.wrong) == 0 {
		w.checkSnapshots(f)
		w.checkOrder(f)
		w.checkAudit()
	}
	w.stopViews()
}

// checkRules folds every game by its rules, chain and dice, and holds its times and
// ids to their order.
func (w *world) checkRules(f finding) {
	folder := play.NewFolder(w.reg)
	for _, id := range f.order {
		ids := make(map[events.CommandID]int)
		for i, e := range f.games[id] {
			if err := folder.Apply(e); err != nil {
				w.wrongf("game %s, event %d does not follow: %v", id, e.N, err)
				break
			}
			if before := ids[e.Command]; before > 0 {
				w.wrongf("game %s: command %s is event %d and event %d", id, e.Command, before, e.N)
			}
			ids[e.Command] = e.N
			if i > 0 && e.Time.Before(f.games[id][i-1].Time) {
				w.wrongf("game %s: event %d is from before event %d", id, e.N, e.N-1)
			}
			w.notice(e)
		}
	}
}

// notice counts the rare events.
func (w *world) notice(e *events.Event) {
	switch c, ok := e.Data.(*events.Created); {
	case ok && c.Series != nil && e.Kind == "backgammon":
		w.seen[MatchGoesOn]++
	}
	if m, ok := momentOf(e.Type); ok {
		w.seen[m]++
	}
	if a, ok := e.Data.(*events.Act); ok && e.Type == events.TypeAccepted && a.What == play.WhatTakeback {
		w.seen[TookBack]++
	}
	for _, c := range e.Then {
		if c.Pass.Plays() {
			w.seen[Passed]++
		}
	}
	r := e.After.Result
	if r == nil {
		return
	}
	if !r.Winner.Plays() {
		w.seen[Drawn]++
	}
	ends := map[string]Moment{"nim": EndedNim, "reversi": EndedReversi, "checkers": EndedCheckers, "baghchal": EndedBaghchal, "backgammon": EndedBackgammon}
	if e.Type == events.TypeMoved {
		w.seen[ends[e.Kind]]++
	}
}

// momentOf is the moment that an event of a rare type is.
func momentOf(t events.Type) (Moment, bool) {
	switch t {
	case events.TypeResumed:
		return Resumed, true
	case events.TypeFlagged:
		return Flagged, true
	case events.TypeSeated:
		return Handed, true
	case events.TypeJoined:
		return Joined, true
	case events.TypeDoubled:
		return Doubled, true
	case events.TypeTook:
		return Took, true
	case events.TypeDropped:
		return Dropped, true
	case events.TypeOffered:
		return Offered, true
	case events.TypeAccepted:
		return Accepted, true
	case events.TypeDeclined:
		return Declined, true
	case events.TypeWithdrew:
		return Withdrew, true
	case events.TypeClaimed:
		return Claimed, true
	case events.TypeResigned:
		return Resigned, true
	case events.TypeAborted:
		return Aborted, true
	}
	return 0, false
}

// checkCommands looks for every acknowledged command where it was acknowledged, and
// for every refused one nowhere.
func (w *world) checkCommands(f finding) {
	at := make(map[events.CommandID]*events.Event)
	for _, id := range f.order {
		for _, e := range f.games[id] {
			at[e.Command] = e
		}
	}
	sent := make(map[events.CommandID]bool)
	for _, o := range w.orders {
		sent[o.id] = true
		if o.many {
			continue
		}
		e := at[o.id]
		maybe := o.reused
		for _, c := range o.calls {
			maybe = maybe || c.heard == unknown || c.heard == acked
		}
		switch {
		case o.stored != nil && (e == nil || string(e.Raw) != string(o.stored.Raw)):
			w.wrongf("game %s: command %s was acknowledged as event %d, and the log does not have it", o.game, o.id, o.stored.N)
		case e != nil && !maybe:
			w.wrongf("game %s: command %s was refused, and is event %d", o.game, o.id, e.N)
		}
	}
	for _, o := range w.orders {
		if o.many { // what imports and rematches make have ids of their own
			for _, e := range f.games[o.game] {
				sent[e.Command] = true
			}
		}
	}
	for _, id := range f.order {
		for _, e := range f.games[id] {
			if !sent[e.Command] && e.By != events.System {
				w.wrongf("game %s: event %d is of a command that nobody sent", id, e.N)
			}
		}
	}
}

// checkViews compares the read side with a fold of the whole log, byte for byte, and
// what readers saw with the log.
func (w *world) checkViews(f finding) {
	w.deliverAll()
	for _, r := range w.readers {
		for range 1000 {
			if !w.follow(r) {
				break
			}
		}
		w.compare(r)
		if n := len(f.games[r.game]); r.n != n {
			w.wrongf("reader of game %s saw %d events of %d", r.game, r.n, n)
		}
	}
	ctx := context.Background()
	for _, id := range f.order[max(0, len(f.order)-4):] {
		if _, err := gameText(w.views.set, id); err != nil { // kept in memory, to be compared
			w.wrongf("reading game %s: %v", id, err)
		}
	}
	report, err := projections.Rebuild(ctx, w.log, w.views.set, projections.RebuildOptions{Workers: 1})
	if err != nil {
		w.wrongf("rebuilding: %v", err)
		return
	}
	if report.Wrong > 0 || report.Equal != len(f.games) || len(report.Damaged) > 0 {
		w.wrongf("rebuilt, %d of %d games are equal; %+v %v", report.Equal, len(f.games), report.Mismatches, report.Damaged)
	}
	for _, id := range f.order {
		if n := w.views.set.Version(id); n != len(f.games[id]) {
			w.wrongf("game %s is served at version %d of %d", id, n, len(f.games[id]))
		}
	}
}

// checkAudit has the offline verifier read the log as an export.
func (w *world) checkAudit() {
	var list []audit.Entry
	for shard := range shards {
		for e := range w.log.Scan(context.Background(), shard, 0) {
			list = append(list, audit.Entry{Raw: e.Raw, File: "log", Line: len(list) + 1, Shard: -1})
		}
	}
	report, err := audit.Verify(context.Background(), func(yield func(audit.Entry, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}, audit.Options{Games: w.reg, Workers: 1})
	w.seen[AuditChecked]++
	if err != nil || report.Wrong > 0 {
		w.wrongf("the audit finds %d problems (%v), the first: %v", report.Wrong, err, slices.Concat(report.Problems, []audit.Problem{{}})[0])
	}
}

// result tells what came of the run.
func (w *world) result() *Result {
	r := &Result{Seed: w.cfg.Seed, Commands: w.commands, Seen: w.seen, Wrong: w.wrong}
	h := sha256.New()
	games := make(map[events.GameID]bool)
	for shard := range shards {
		for e, err := range w.log.Scan(context.Background(), shard, 0) {
			if err == nil {
				h.Write(e.Raw)
				games[e.Game] = true
				r.Events++
			}
		}
	}
	var line []byte
	for _, o := range w.orders {
		for _, c := range o.calls {
			line = append(line[:0], o.id[:]...)
			for _, n := range [...]int64{c.begin, c.end, int64(c.heard), int64(c.n)} {
				line = binary.AppendVarint(line, n)
			}
			h.Write(line)
		}
	}
	fmt.Fprintln(h, w.commands, w.seen, w.step, w.wrong)
	r.Games = len(games)
	r.Digest = hex.EncodeToString(h.Sum(nil)[:16])
	return r
}
