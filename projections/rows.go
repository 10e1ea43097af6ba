package projections

import (
	"bytes"
	"cmp"

	"plylog/events"
)

// rows keeps many values by numbers in blocks, so that growing never copies them.
type rows[R any] struct {
	blocks [][]R
	count  uint32
}

const rowsPerBlock = 512

func (r *rows[R]) add(v R) uint32 {
	at := r.count
	if at%rowsPerBlock == 0 {
		r.blocks = append(r.blocks, make([]R, 0, rowsPerBlock))
	}
	b := &r.blocks[at/rowsPerBlock]
	*b = append(*b, v)
	r.count++
	return at
}

// at returns a row; nil if there is none.
func (r *rows[R]) at(i uint32) *R {
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
