package audit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"plylog/events"
	"plylog/events/dice"
	"plylog/events/merkle"
	"plylog/events/play"
)

// Verdict is what a verification comes to.
type Verdict string

// The verdicts.
const (
	Verified    Verdict = "verified"     // nothing is wrong, and all of it is vouched for
	Violated    Verdict = "violated"     // something is not what it was
	NotAnchored Verdict = "not anchored" // nothing is wrong by itself; not all of it is vouched for
)

// ExitCode is what a program that verifies ends with.
func (v Verdict) ExitCode() int {
	switch v {
	case Verified:
		return 0
	case Violated:
		return 6
	default:
		return 2
	}
}

// Reasons of problems besides the fields of events ("prev", "n", "board" …), which
// stand for an event that says something else there than follows.
const (
	ReasonMalformed  = "malformed"  // no event is spelled like it
	ReasonKind       = "kind"       // a game that this program does not know
	ReasonEnded      = "ended"      // an event behind the end of its game
	ReasonShard      = "shard"      // an event in a shard that is not its game's
	ReasonRoot       = "root"       // not the events that a checkpoint was signed over
	ReasonCut        = "cut"        // events that were vouched for are missing
	ReasonFork       = "fork"       // two checkpoints that no log can have both
	ReasonSignature  = "signature"  // a signature that is wrong or not by a trusted key
	ReasonReceipt    = "receipt"    // not the event of the receipt, or none that proves anything
	ReasonHead       = "head"       // not the head that was kept
	ReasonUnreadable = "unreadable" // a file that is not what it is given as
)

// Problem is one thing that is wrong.
type Problem struct {
	File   string        `json:"file,omitempty"`
	Line   int           `json:"line,omitempty"` // from 1; of a store: the position in the shard
	Game   events.GameID `json:"game,omitzero"`
	N      int           `json:"n,omitempty"`
	Reason string        `json:"reason"`
	Detail string        `json:"detail"`

	order int // in which order it was come by
}

// String writes the problem as a line.
func (p Problem) String() string {
	s := ""
	if p.File != "" {
		s = p.File + ": "
	}
	if p.Line > 0 {
		s = fmt.Sprintf("%s:%d: ", p.File, p.Line)
	}
	if p.Game != (events.GameID{}) {
		s += "game " + p.Game.String() + ", "
	}
	if p.N > 0 {
		s += fmt.Sprintf("event %d, ", p.N)
	}
	return s + p.Reason + ": " + p.Detail
}

// mostProblems is how many problems a report holds; the others are counted.
const mostProblems = 1000

// Report is what a verification found.
type Report struct {
	Verdict  Verdict   `json:"verdict"`
	Events   int       `json:"events"`   // read
	Games    int       `json:"games"`    // that they belong to
	Finished int       `json:"finished"` // of those
	Wrong    int       `json:"wrong"`    // problems
	Problems []Problem `json:"problems,omitempty"`
	Shards   []Shard   `json:"shards,omitempty"`   // of a whole log
	Receipts []Proven  `json:"receipts,omitempty"` // that hold
	Heads    int       `json:"heads,omitempty"`    // that fit
	Head     string    `json:"head,omitempty"`     // a line to keep, where one game was read: how far it is right
	Dice     *Dice     `json:"dice,omitempty"`     // of the games that have any
	Rulings  []Ruling  `json:"rulings,omitempty"`  // of administrators, game by game
	Missing  []string  `json:"missing,omitempty"`  // why the verdict is not Verified although nothing is wrong

	tally play.DiceTally
}

// Dice is what the verification found of dice: each follows from its shares, and
// those from anchors that were on record before.
type Dice = dice.Report

// Shard is the tree of one shard as it was read.
type Shard struct {
	Origin      string      `json:"origin,omitempty"`
	Events      int64       `json:"events"`
	Root        merkle.Hash `json:"root"`
	Checkpoints int         `json:"checkpoints"` // that fit
	Covered     int64       `json:"covered"`     // events below the largest of them
	Witnesses   []string    `json:"witnesses,omitempty"`
}

// Proven is an event that a receipt proves to be in a log.
type Proven struct {
	File       string         `json:"file"`
	Game       events.GameID  `json:"game"`
	N          int            `json:"n"`
	Result     *events.Result `json:"result,omitempty"`
	Origin     string         `json:"origin"`
	Index      int64          `json:"index"` // of the event in its log, from 0
	Size       int64          `json:"size"`  // of the log when the checkpoint was signed
	Witnesses  []string       `json:"witnesses,omitempty"`
	Checkpoint string         `json:"-"` // signed note
}

// problem adds a problem.
func (r *Report) problem(p Problem) {
	r.Wrong++
	r.Problems = append(r.Problems, p)
	if len(r.Problems) >= 2*mostProblems {
		r.trim()
	}
}

// trim keeps the problems that came first.
func (r *Report) trim() {
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(a.order, b.order) })
	r.Problems = r.Problems[:min(len(r.Problems), mostProblems)]
}

// missing notes that something is vouched for by nothing.
func (r *Report) missing(format string, args ...any) {
	r.Missing = append(r.Missing, fmt.Sprintf(format, args...))
}

// conclude makes the verdict.
func (r *Report) conclude() {
	r.trim()
	slices.SortFunc(r.Rulings, func(a, b Ruling) int { return cmp.Or(bytes.Compare(a.Game[:], b.Game[:]), cmp.Compare(a.N, b.N)) })
	r.Rulings = r.Rulings[:min(len(r.Rulings), mostRulings)]
	if d := r.tally.Report(); d.Rolls > 0 {
		r.Dice = &d
	}
	switch {
	case r.Wrong > 0:
		r.Verdict = Violated
	case len(r.Missing) > 0:
		r.Verdict = NotAnchored
	default:
		r.Verdict = Verified
	}
}
