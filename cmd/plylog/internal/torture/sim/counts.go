package sim

import "fmt"

// A Moment is something that a run should meet some time: a rare state, or a fault
// at a place where it hurts.
type Moment int

// The moments.
const (
	StoredAtOnce Moment = iota
	LostAppend
	KeptUnanswered
	ArrivedLate
	RefusedLate
	SentTwiceAtOnce
	SentAgainLater
	Replayed
	Reused
	RefusedStale
	RefusedIllegal
	RefusedState
	RefusedTime
	OtherNodeFirst
	LostRace
	GaveUp
	ReadFailed
	Cancelled
	CancelledButStored
	CrashedIdle
	CrashedBeforeAppend
	CrashedAfterAppend
	CrashedInRead
	CrashedInPause
	StoppedInOrder
	RefusedClosed
	Resumed
	Flagged
	ClockForward
	ClockBack
	ReadCold
	MatchGoesOn
	Rematched
	Forked
	Imported
	ImportedInPart
	Handed
	Joined
	Doubled
	Took
	Dropped
	Offered
	Accepted
	Declined
	Withdrew
	TookBack
	Drawn
	Claimed
	Resigned
	Aborted
	Passed
	EndedNim
	EndedReversi
	EndedCheckers
	EndedBaghchal
	EndedBackgammon
	Redelivered
	ViewsCrashed
	FeedCut
	FeedSlow
	FeedFromThePast
	FeedToTheEnd
	ReadBehind
	HeardOfIt
	SnapshotMade
	SnapshotFailed
	SnapshotUsed
	SnapshotMissed
	SnapshotIgnored
	SnapshotSpoilt
	LinearChecked
	AuditChecked
	moments
)

var momentNames = [moments]string{
	StoredAtOnce: "stored and answered", LostAppend: "append lost", KeptUnanswered: "append kept, not answered",
	ArrivedLate: "append arrived after its sender had given up, and was stored", RefusedLate: "append arrived late, and was refused",
	SentTwiceAtOnce: "command under way twice at once", SentAgainLater: "command sent again later", Replayed: "answered from the log",
	Reused: "command id used for something else", RefusedStale: "refused: stale version", RefusedIllegal: "refused: against the rules",
	RefusedState: "refused: not in this state of the game", RefusedTime: "refused: time was up", OtherNodeFirst: "decided again: another node was first",
	LostRace: "gave up after losing every race", GaveUp: "gave up: the log did not answer", ReadFailed: "reading failed",
	Cancelled: "caller left", CancelledButStored: "caller left, event stored", CrashedIdle: "crash with nothing under way",
	CrashedBeforeAppend: "crash before an append", CrashedAfterAppend: "crash between storing and answering", CrashedInRead: "crash while reading",
	CrashedInPause: "crash between two tries", StoppedInOrder: "node stopped in order", RefusedClosed: "refused: the log is closed", Resumed: "time of an outage given back",
	Flagged: "time ran out", ClockForward: "clock jumped forward", ClockBack: "clock jumped back", ReadCold: "game read from the log",
	MatchGoesOn: "next game of a match", Rematched: "rematch", Forked: "game forked", Imported: "game imported", ImportedInPart: "game imported up to a bad turn",
	Handed: "seat handed over", Joined: "seat taken", Doubled: "doubled", Took: "double taken", Dropped: "double dropped", Offered: "offer",
	Accepted: "offer accepted", Declined: "offer declined", Withdrew: "offer withdrawn", TookBack: "move taken back", Drawn: "draw", Claimed: "claim",
	Resigned: "resigned", Aborted: "aborted", Passed: "forced pass", EndedNim: "end on the board: nim", EndedReversi: "end on the board: reversi",
	EndedCheckers: "end on the board: checkers", EndedBaghchal: "end on the board: baghchal", EndedBackgammon: "end on the board: backgammon",
	Redelivered: "event delivered again", ViewsCrashed: "projections began anew", FeedCut: "reader cut off", FeedSlow: "reader too slow",
	FeedFromThePast: "reader came back", FeedToTheEnd: "reader saw the end", ReadBehind: "read what was stored since", HeardOfIt: "heard of another node's event, and went on with it",
	SnapshotMade: "snapshot made", SnapshotFailed: "reading failed while a snapshot was made", SnapshotUsed: "game opened by its snapshot",
	SnapshotMissed: "long game opened without a snapshot", SnapshotIgnored: "snapshot not used, since it is spoilt, or not of this game", SnapshotSpoilt: "snapshot spoilt on disk", LinearChecked: "history held to one order", AuditChecked: "log audited",
}

// String implements fmt.Stringer.
func (m Moment) String() string {
	if m < 0 || m >= moments {
		return fmt.Sprintf("moment %d", int(m))
	}
	return momentNames[m]
}

// Counts says how often each moment was met.
type Counts [moments]int

// Add adds others.
func (c *Counts) Add(o *Counts) {
	for i := range c {
		c[i] += o[i]
	}
}

// Never lists the moments that were not met.
func (c *Counts) Never() []Moment {
	var list []Moment
	for i, n := range c {
		if n == 0 {
			list = append(list, Moment(i))
		}
	}
	return list
}
