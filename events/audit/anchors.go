package audit

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plylog/events"
	"plylog/events/merkle"
)

// Anchors is what was kept elsewhere: checkpoints of whole logs, receipts and heads
// of games, and the public keys by which signatures are checked. What is wrong with
// them becomes a problem of the report.
type Anchors struct {
	// Trust is the keys of the log and of witnesses. Without a key of the log
	// checkpoints and receipts are compared, but vouch for nothing.
	Trust merkle.Trust

	store       string         // the store of the checkpoints
	checkpoints map[int][]kept // by shard
	games       map[events.GameID][]mark
	proven      []Proven
	problems    []Problem
	whole       bool // there are checkpoints
	unsigned    bool // signatures could not be checked
}

// kept is a checkpoint that was kept.
type kept struct {
	merkle.Checkpoint
	file      string
	witnesses []string
	signed    bool
}

// mark is what an event must be: its stored bytes, or its hash in the chain.
type mark struct {
	n      int
	raw    []byte // of a receipt
	head   events.Hash
	file   string
	reason string
	signed bool
}

// hasLogKey reports whether a log's signatures can be checked.
func (a *Anchors) hasLogKey() bool {
	return slices.ContainsFunc(a.Trust, func(k merkle.PublicKey) bool { return !k.Witness() })
}

// AddCheckpoints takes a file of checkpoints: an archive, or a single one as a server
// hands it out. Errors are those of reading.
func (a *Anchors) AddCheckpoints(file string, r io.Reader) error {
	trust := a.Trust
	var later []merkle.Record // signed by a key that only a rotation further down makes known
	check := func(rec merkle.Record, last bool) {
		s, err := trust.Open(rec.Note)
		switch {
		case err == nil:
			a.add(kept{s.Checkpoint, file, s.Witnesses, true})
		case errors.Is(err, merkle.ErrUnsigned) && !last && a.hasLogKey():
			later = append(later, rec)
		case errors.Is(err, merkle.ErrUnsigned) && !a.hasLogKey():
			a.unsigned = true
			a.add(kept{*rec.Checkpoint, file, nil, false})
		default:
			a.problems = append(a.problems, Problem{File: file, Reason: ReasonSignature, Detail: err.Error()})
		}
	}
	var rotated merkle.Summary
	// A checkpoint alone has no empty line behind it.
	_, err := merkle.ReadArchive(io.MultiReader(r, strings.NewReader("\n")), func(rec merkle.Record) error {
		a.whole = true
		if rec.Rotation == nil {
			check(rec, false)
			return nil
		}
		if err := rotated.Rotate(*rec.Rotation); err != nil {
			return err
		}
		trust = rotated.Trust(trust)
		return nil
	})
	for _, rec := range later {
		check(rec, true)
	}
	if errors.Is(err, merkle.ErrArchive) || errors.Is(err, merkle.ErrRotation) {
		a.problems = append(a.problems, Problem{File: file, Reason: ReasonUnreadable, Detail: err.Error()})
		return nil
	}
	if err == nil && !a.whole {
		a.problems = append(a.problems, Problem{File: file, Reason: ReasonUnreadable, Detail: "no checkpoint is in it"})
	}
	return err
}

// add takes a checkpoint.
func (a *Anchors) add(k kept) {
	store, shard, ok := merkle.ShardOf(k.Origin)
	if !ok {
		a.problems = append(a.problems, Problem{File: k.file, Reason: ReasonUnreadable, Detail: fmt.Sprintf("%q is no shard of a store", k.Origin)})
		return
	}
	if a.store = cmp.Or(a.store, store); store != a.store {
		a.problems = append(a.problems, Problem{File: k.file, Reason: ReasonUnreadable,
			Detail: fmt.Sprintf("checkpoints of two stores, %s and %s", a.store, store)})
		return
	}
	if a.checkpoints == nil {
		a.checkpoints = make(map[int][]kept)
	}
	a.checkpoints[shard] = append(a.checkpoints[shard], k)
}

