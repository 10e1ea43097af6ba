package jetlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// round is what a committer waits for.
type round struct {
	id      uint64
	answers []answer
	open    int           // answers that are missing
	done    chan struct{} // closed when none is
	lost    <-chan struct{}
}

// answer is what the store said to a publish, or why it is not known.
type answer struct {
	there bool
	err   error // the outcome is unknown
	ack   ack
}

// ack is the store's answer as JetStream writes it.
type ack struct {
	Seq   uint64   `json:"seq"`
	Count int      `json:"count"` // of a batch
	Error *refusal `json:"error"`
}

type refusal struct {
	Code        int    `json:"code"`
	ErrCode     int    `json:"err_code"`
	Description string `json:"description"`
}

// The error codes of JetStream that say something of one append.
const (
	codeWrongSequence = 10071 // the subject's last message is another
	codeInFlight      = 10164 // something of this subject is still on its way
)

// statusNoResponders: nobody listens to the subject just now; nothing was stored.
const statusNoResponders = 503

// refused: the store said no, whatever the reason; nothing was stored.
func (a answer) refused() bool { return a.err == nil && a.ack.Error != nil }

// conflict: the game went on.
func (a answer) conflict() bool { return a.refused() && a.ack.Error.ErrCode == codeWrongSequence }

// passing: the same may be tried again in a moment.
func (a answer) passing() bool {
	return a.refused() && (a.ack.Error.ErrCode == codeInFlight || a.ack.Error.Code == statusNoResponders)
}

func (a answer) error() error {
	return fmt.Errorf("refused: %s (%d)", a.ack.Error.Description, a.ack.Error.ErrCode)
}

// notSent is the answer to what the connection did not take: to try again.
func notSent(err error) answer {
	if errors.Is(err, nats.ErrReconnectBufExceeded) {
		return answer{ack: ack{Error: &refusal{Code: statusNoResponders, Description: "not connected to the store"}}}
	}
	return answer{err: err}
}

// begin starts a round that n answers end.
func (c *committer) begin(n int) *round {
	c.rounds++
	r := &round{id: c.rounds, answers: make([]answer, n), open: n, done: make(chan struct{}), lost: c.lost.next()}
	c.mu.Lock()
	c.current = r
	c.mu.Unlock()
	return r
}

// reply is where the answer to a publish shall go.
func (c *committer) reply(r *round, i int) string {
	b := make([]byte, 0, len(c.inbox)+24)
	b = append(b, c.inbox...)
	b = append(b, '.')
	b = strconv.AppendUint(b, r.id, 36)
	b = append(b, '.')
	return string(strconv.AppendInt(b, int64(i), 10))
}

// answered takes the store's answers. Those of rounds that were given up are late
// and count no more: their outcomes have been called unknown.
func (c *committer) answered(m *nats.Msg) {
	id, number, ok := strings.Cut(m.Subject[len(c.inbox)+1:], ".")
	if !ok {
		return
	}
	round, err := strconv.ParseUint(id, 36, 64)
	if err != nil {
		return
	}
	i, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	a := answer{there: true}
	switch {
	case len(m.Data) == 0 && m.Header.Get("Status") == strconv.Itoa(statusNoResponders):
		a.ack.Error = &refusal{Code: statusNoResponders, Description: "no stream listens"}
	default:
		if err := json.Unmarshal(m.Data, &a.ack); err != nil {
			a.err = fmt.Errorf("the store answered %.80q: %w", m.Data, err)
		}
	}
	c.mu.Lock()
	r := c.current
	c.mu.Unlock()
	if r != nil && r.id == round {
		c.give(r, i, a)
	}
}

// give notes one answer of a round.
func (c *committer) give(r *round, i int, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != r || i < 0 || i >= len(r.answers) || r.answers[i].there {
		return
	}
	a.there = true
	r.answers[i] = a
	if r.open--; r.open == 0 {
		close(r.done)
	}
}

// await waits until the round is complete. Answers that do not come, because the
// store keeps silent or the connection is gone, are replaced by the reason.
func (c *committer) await(r *round) {
	c.timer.Reset(c.shard.log.options.AckWait)
	defer c.timer.Stop()
	select {
	case <-r.done:
		c.finish(r, nil)
	case <-c.timer.C:
		c.finish(r, errNoAnswer)
	case <-r.lost:
		c.finish(r, errDisconnected)
	}
}

func (c *committer) finish(r *round, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = nil
	for i := range r.answers {
		if !r.answers[i].there {
			r.answers[i] = answer{there: true, err: err}
		}
	}
}
