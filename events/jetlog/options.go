package jetlog

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"plylog/events"
	"plylog/events/archive"
)

// Errors of opening a store.
var (
	// ErrShards is wrapped by *ShardsError.
	ErrShards = errors.New("the store has another number of shards")
	// ErrConfig: a stream is not set up as the log needs it.
	ErrConfig = errors.New("stream configured otherwise")
	// ErrInUse: another process has the data folder.
	ErrInUse = errors.New("data folder in use")
	// ErrNoSpace: too little free space on the disk.
	ErrNoSpace = errors.New("too little free disk space")
)

// ShardsError says with how many shards a store was made. It is an ErrShards.
type ShardsError struct {
	Store, Asked int
}

// Error implements error.
func (e *ShardsError) Error() string {
	return fmt.Sprintf("%s: it was made with %d, %d were asked for; the number is fixed when a store is made", ErrShards, e.Store, e.Asked)
}

// Unwrap makes it an ErrShards.
func (e *ShardsError) Unwrap() error { return ErrShards }

// The shards of a new store whose number nobody chose. On one disk one stream
// gathers the largest crowds for each fsync; a cluster spreads its streams over
// its servers. DESIGN.md has the figures.
const (
	DefaultShards = 1 // of one server
	ClusterShards = 8 // of a store with replicas
)

// mostShards is what two digits can name.
const mostShards = 100

// Options is how a log is opened. The zero value is good for one server.
type Options struct {
	// Shards is the number of streams, 1 to 100. 0: what the store has, or for a new
	// one DefaultShards, ClusterShards where it has replicas.
	Shards int
	// Replicas of each stream, 1, 3 or 5. 0: what the store has, or 1 for a new one.
	Replicas int
	// Archive is what is archived of the shards. Their streams begin behind it, and so does
	// the log: what is archived archive.Over lays in front of it. nil: nothing is.
	Archive *archive.Archive
	// AckWait is how long the log waits for the store to answer, and retries what
	// the store put off. 0: 5 s. An append that was not answered has an unknown
	// outcome.
	AckWait time.Duration
	// AnswerWait is how long one question about what is stored may take, and how long it is
	// asked again while the store is away. 0: 5 s.
	AnswerWait time.Duration
	// BatchFrom is how many appends must wait for the same shard to travel as one
	// atomic batch instead of one by one. 0: the log finds out what is quicker. 1
	// always makes batches; a large number never does.
	BatchFrom int
	// Look is how often a follower asks the leader where its shard ends, whatever it
	// hears from appenders. 0: 1 s.
	Look time.Duration
	// Alone says that nobody but this log appends to the store or follows it. Then
	// others are not told where its shards end.
	Alone bool
	// Room is asked before every append whether there is room for it; its error
	// refuses the append, which is not sent. It must be quick. nil: there is.
	Room func() error
	// Broken is closed when the store answers no append any more: those on their way
	// are not waited for. nil: that is not known.
	Broken <-chan struct{}
	// Files is the folder in which the server keeps its streams, where they may be read:
	// shards and games are then read from there. Empty: everything is asked for.
	Files string
	// Full is closed when an append met a full disk. The store takes no more and may show
	// what it could not write: appends on their way are not waited for, readings fail
	// with events.ErrFull, and followers hear nothing new. nil: that is not known.
	Full <-chan struct{}
	// Beside are connections to the same servers that are moved together with those of a
	// log on several. nil: there are none.
	Beside *Beside
	// Observe is told what happens, for metrics.
	Observe Observer
	// Logger hears about lost connections and retries. nil: nobody does.
	Logger *slog.Logger
}

// Observer is told what the log does. Its functions are called from the write
// path: they must be quick, must not block and may be called concurrently. Those
// that are nil are not called.
type Observer struct {
	// Appended is called for every event that was stored, with the time from the
	// call of Append to the answer.
	Appended func(e *events.Event, took time.Duration)
	// Written is called for every answer that says stored: how many appends had gone
	// out together (1: by itself), and how long ago.
	Written func(shard, appends int, took time.Duration)
	// Conflict is called for every append that was refused because its game went on.
	Conflict func(e *events.Event)
	// Unknown is called for every append whose outcome is unknown.
	Unknown func(e *events.Event, err error)
	// Retried is called when the store put an append off and it is sent again.
	Retried func(e *events.Event)
	// Stands is called whenever a shard's leader was asked where it stands, at least
	// once a second where the shard is followed: how many events there are, and how
	// many of those that were stored are missing, which must be none.
	Stands func(shard int, events, missing uint64)
	// Moved is called for every connection that was taken from a server through which
	// the leaders of the log's streams did not answer.
	Moved func(server string)
}

const defaultAckWait = 5 * time.Second

// defaults fills in what was left open.
func (o Options) defaults() Options {
	if o.AckWait <= 0 {
		o.AckWait = defaultAckWait
	}
	if o.AnswerWait <= 0 {
		o.AnswerWait = questionWait
	}
	if o.Look <= 0 {
		o.Look = defaultLook
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}
