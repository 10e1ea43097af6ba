package outage

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"plylog/engines/strict"
)

// report is what a node tells the others. Times are milliseconds before it was sent.
type report struct {
	Node   string `json:"node"`
	Ask    bool   `json:"ask,omitempty"`  // whoever hears it tells at once how they see it
	Gone   bool   `json:"gone,omitempty"` // the node ends
	Serves *int64 `json:"serves"`         // since when it takes commands; null: not yet
	Shards []seen `json:"shards"`         // by their numbers
}

// seen is how a node sees a shard.
type seen struct {
	Good     *int64     `json:"good"`     // when the leader answered last; null: never
	Silences [][2]int64 `json:"silences"` // from and to when it did not, the oldest first
}

const (
	mostReport = 64 << 10 // bytes
	mostNode   = 64       // bytes of a node's name
	mostAge    = int64(100 * 365 * 24 * time.Hour / time.Millisecond)
)

var errReport = errors.New("what another node tells of the shards is malformed")

// parse reads a report about so many shards.
func parse(data []byte, shards int) (*report, error) {
	var r report
	if err := strict.Decode(data, &r, strict.Limits{Bytes: mostReport, Depth: 8}); err != nil {
		return nil, fmt.Errorf("%w: %w", errReport, err)
	}
	if r.Node == "" || len(r.Node) > mostNode || len(r.Shards) != shards {
		return nil, fmt.Errorf("%w: %d shards, of a node whose name has %d bytes", errReport, len(r.Shards), len(r.Node))
	}
	ok := age(r.Serves)
	for _, s := range r.Shards {
		ok = ok && age(s.Good) && len(s.Silences) <= 2*mostKept
		for _, q := range s.Silences {
			ok = ok && age(&q[0]) && age(&q[1]) && q[0] >= q[1]
		}
	}
	if !ok {
		return nil, fmt.Errorf("%w: times that cannot be", errReport)
	}
	return &r, nil
}

// age reports whether something can be so old, if it is.
func age(ms *int64) bool { return ms == nil || *ms >= 0 && *ms <= mostAge }

// bytes is how a report is sent.
func (r *report) bytes() []byte {
	b, _ := json.Marshal(r) // plain fields
	return b
}

// since is how long ago a moment was; nil for none.
func since(at, now time.Time) *int64 {
	if at.IsZero() {
		return nil
	}
	ms := max(now.Sub(at).Milliseconds(), 0)
	return &ms
}

func ago(ms int64, now time.Time) time.Time { return now.Add(-time.Duration(ms) * time.Millisecond) }

// peer is another node, as it told last.
type peer struct {
	heard  time.Time
	gone   bool
	shards [][]span // when it could store nothing, as far as it had told by then
}

var (
	always = time.Unix(-1<<40, 0) // before anything
	never  = time.Unix(1<<40, 0)
)

// peer says of a report when its node could store nothing.
func (r *report) peer(now time.Time) *peer {
	p := &peer{heard: now, gone: r.Gone, shards: make([][]span, len(r.Shards))}
	for i, s := range r.Shards {
		if r.Serves == nil || s.Good == nil {
			p.shards[i] = []span{{always, never}}
			continue
		}
		p.shards[i] = append(p.shards[i], span{always, ago(*r.Serves, now)})
		for _, q := range s.Silences {
			p.shards[i] = append(p.shards[i], span{ago(q[0], now), ago(q[1], now)})
		}
		p.shards[i] = joined(append(p.shards[i], span{ago(*s.Good, now), never}))
	}
	return p
}