// AddReceipt takes a receipt. It is not kept by whoever wrote the log, but its
// signature vouches for the event.
func (a *Anchors) AddReceipt(file string, data []byte) {
	bad := func(reason string, err error) {
		a.problems = append(a.problems, Problem{File: file, Reason: reason, Detail: err.Error()})
	}
	r, err := merkle.ParseReceipt(data)
	if err != nil {
		bad(ReasonUnreadable, err)
		return
	}
	e, err := events.Decode(r.Event)
	if err != nil {
		bad(ReasonReceipt, err)
		return
	}
	s, err := r.Check(a.Trust)
	signed := err == nil
	switch {
	case errors.Is(err, merkle.ErrUnsigned) && !a.hasLogKey():
		a.unsigned = true
	case errors.Is(err, merkle.ErrUnsigned):
		bad(ReasonSignature, err)
		return
	case err != nil:
		bad(ReasonReceipt, err)
		return
	}
	a.mark(e.Game, mark{n: e.N, raw: r.Event, file: file, reason: ReasonReceipt, signed: signed})
	if signed {
		a.proven = append(a.proven, Proven{
			File: file, Game: e.Game, N: e.N, Result: e.After.Result, Origin: s.Origin, Index: r.Index, Size: s.Size,
			Witnesses: s.Witnesses, Checkpoint: string(s.Note),
		})
	}
}

// errHead is what a line with a head looks like.
var errHead = errors.New("a head is a game's id, a number and a hash, with a space between")

// AddHead takes a head that somebody kept: "GAME N HASH". It needs no signature.
func (a *Anchors) AddHead(line string) error {
	h, err := ParseHead(line)
	if err != nil {
		return err
	}
	a.mark(h.Game, mark{n: h.N, head: h.Hash, reason: ReasonHead, signed: true})
	return nil
}

// AddHeads takes a file of heads, one a line.
func (a *Anchors) AddHeads(r io.Reader) error {
	scan := bufio.NewScanner(r)
	for n := 1; scan.Scan(); n++ {
		if err := a.AddHead(scan.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return scan.Err()
}

// Head is how far a game has come: one line that says all of it.
type Head struct {
	Game events.GameID
	N    int
	Hash events.Hash
}

// HeadOf returns the head of a game whose last event is e.
func HeadOf(e *events.Event) Head { return Head{e.Game, e.N, e.Hash()} }

// String writes the head as one line.
func (h Head) String() string {
	return h.Game.String() + " " + strconv.Itoa(h.N) + " " + h.Hash.String()
}

// ParseHead reads what String writes.
func ParseHead(line string) (Head, error) {
	words := strings.Split(line, " ")
	if len(words) != 3 {
		return Head{}, errHead
	}
	var h Head
	var err error
	if h.Game, err = events.ParseGameID(words[0]); err != nil {
		return Head{}, fmt.Errorf("%w: %w", errHead, err)
	}
	if h.N, err = strconv.Atoi(words[1]); err != nil || h.N < 1 {
		return Head{}, errHead
	}
	if err = h.Hash.UnmarshalText([]byte(words[2])); err != nil || h.String() != line {
		return Head{}, errHead
	}
	return h, nil
}

func (a *Anchors) mark(game events.GameID, m mark) {
	if a.games == nil {
		a.games = make(map[events.GameID][]mark)
	}
	a.games[game] = append(a.games[game], m)
}

// sort puts the checkpoints of each shard in order and finds those that exclude
// each other.
func (a *Anchors) sort() {
	for shard, list := range a.checkpoints {
		slices.SortStableFunc(list, func(x, y kept) int { return cmp.Compare(x.Size, y.Size) })
		for i := 1; i < len(list); i++ {
			if x, y := list[i-1], list[i]; x.Size == y.Size && x.Root != y.Root {
				a.problems = append(a.problems, Problem{File: y.file, Reason: ReasonFork,
					Detail: fmt.Sprintf("shard %02d at %d events is signed with root %s and with root %s (%s)", shard, x.Size, x.Root, y.Root, x.file)})
			}
		}
	}
}

// shards is how many shards the checkpoints know of.
func (a *Anchors) shards() int {
	most := 0
	for shard := range a.checkpoints {
		most = max(most, shard+1)
	}
	return most
}
