package jetlog

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
)

// committer writes the appends of one shard, round by round: what has queued while
// the last round was under way goes out together. A round is over when everything
// in it has been answered or given up.
type committer struct {
	shard     *shard
	lost      *alarm
	nc        *nats.Conn
	inbox     string // answers come to inbox.<round>.<number>
	batchName string // of batches, with a number behind: unlike those of other writers
	batchFrom int

	rounds  uint64
	batches uint64
	timer   *time.Timer

	mu      sync.Mutex
	current *round
}

// mostTogether bounds a round. The server takes batches of 1,000.
const mostTogether = 512

// errNoAnswer is why an outcome is unknown when the store kept silent.
var errNoAnswer = errors.New("no answer from the store")

// errDisconnected is why an outcome is unknown when the connection broke.
var errDisconnected = errors.New("connection to the store lost")

func newCommitter(s *shard, lost *alarm) (*committer, error) {
	o := s.log.options
	c := &committer{shard: s, lost: lost, nc: s.log.writer, inbox: s.log.writer.NewInbox(), batchFrom: o.BatchFrom}
	c.batchName = c.inbox[len(c.inbox)-10:] + "-"
	if c.batchFrom == 0 {
		c.batchFrom = defaultBatchFrom
		if s.log.replicated {
			c.batchFrom = replicatedBatchFrom
		}
	}
	c.timer = time.NewTimer(o.AckWait)
	c.timer.Stop()
	sub, err := c.nc.Subscribe(c.inbox+".*.*", c.answered)
	if err != nil {
		return nil, fmt.Errorf("listening for answers of shard %d: %w", s.index, err)
	}
	if err := sub.SetPendingLimits(-1, -1); err != nil {
		return nil, fmt.Errorf("listening for answers of shard %d: %w", s.index, err)
	}
	return c, nil
}

// run writes until the queue is closed and empty.
func (c *committer) run() {
	var list []*appending
	for {
		var open bool
		if list, open = c.shard.queue.take(list[:0], mostTogether); !open {
			return
		}
		list = c.dropStale(list)
		if len(list) == 0 {
			<-c.shard.queue.filled
			continue
		}
		c.write(list)
		clear(list)
	}
}

// dropStale answers what cannot succeed.
func (c *committer) dropStale(list []*appending) []*appending {
	kept := list[:0]
	for _, a := range list {
		if c.shard.heads.stale(a.event.Game, a.after) {
			c.refuse(a)
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

// write takes one round of appends to their outcomes, or puts them off.
func (c *committer) write(list []*appending) {
	begun := time.Now()
	batch := len(list) >= c.batchFrom
	refused := false
	if batch {
		refused = c.writeBatch(list)
	}
	if !batch || refused {
		c.writeSingly(list)
	}
	if f := c.shard.log.options.Observe.Round; f != nil {
		f(c.shard.index, len(list), batch && !refused, time.Since(begun))
	}
}

// writeSingly publishes the appends one behind the other and waits for every answer.
func (c *committer) writeSingly(list []*appending) {
	r := c.begin(len(list))
	for i, a := range list {
		m := message(c.shard.index, a)
		m.Reply = c.reply(r, i)
		if err := c.nc.PublishMsg(m); err != nil {
			c.give(r, i, notSent(err))
		}
	}
	c.await(r)
	var top uint64
	for i, a := range list {
		top = max(top, c.conclude(a, r.answers[i]))
	}
	c.announce(top)
}

// writeBatch publishes the appends as one batch, of which the store takes all or
// none. It reports whether the store refused it: nothing is stored then, and each
// append must be tried by itself to see which one was to blame.
func (c *committer) writeBatch(list []*appending) (refused bool) {
	r := c.begin(1)
	c.batches++
	id := c.batchName + strconv.FormatUint(c.batches, 36)
	last := len(list) - 1
	for i, a := range list {
		m := message(c.shard.index, a)
		m.Header[headerBatch] = []string{id}
		m.Header[headerBatchSeq] = []string{strconv.Itoa(i + 1)}
		if i == last {
			m.Header[headerBatchCommit] = []string{"1"}
			m.Reply = c.reply(r, 0)
		}
		if err := c.nc.PublishMsg(m); err != nil {
			// Without its end no batch is stored.
			return true
		}
	}
	c.await(r)
	ans := r.answers[0]
	if ans.refused() {
		return true
	}
	if ans.err == nil && ans.ack.Count != len(list) {
		ans.err = fmt.Errorf("the store answered for a batch of %d, not %d", ans.ack.Count, len(list))
	}
	for i, a := range list {
		one := ans
		one.ack.Seq = ans.ack.Seq - uint64(last-i)
		c.conclude(a, one)
	}
	if ans.err == nil {
		c.announce(ans.ack.Seq)
	}
	return false
}

// conclude tells whoever appended what became of it, or puts it off. It returns
// where the event was stored, or 0.
func (c *committer) conclude(a *appending, ans answer) uint64 {
	o := &c.shard.log.options
	switch {
	case ans.err != nil:
		c.unknown(a, ans.err)
	case ans.conflict():
		c.refuse(a)
	case ans.passing():
		pause := startPause << min(a.tries, 6)
		if time.Since(a.begun)+pause > o.AckWait {
			c.unknown(a, ans.error())
			return 0
		}
		a.tries++
		if o.Observe.Retried != nil {
			o.Observe.Retried(a.event)
		}
		c.shard.queue.putOff(a, pause)
	case ans.refused():
		c.unknown(a, ans.error())
	default:
		c.shard.heads.moved(a.event.Game, ans.ack.Seq)
		if o.Observe.Appended != nil {
			o.Observe.Appended(a.event, time.Since(a.begun))
		}
		a.done <- outcome{seq: ans.ack.Seq}
		return ans.ack.Seq
	}
	return 0
}

func (c *committer) refuse(a *appending) {
	if f := c.shard.log.options.Observe.Conflict; f != nil {
		f(a.event)
	}
	a.done <- outcome{err: fmt.Errorf("%w: not behind %d", events.ErrConflict, a.after)}
}

func (c *committer) unknown(a *appending, err error) {
	if f := c.shard.log.options.Observe.Unknown; f != nil {
		f(a.event, err)
	}
	a.done <- outcome{err: fmt.Errorf("append: outcome unknown: %w", err)}
}

// announce tells followers, here and on other nodes, where the shard ends now.
func (c *committer) announce(seq uint64) {
	if seq == 0 {
		return
	}
	c.shard.tail.reached(seq)
	// Lost news are made good by the followers' own looking.
	_ = c.shard.log.readers[0].nc.Publish(tailSubject(c.shard.index), strconv.AppendUint(nil, seq, 10))
}

// message is an append as the store takes it.
func message(shard int, a *appending) *nats.Msg {
	e := a.event
	return &nats.Msg{
		Subject: Subject(shard, e.Game),
		Data:    e.Raw,
		Header: nats.Header{
			HeaderKind:   {e.Kind},
			HeaderType:   {string(e.Type)},
			HeaderN:      {strconv.Itoa(e.N)},
			headerExpect: {strconv.FormatUint(a.after, 10)},
		},
	}
}
