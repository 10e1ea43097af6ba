package jetlog

import (
	"fmt"
	"strconv"

	"plylog/events"
)

// The headers of a stored event, for whoever looks with NATS tools. No name ends
// in Nats-Msg-Id: older servers matched headers by suffix.
const (
	HeaderKind = "Plylog-Kind"
	HeaderType = "Plylog-Type"
	HeaderN    = "Plylog-N"
	// HeaderTrace is the trace that the event was caused in, where there was one
	// (W3C Trace Context). It is no part of the event.
	HeaderTrace = "traceparent"
)

// The headers by which JetStream is asked for things.
const (
	headerExpect      = "Nats-Expected-Last-Subject-Sequence"
	headerBatch       = "Nats-Batch-Id"
	headerBatchSeq    = "Nats-Batch-Sequence"
	headerBatchCommit = "Nats-Batch-Commit"
)

// subjectRoot is the first part of every subject under which events are stored.
// Nobody but the appender may publish below it.
const subjectRoot = "plylog.game."

// tailRoot is the first part of the subjects on which appenders tell followers
// where a shard ends. A wrong message there costs its readers one look.
const tailRoot = "plylog.tail."

// nodesSubject is where the nodes of a store tell each other how they see it. What is
// said there is lost on whoever is cut off, and stored nowhere.
const nodesSubject = "plylog.nodes"

// mostHeaders is what headers add at most to a stored event. The server counts
// them into the size of a message.
const mostHeaders = 1 << 10

// StreamName names the stream of a shard: PLYLOG_00, PLYLOG_01 …
func StreamName(shard int) string { return fmt.Sprintf("PLYLOG_%02d", shard) }

// StreamSubject is what the stream of a shard listens to.
func StreamSubject(shard int) string { return subjectRoot + strconv.Itoa(shard) + ".*" }

// Subject is where the events of a game are stored: one subject per game, so that
// its last message is the head of the game. The shard is written as the server's
// own partition() mapping writes it.
func Subject(shard int, game events.GameID) string {
	b := make([]byte, 0, 64) // with room for all of it: every append has one
	b = append(strconv.AppendInt(append(b, subjectRoot...), int64(shard), 10), '.')
	b, _ = game.AppendText(b) // never fails
	return string(b)
}

func tailSubject(shard int) string { return tailRoot + strconv.Itoa(shard) }
