package jetlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

// What is stored is checked before the server sees it, because the server repairs
// in silence: it cuts a stream off at the first record that is wrong, believes an
// index that fits the last one, and passes over streams whose set-up it cannot
// read. DESIGN.md lists what it does and what is done about each.

// Check says what the store must hold at least. The zero value knows nothing of
// it, and then only what the store says of itself is checked.
type Check struct {
	// Signed is the last checkpoint of each shard. Its signature was checked.
	Signed map[int]merkle.Checkpoint
	// Beside names streams beside the log whose records must be what was written, where
	// the streams are there.
	Beside []string
}

// Checked is what was found in a shard that is in order.
type Checked struct {
	Events   uint64
	Archived uint64 // of them, in files beside the store
	// Tree is over the events that were signed, with the root that was signed.
	Tree  *merkle.Tree
	Bytes int64 // of all records in the store
	// Torn is the last write, cut off by a power cut before it was acknowledged;
	// nil: there is none. The server will remove it.
	Torn *blocks.Damage
	// Unindexed says that the server will make the index anew: it was killed, or
	// the machine lost power.
	Unindexed bool
}

// shardName finds the number of a shard in the name of its stream.
var shardName = regexp.MustCompile(`^PLYLOG_(\d\d)$`)

// CheckStore checks every record of a store that no server runs on, and changes
// nothing. store is the folder that the server keeps its streams in. An error
// that wraps events.ErrDamaged is a *StoreError.
func CheckStore(ctx context.Context, store string, o Check) ([]Checked, error) {
	list, _, err := checkStore(ctx, store, o, nil)
	return list, err
}

// checkStore is CheckStore, and opens what is archived of the store.
func checkStore(ctx context.Context, store string, o Check, stopped *stopNote) ([]Checked, *archive.Archive, error) {
	wrong := &StoreError{Store: store}
	old, err := openArchive(ctx, store, wrong)
	if err != nil {
		return nil, nil, err
	}
	list, err := checkShards(ctx, store, o, stopped, old, wrong)
	return list, old, checkBeside(ctx, store, o.Beside, err)
}

// checkBeside checks the streams beside the log, and adds what is wrong there to what was
// found wrong with the log.
func checkBeside(ctx context.Context, store string, names []string, found error) error {
	wrong := &StoreError{Store: store}
	if found != nil && !errors.As(found, &wrong) {
		return found
	}
	for _, name := range names {
		err := streamAt(store, name).Sound(ctx)
		if err != nil && !errors.Is(err, events.ErrDamaged) {
			return err
		}
		if err != nil {
			wrong.add(err)
		}
	}
	if len(wrong.Findings) > 0 {
		return wrong
	}
	return nil
}

