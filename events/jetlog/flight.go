package jetlog

import (
	"fmt"
	"strconv"
	"time"

	"plylog/events"
)

// flight is a single publish or a batch on its way.
type flight struct {
	number uint64
	list   []*appending
	batch  bool
	sent   time.Time
}

// launch notes a flight and returns where its answer shall go.
func (c *committer) launch(list []*appending, batch bool) (f *flight, reply string) {
	c.last++
	f = &flight{number: c.last, list: list, batch: batch, sent: time.Now()}
	c.flights = append(c.flights, f)
	if batch {
		c.batches++
	} else {
		c.singles++
	}
	b := make([]byte, 0, 64)
	b = append(append(b, c.inbox...), '.')
	return f, string(strconv.AppendUint(b, f.number, 36))
}

// sendSingle publishes one append.
func (c *committer) sendSingle(a *appending) {
	f, reply := c.launch([]*appending{a}, false)
	m := c.out.message(c.shard.index, a)
	m.Reply = reply
	if err := c.nc.PublishMsg(m); err != nil {
		c.heard = append(c.heard, heard{f.number, notSent(err)})
	}
}

// sendBatch publishes appends as one batch, of which the store takes all or none.
func (c *committer) sendBatch(list []*appending) {
	f, reply := c.launch(list, true)
	id := c.batchName + strconv.FormatUint(f.number, 36)
	for i, a := range list {
		m, last := c.out.message(c.shard.index, a), i == len(list)-1
		c.out.inBatch(id, i+1, last)
		if last {
			m.Reply = reply
		}
		if err := c.nc.PublishMsg(m); err != nil {
			// Without its end no batch is stored.
			c.heard = append(c.heard, heard{f.number, notSent(err)})
			return
		}
	}
}

// land takes the answers that have come to their flights. Those of flights that
// were given up are late and count no more: their outcomes were called unknown.
func (c *committer) land() {
	for more := true; more; {
		select {
		case m := <-c.answers:
			c.hear(m)
		default:
			more = false
		}
	}
	list := c.heard
	c.heard = nil
	now := time.Now()
	var landed []*flight
	for _, h := range list {
		for i, f := range c.flights {
			if f.number == h.flight {
				c.flights = append(c.flights[:i], c.flights[i+1:]...)
				if h.answer.stored() {
					landed = append(landed, f)
				}
				c.finish(f, h.answer, now)
				break
			}
		}
	}
	c.measure(landed, now)
	late := 0
	for late < len(c.flights) && now.Sub(c.flights[late].sent) >= c.shard.log.options.AckWait {
		late++
	}
	c.giveUp(late, errNoAnswer)
}

// measure takes the time of flights that ended together. The server takes one
// after the other, so that the time since the last ended is theirs.
func (c *committer) measure(landed []*flight, now time.Time) {
	if len(landed) == 0 {
		return
	}
	took := now.Sub(later(landed[0].sent, c.quiet))
	c.quiet = now
	batches := 0
	for _, f := range landed {
		if f.batch {
			batches++
		}
	}
	switch {
	case batches == 0:
		c.pace.took(false, took/time.Duration(len(landed)))
	case len(landed) == 1:
		c.pace.took(true, took)
	}
}

// giveUp calls the outcomes of the first flights unknown.
func (c *committer) giveUp(n int, why error) {
	gone := c.flights[:n:n]
	c.flights = c.flights[n:]
	for _, f := range gone {
		c.finish(f, answer{err: why}, time.Now())
	}
}

// finish takes a flight to its outcomes.
func (c *committer) finish(f *flight, ans answer, now time.Time) {
	if f.batch {
		c.batches--
		c.crowd, c.gathering = len(f.list)+c.shard.queue.length(), now.Add(c.pace.gather())
	} else {
		c.singles--
	}
	if see := c.shard.log.options.Observe.Written; see != nil && ans.stored() {
		see(c.shard.index, len(f.list), now.Sub(f.sent))
	}
	if !f.batch {
		c.conclude(f.list[0], ans)
		return
	}
	if ans.refused() {
		// Nothing is stored. Which one was to blame shows when each goes alone.
		c.alone = append(c.alone, f.list...)
		return
	}
	if ans.err == nil && ans.ack.Count != len(f.list) {
		ans.err = fmt.Errorf("the store answered for a batch of %d, not %d", ans.ack.Count, len(f.list))
	}
	for i, a := range f.list {
		one := ans
		one.ack.Seq -= uint64(len(f.list) - 1 - i)
		c.conclude(a, one)
	}
}

// conclude tells whoever appended what became of it, or puts it off.
func (c *committer) conclude(a *appending, ans answer) {
	o := &c.shard.log.options
	delete(c.busy, a.event.Game)
	pause := startPause << min(a.tries, 6)
	switch {
	case ans.conflict():
		c.refuse(a)
	case ans.passing() && time.Since(a.begun)+pause < o.AckWait:
		a.tries++
		if o.Observe.Retried != nil {
			o.Observe.Retried(a.event)
		}
		c.shard.queue.putOff(a, pause)
	case ans.err != nil, ans.refused():
		if o.Observe.Unknown != nil {
			o.Observe.Unknown(a.event, ans.error())
		}
		a.done <- outcome{err: fmt.Errorf("append: outcome unknown: %w", ans.error())}
	default:
		c.shard.heads.moved(a.event.Game, ans.ack.Seq)
		c.shard.tail.acknowledged(ans.ack.Seq, a.event.Raw)
		c.top = max(c.top, ans.ack.Seq)
		if o.Observe.Appended != nil {
			o.Observe.Appended(a.event, time.Since(a.begun))
		}
		a.done <- outcome{seq: ans.ack.Seq}
	}
}

func (c *committer) refuse(a *appending) {
	if see := c.shard.log.options.Observe.Conflict; see != nil {
		see(a.event)
	}
	a.done <- outcome{err: fmt.Errorf("%w: not behind %d", events.ErrConflict, a.after)}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
