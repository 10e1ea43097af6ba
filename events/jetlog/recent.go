package jetlog

// recent is the newest events of a shard, where this process has appended them one
// right behind the other: their bytes, as the store has acknowledged them. A follower
// who has come so far takes them from here. Asking the store for what it has just
// been given costs more than all else that is done with an event after it is stored.
//
// What was handed out is never written to again: who takes events needs no copy.
type recent struct {
	first uint64 // position of the first
	raws  [][]byte
	bytes int // of all of them
}

// What is kept of a shard. A follower that is further behind reads pages.
const (
	mostRecent      = 2 * pageSize
	mostRecentBytes = 1 << 20
)

// keep adds the event at a position.
func (r *recent) keep(seq uint64, raw []byte) {
	if seq != r.first+uint64(len(r.raws)) {
		*r = recent{first: seq} // others have appended in between, or it is the first
	}
	r.raws = append(r.raws, raw)
	r.bytes += len(raw)
	for len(r.raws) > mostRecent || r.bytes > mostRecentBytes {
		r.bytes -= len(r.raws[0])
		r.raws = r.raws[1:]
		r.first++
	}
}

// behind returns the events behind a position up to another; nil where the first of
// them is not kept.
func (r *recent) behind(at, upTo uint64) [][]byte {
	end := min(upTo+1, r.first+uint64(len(r.raws)))
	if at+1 < r.first || at+1 >= end {
		return nil
	}
	return r.raws[at+1-r.first : end-r.first]
}
