package repair

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

var (
	// ErrContradiction: two sources differ about the same event.
	ErrContradiction = errors.New("the sources contradict each other")
	// ErrMissing: events are missing, and no source has them.
	ErrMissing = errors.New("events are still missing")
	// ErrSigned: what there is cannot be brought to what was signed.
	ErrSigned = errors.New("it does not come to what was signed")
)

// Plan gathers what a new store is made of: exported events first, then stores,
// then Solve, then Build.
type Plan struct {
	shards []*shard
	stores []string
}

// shard is the plan of one shard.
type shard struct {
	leaves []merkle.Hash // by position - 1; zero where no store has the event
	from   []uint8       // by position - 1: which store has it, counted from 1; 0: none
	pool   map[merkle.Hash]*events.Event
	order  []*events.Event          // of what no store has
	fill   map[uint64]*events.Event // what is put at a position
}

// mostStores is what fits the note of where an event comes from.
const mostStores = 255

// New plans a store of so many shards.
func New(shards int) *Plan {
	p := &Plan{shards: make([]*shard, shards)}
	for i := range p.shards {
		p.shards[i] = &shard{pool: make(map[merkle.Hash]*events.Event), fill: make(map[uint64]*events.Event)}
	}
	return p
}

// AddEvent adds an exported event.
func (p *Plan) AddEvent(e *events.Event) {
	p.shards[events.ShardOf(e.Game, len(p.shards))].pool[merkle.Leaf(e.Raw)] = e
}

// AddStore adds every event of a stopped store that can be read, and returns how
// many there are and what cannot. Errors wrap ErrContradiction.
func (p *Plan) AddStore(ctx context.Context, store string) (read int, damage []error, err error) {
	if len(p.stores) == mostStores {
		return 0, nil, fmt.Errorf("more than %d stores", mostStores)
	}
	p.stores = append(p.stores, store)
	for i, s := range p.shards {
		for r, err := range jetlog.Stored(ctx, store, i, len(p.shards)) {
			var d *blocks.Damage
			if errors.As(err, &d) {
				damage = append(damage, err)
				continue
			}
			if err != nil {
				return read, damage, err
			}
			read++
			if err := s.put(r, len(p.stores)); err != nil {
				return read, damage, fmt.Errorf("%w: event %d of shard %d is another in %s than in %s", err, r.Seq, i, store, p.stores[s.from[r.Seq-1]-1])
			}
		}
	}
	return read, damage, nil
}

// mostEvents bounds the position that a record may claim.
const mostEvents = 1 << 36

// put notes that a store has an event.
func (s *shard) put(r blocks.Record, store int) error {
	if r.Seq > mostEvents {
		return fmt.Errorf("%w: position %d", ErrContradiction, r.Seq)
	}
	for uint64(len(s.leaves)) < r.Seq {
		s.leaves, s.from = append(s.leaves, merkle.Hash{}), append(s.from, 0)
	}
	leaf, at := merkle.Leaf(r.Data), r.Seq-1
	switch {
	case s.from[at] == 0:
		s.leaves[at], s.from[at] = leaf, uint8(store)
		delete(s.pool, leaf)
	case s.leaves[at] != leaf:
		return ErrContradiction
	}
	return nil
}

// Added is what a plan adds to a shard.
type Added struct {
	Filled   int // events put where they were missing
	Appended int // exported events that the stores did not have yet
}

// Solve puts exported events where events are missing. signed are the checkpoints
// of each shard, by size; the signatures were checked. Errors wrap ErrMissing or
// ErrSigned.
func (p *Plan) Solve(signed map[int][]merkle.Checkpoint) ([]Added, error) {
	added := make([]Added, len(p.shards))
	for i, s := range p.shards {
		var err error
		if added[i], err = s.solve(signed[i]); err != nil {
			return nil, fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return added, nil
}

func (s *shard) solve(signed []merkle.Checkpoint) (Added, error) {
	for _, e := range s.pool {
		s.order = append(s.order, e)
	}
	s.pool = nil
	// The order in which they were received is nearly that in which they were
	// stored; where it is not, the roots decide.
	slices.SortFunc(s.order, func(a, b *events.Event) int {
		return cmp.Or(a.Time.Compare(b.Time), bytes.Compare(a.Game[:], b.Game[:]), cmp.Compare(a.N, b.N))
	})
	if n := len(signed); n > 0 {
		for int64(len(s.leaves)) < signed[n-1].Size {
			s.leaves, s.from = append(s.leaves, merkle.Hash{}), append(s.from, 0)
		}
	}
	var a Added
	rest := s.order
	var lacking []uint64
	for at, from := range s.from {
		if from != 0 {
			continue
		}
		if len(rest) == 0 {
			lacking = append(lacking, uint64(at)+1)
			continue
		}
		s.place(at, rest[0])
		rest = rest[1:]
		a.Filled++
	}
	if len(lacking) > 0 {
		return a, fmt.Errorf("%w: %d, %s", ErrMissing, len(lacking), ranges(lacking))
	}
	for _, e := range rest {
		s.leaves, s.from = append(s.leaves, merkle.Hash{}), append(s.from, 0)
		s.place(len(s.leaves)-1, e)
		a.Appended++
	}
	return a, s.agree(signed)
}

func (s *shard) place(at int, e *events.Event) {
	s.fill[uint64(at)+1] = e
	s.leaves[at] = merkle.Leaf(e.Raw)
}

// ranges writes positions in order as "3 to 5, 9", the first few.
func ranges(list []uint64) string {
	var b bytes.Buffer
	for i, shown := 0, 0; i < len(list); shown++ {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if shown == 5 {
			b.WriteString(" …")
			break
		}
		if shown > 0 {
			b.WriteString(", ")
		}
		if i == j {
			fmt.Fprintf(&b, "at %d", list[i])
		} else {
			fmt.Fprintf(&b, "at %d to %d", list[i], list[j])
		}
		i = j + 1
	}
	return b.String()
}
