package archiving

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/archive"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// archiving is one run.
type archiving struct {
	console *console.Console
	folder  string       // the data folder
	dir     *datadir.Dir // held
	before  time.Time    // what is older is archived; zero: all but keep events
	keep    uint64
	now     time.Time
	shards  int
	total   uint64 // events in the log, archived or not
}

// The names of folders beside the log.
const (
	making = ".archiving" // what takes its place is made there
	old    = ".archived-" // it gets this name, and a time, before it is removed
)

// find looks whether there is a log to archive.
func (a *archiving) find() (err error) {
	if a.shards, err = jetlog.StoredShards(jetlog.StoreFolder(datadir.LogIn(a.folder))); err != nil {
		return err
	}
	if a.shards == 0 {
		return console.Fail(console.Usage, "%s has no log: it is the data folder of no server, or its log is kept on NATS servers, and such a log cannot be archived", a.folder)
	}
	return nil
}

// outcome is what a run came to.
type outcome struct {
	repair.Shelved
	Folder string `json:"folder"` // of the archive
}

func (a *archiving) archive(ctx context.Context) error {
	log := a.dir.Log()
	if err := a.tidy(log); err != nil {
		return err
	}
	signed, err := merkle.ReadSigned(a.folder)
	if err != nil {
		return err
	}
	have, err := archive.Open(ctx, jetlog.ArchiveFolder(log))
	if err != nil {
		return err
	}
	notes, more, err := a.notes(ctx, log, have)
	if err != nil {
		return err
	}
	if !more {
		return a.nothing(log, have)
	}
	made := log + making
	result, err := repair.Shelve(ctx, made, log, a.shards, notes, signed)
	if err != nil {
		return errors.Join(err, os.RemoveAll(made)) // it was made just now
	}
	aside := log + old + a.now.Format("20060102T150405Z")
	if err := a.dir.ReplaceLog(made, aside); err != nil {
		return err
	}
	if err := os.RemoveAll(aside); err != nil {
		return fmt.Errorf("the log is archived; what was there before is left in %s: %w", aside, err)
	}
	return a.tell(outcome{result, jetlog.ArchiveFolder(log)})
}

// tidy removes what a run left that was cut off: what it had not finished, and what it had
// replaced.
func (a *archiving) tidy(log string) error {
	left, err := filepath.Glob(log + old + "*")
	if err != nil {
		return err
	}
	for _, path := range append(left, log+making) {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// notes finds the checkpoints up to which each shard is archived; more reports whether
// any of them is over more than have has already.
func (a *archiving) notes(ctx context.Context, log string, have *archive.Archive) (notes map[int][]byte, more bool, err error) {
	limits := make(map[int]int64, a.shards)
	for shard := range a.shards {
		n, err := a.limit(ctx, log, shard)
		if err != nil {
			return nil, false, err
		}
		limits[shard] = int64(min(n, math.MaxInt64))
	}
	found, err := merkle.ReadSignedUpTo(a.folder, limits)
	if err != nil {
		return nil, false, err
	}
	notes = make(map[int][]byte)
	for shard, s := range found {
		notes[shard] = s.Note
		more = more || uint64(s.Size) > have.End(shard)
	}
	return notes, more, nil
}

// limit is the position up to which the events of a shard may be archived.
func (a *archiving) limit(ctx context.Context, log string, shard int) (uint64, error) {
	var last, old uint64
	young := false
	for e, err := range repair.Stopped(log, a.shards)(ctx, shard, 0, math.MaxUint64) {
		if err != nil {
			return 0, err
		}
		last = e.Seq
		if young = young || !e.Time.Before(a.before); !young {
			old = last
		}
	}
	a.total += last
	if !a.before.IsZero() {
		return old, nil
	}
	return last - min(last, a.keep), nil
}

// nothing says that there is nothing to archive besides what there is.
func (a *archiving) nothing(log string, have *archive.Archive) error {
	if a.console.JSON {
		return a.console.PrintJSON(outcome{repair.Shelved{Archived: have.Extent(), Events: a.total}, jetlog.ArchiveFolder(log)})
	}
	return a.console.Print("There is nothing more to archive: %d events are. What is younger, or under no checkpoint, stays; nothing was changed.", have.Extent().Events)
}

func (a *archiving) tell(o outcome) error {
	if a.console.JSON {
		return a.console.PrintJSON(o)
	}
	x := o.Archived
	return a.console.Print("Archived %d events, %d in all: %d segments of %d bytes, %d bytes an event. %d events stay in the streams, %d bytes of them.",
		o.Written, x.Events, x.Segments, x.Bytes, x.Bytes/int64(max(x.Events, 1)), o.Events-x.Events, o.HotBytes)
}
