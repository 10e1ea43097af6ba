package jetlog

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// readIndex reads the index if there is one that the server might believe.
func (c *shardCheck) readIndex() error {
	x, err := c.stream.Index()
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, blocks.ErrIndex):
		return nil // the server makes it anew; whether it should have been there, the note tells
	case err != nil:
		return c.note(err)
	}
	c.index = x
	trusted, err := c.stream.Trusted(x)
	if err != nil {
		return c.note(err)
	}
	c.tally.trusted = trusted
	if trusted {
		c.tally.games = make(map[events.GameID]blocks.IndexSubject, min(x.Count(), 1<<24))
	}
	return nil
}

// tally counts what the index counts.
type tally struct {
	trusted bool // whether there is an index to hold it against
	blocks  []blocks.IndexBlock
	games   map[events.GameID]blocks.IndexSubject
}

func (t *tally) add(game events.GameID, r blocks.Record) {
	if !t.trusted {
		return
	}
	if n := len(t.blocks); n == 0 || t.blocks[n-1].Number != r.Block {
		t.blocks = append(t.blocks, blocks.IndexBlock{Number: r.Block, First: r.Seq})
	}
	b := &t.blocks[len(t.blocks)-1]
	b.Last, b.Bytes = r.Seq, b.Bytes+uint64(r.Size)
	g := t.games[game]
	if g.Messages++; g.Messages == 1 {
		g.First = r.Block
	}
	g.Last = r.Block
	t.games[game] = g
}

// compareIndex holds the index against the records. The server would not notice:
// it would not give out what the index does not know, and would take new events
// for games whose last one it does not find.
func (c *shardCheck) compareIndex(done *Checked) {
	x := c.index
	lies := func(format string, a ...any) {
		c.wrong.add(&blocks.Damage{File: c.stream.IndexFile(), Offset: -1, Err: fmt.Errorf("%w: %s", errIndexLies, fmt.Sprintf(format, a...))})
	}
	switch {
	case x == nil:
		done.Unindexed = true
	case x.Last > done.Events:
		c.wrong.add(&blocks.Damage{
			File: c.stream.Dir, Offset: -1, From: done.Events + 1, To: x.Last,
			Err: fmt.Errorf("%w: it ends at event %d, and its index says %d", errCut, done.Events, x.Last),
		})
	case x.Messages != x.Last-c.archive.End(c.shard) || x.Last > 0 && x.First != c.archive.End(c.shard)+1:
		lies("it counts %d events from %d to %d", x.Messages, x.First, x.Last)
	case !c.tally.trusted:
		done.Unindexed = true
	case x.Last != done.Events || x.Bytes != uint64(done.Bytes):
		lies("it counts %d events in %d bytes, there are %d in %d", x.Messages, x.Bytes, done.Events, done.Bytes)
	default:
		c.compareTables(lies)
	}
}

var errIndexLies = errors.New("the index says otherwise than the records; without it the server makes it anew")

// compareTables holds the tables of blocks and subjects against the records.
func (c *shardCheck) compareTables(lies func(string, ...any)) {
	given := slices.DeleteFunc(slices.Clone(c.index.Blocks), func(b blocks.IndexBlock) bool { return b.Bytes == 0 && b.First == b.Last+1 })
	if !slices.Equal(given, c.tally.blocks) {
		lies("its table of blocks is another")
		return
	}
	if c.index.Count() != uint64(len(c.tally.games)) {
		lies("it knows %d games, there are %d", c.index.Count(), len(c.tally.games))
		return
	}
	for subject, s := range c.index.Subjects {
		game, err := gameOf(subject, c.shard, c.shards)
		if err != nil || c.tally.games[game] != s {
			lies("it says of %q that there are %d events in blocks %d to %d", subject, s.Messages, s.First, s.Last)
			return
		}
		delete(c.tally.games, game) // a subject twice does not stand for two
	}
}