// checkShards checks the streams of all shards.
func checkShards(ctx context.Context, store string, o Check, stopped *stopNote, old *archive.Archive, wrong *StoreError) ([]Checked, error) {
	found, err := findStreams(store)
	if err != nil {
		return nil, err
	}
	shards := shardsOf(store, found, o, stopped, wrong)
	if n := old.Shards(); n > 0 && shards > 0 && n != shards {
		wrong.add(&blocks.Damage{File: archiveOf(store), Offset: -1, Err: fmt.Errorf("%w: it is of a store of %d shards, and there are %d", errBegins, n, shards)})
	}
	if len(wrong.Findings) > 0 {
		return nil, wrong
	}
	list, errs := make([]Checked, shards), make([]error, shards)
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i := range shards {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			c := &shardCheck{shard: i, shards: shards, stream: streamAt(store, StreamName(i)), options: o, stopped: stopped, archive: old, archiveFolder: archiveOf(store)}
			list[i], errs[i] = c.run(ctx)
			if len(c.wrong.Findings) > 0 && errs[i] == nil {
				errs[i] = &c.wrong
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		var one *StoreError
		switch {
		case errors.As(err, &one):
			wrong.join(one)
		case err != nil:
			return nil, err
		}
	}
	if len(wrong.Findings) > 0 {
		return nil, wrong
	}
	return list, nil
}

func streamAt(store, name string) blocks.Stream {
	return blocks.Stream{Dir: filepath.Join(store, accountFolder, name), Name: name}
}

// findStreams finds the folders of the log's streams.
func findStreams(store string) (map[int]bool, error) {
	entries, err := os.ReadDir(filepath.Join(store, accountFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	found := make(map[int]bool)
	for _, e := range entries {
		if m := shardName.FindStringSubmatch(e.Name()); m != nil {
			i, _ := strconv.Atoi(m[1]) // two digits
			found[i] = true
		}
	}
	return found, nil
}

// shardsOf finds out how many shards the store must have, and notes which are not
// there. A store that was not finished has those from the last one down.
func shardsOf(store string, found map[int]bool, o Check, stopped *stopNote, wrong *StoreError) int {
	missing := func(i int, why string) {
		wrong.add(&blocks.Damage{File: streamAt(store, StreamName(i)).Dir, Offset: -1, Err: fmt.Errorf("%w: %s", errNoStream, why)})
	}
	shards := 0
	for i := range found {
		cfg, err := readConfig(streamAt(store, StreamName(i)))
		if err != nil {
			wrong.add(err)
			continue
		}
		n, err := strconv.Atoi(cfg.Metadata[metaShards])
		if err != nil || n < 1 || n > mostShards || i >= n || shards != 0 && n != shards {
			wrong.add(configDamage(streamAt(store, StreamName(i)), fmt.Sprintf("it says that it is one of %q shards", cfg.Metadata[metaShards])))
			continue
		}
		shards = n
	}
	if len(wrong.Findings) > 0 {
		return 0
	}
	for i, s := range o.Signed {
		if !found[i] && s.Size > 0 {
			missing(i, fmt.Sprintf("%d events of it were signed", s.Size))
		}
	}
	if stopped != nil {
		for name := range stopped.Streams {
			if m := shardName.FindStringSubmatch(name); m != nil {
				if i, _ := strconv.Atoi(m[1]); !found[i] && o.Signed[i].Size == 0 {
					missing(i, "it was there when the server stopped")
				}
			}
		}
	}
	if len(wrong.Findings) == 0 && found[0] {
		for i := range shards {
			if !found[i] {
				missing(i, fmt.Sprintf("the store was made with %d shards", shards))
			}
		}
	}
	if found[0] {
		return shards
	}
	for i := range found { // it is still to be made, and so they must be empty
		if e, err := streamAt(store, StreamName(i)).Extent(); err != nil {
			wrong.add(err)
		} else if e.Bytes > 0 {
			missing(0, fmt.Sprintf("%s has events", StreamName(i)))
		}
	}
	return 0
}

var errNoStream = errors.New("the stream is gone")

// readConfig reads how a stream of a stopped server is set up.
func readConfig(s blocks.Stream) (jetstream.StreamConfig, error) {
	var cfg jetstream.StreamConfig
	b, err := s.Meta()
	if err != nil {
		return cfg, err
	}
	if err := json.Unmarshal(b, &cfg); err != nil {
		return cfg, configDamage(s, err.Error())
	}
	if cfg.Name != s.Name {
		return cfg, configDamage(s, fmt.Sprintf("it is of a stream %q", cfg.Name))
	}
	return cfg, nil
}

func configDamage(s blocks.Stream, what string) error {
	return &blocks.Damage{File: filepath.Join(s.Dir, "meta.inf"), Offset: -1, Err: fmt.Errorf("%w: %s", ErrConfig, what)}
}

// shardCheck checks one stream.
type shardCheck struct {
	shard, shards int
	stream        blocks.Stream
	options       Check
	stopped       *stopNote // nil: the server did not stop in order
	archive       *archive.Archive
	archiveFolder string
	wrong         StoreError

	index  *blocks.Index
	tally  tally
	signed merkle.Checkpoint
	tree   merkle.Tree // of what was signed
}

func (c *shardCheck) run(ctx context.Context) (Checked, error) {
	var done Checked
	cfg, err := readConfig(c.stream)
	if err != nil {
		return done, c.note(err)
	}
	first := c.archive.End(c.shard) + 1
	if max(cfg.FirstSeq, 1) != first {
		c.wrong.add(&blocks.Damage{File: c.stream.Dir, Offset: -1, Err: fmt.Errorf(
			"%w: it begins with event %d, and what is archived in %s ends with event %d", errBegins, max(cfg.FirstSeq, 1), c.archiveFolder, first-1)})
		return done, nil
	}
	c.stream.First = first
	if list := drift(cfg, streamConfig(c.shard, c.shards, cfg.Replicas, first)); len(list) > 0 {
		c.wrong.add(configDamage(c.stream, strings.Join(list, ", ")))
		return done, nil
	}
	if err := c.readIndex(); err != nil {
		return done, err
	}
	c.signed = c.options.Signed[c.shard]
	c.tree, done.Events = *c.archive.Tree(c.shard), first-1
	done.Archived = first - 1
	if err := c.walk(ctx, &done); err != nil {
		return done, err
	}
	if len(c.wrong.Findings) > 0 {
		return done, c.nameLost(ctx)
	}
	c.compare(&done)
	return done, nil
}

// note keeps what is damaged; any other error is returned.
func (c *shardCheck) note(err error) error {
	var d *blocks.Damage
	if errors.As(err, &d) {
		c.wrong.add(d)
		return nil
	}
	return err
}

// walk goes through all records.
func (c *shardCheck) walk(ctx context.Context, done *Checked) error {
	signed := newLeaves(&c.tree)
	defer signed.end()
	for r, err := range c.stream.Records(ctx) {
		if err != nil {
			if err := c.wrongAt(err, done); err != nil {
				return err
			}
			continue
		}
		game, err := gameOf(r.Subject, c.shard, c.shards)
		if err != nil || len(r.Data) > events.MostBytes {
			c.wrong.add(foreignRecord(c.stream, r))
			continue
		}
		done.Events, done.Bytes = r.Seq, done.Bytes+int64(r.Size)
		c.tally.add(game, r)
		if signed.size < c.signed.Size {
			signed.add(r.Data)
		}
	}
	return nil
}

// wrongAt keeps what is damaged, and a write that was cut off; any other error is returned.
func (c *shardCheck) wrongAt(err error, done *Checked) error {
	var d *blocks.Damage
	if errors.As(err, &d) && d.Torn {
		done.Torn = d
		return nil
	}
	return c.note(err)
}

// errForeign: a whole record that this log has not written.
var errForeign = errors.New("no event of this shard")

// gameOf reads the subject of a stored event.
func gameOf(subject []byte, shard, shards int) (events.GameID, error) {
	const id = 36
	if len(subject) <= id {
		return events.GameID{}, errForeign
	}
	root, text := subject[:len(subject)-id], subject[len(subject)-id:]
	var game events.GameID
	if game.UnmarshalText(text) != nil || string(root) != subjectRoot+strconv.Itoa(shard)+"." || events.ShardOf(game, shards) != shard {
		return events.GameID{}, errForeign
	}
	return game, nil
}

// compare holds the whole against what is known of it.
func (c *shardCheck) compare(done *Checked) {
	switch {
	case c.signed.Size > 0 && c.tree.Size() > c.signed.Size:
		c.wrong.add(&blocks.Damage{File: c.archiveFolder, Offset: -1, Err: fmt.Errorf(
			"%w: %d events were signed when they were archived, and the last checkpoint that is kept is over %d", errAhead, c.tree.Size(), c.signed.Size)})
		return
	case c.tree.Size() < c.signed.Size:
		c.wrong.add(&blocks.Damage{
			File: c.stream.Dir, Offset: -1, From: done.Events + 1, To: uint64(c.signed.Size),
			Err: fmt.Errorf("%w: it ends at event %d, and %d were signed", errCut, done.Events, c.signed.Size),
		})
		return
	case c.tree.Root() != c.signed.Root && c.signed.Size > 0:
		c.wrong.add(&blocks.Damage{File: c.stream.Dir, Offset: -1, Err: fmt.Errorf(
			"%w: the Merkle root over its first %d events is not the one that was signed", errOther, c.signed.Size)})
		return
	}
	done.Tree = c.tree.Clone() // not to keep the rest of c
	if c.stopped != nil {
		if d := c.stopped.differs(c.stream); d != nil {
			c.wrong.add(d)
			return
		}
	}
	c.compareIndex(done)
}

var (
	errCut   = errors.New("events are missing at the end")
	errOther = errors.New("another history")
	errAhead = errors.New("checkpoints are missing")
)
