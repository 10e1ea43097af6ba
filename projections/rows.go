package projections

import (
	"bytes"
	"cmp"

	"plylog/events"
)

// rows keeps a shard's games in blocks, so that growing never copies them.
type rows struct {
	blocks [][]row
	count  uint32
}

const rowsPerBlock = 512

func (r *rows) add(v row) uint32 {
	at := r.count
	if at%rowsPerBlock == 0 {
		r.blocks = append(r.blocks, make([]row, 0, rowsPerBlock))
	}
	b := &r.blocks[at/rowsPerBlock]
	*b = append(*b, v)
	r.count++
	return at
}

// at returns a row; nil if there is none.
func (r *rows) at(i uint32) *row {
	if i >= r.count {
		return nil
	}
	return &r.blocks[i/rowsPerBlock][i%rowsPerBlock]
}

// rank is where a game stands among all: by creation, then by id.
type rank struct {
	created int64
	game    events.GameID
}

func (r *row) rank() rank { return rank{r.created, r.game} }

func (a rank) compare(b rank) int {
	if c := cmp.Compare(a.created, b.created); c != 0 {
		return c
	}
	return bytes.Compare(a.game[:], b.game[:])
}
