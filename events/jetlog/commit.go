package jetlog

import (
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
)

// committer writes the appends of one shard. Some travel singly, one behind the
// other; where enough wait to make it worth while, all that wait travel as one
// batch, and what queues meanwhile is the next. Of one game there is never more
// than one on its way.
//
// All of it belongs to run.
type committer struct {
	shard     *shard
	lost      *alarm
	nc        *nats.Conn
	inbox     string // answers come to inbox.<flight>
	batchName string // of batches, with a number behind: unlike those of other writers
	batchFrom int    // 0: as the pace says
	pace      pace
	out       outgoing

	flights []*flight // on their way, as they were sent
	last    uint64    // number of the last flight
	singles int       // how many of them are single
	batches int       // and how many are batches
	busy    map[events.GameID]struct{}
	alone   []*appending // to go singly, as soon as there is room
	quiet   time.Time    // when the last answer came

	now       func() time.Time
	crowd     int       // how many may wait when all of the last batch are back
	gathering time.Time // until when to wait for them

	top  uint64 // the furthest position that was not announced
	mute bool   // the store answers nothing any more

	answers chan *nats.Msg // as the connection brings them
	heard   []heard        // those that have not come to their flights
}

// heard is an answer and which flight it is for.
type heard struct {
	flight uint64
	answer answer
}

const (
	// mostTogether bounds a batch. The server takes 1,000.
	mostTogether = 512
	// mostSingles is how many single publishes may be on their way: enough to keep
	// the server writing, and no more, so that the rest may become a batch.
	mostSingles = 32
	// mostAnswers is how many answers may wait to be taken: those of what is on its way,
	// and late ones. One that finds no room is lost, and its outcome unknown.
	mostAnswers = 1024
)

func newCommitter(s *shard, lost *alarm) (*committer, error) {
	c := &committer{
		shard: s, lost: lost, nc: s.log.writer, inbox: s.log.writer.NewInbox(), batchFrom: s.log.options.BatchFrom,
		busy: make(map[events.GameID]struct{}), answers: make(chan *nats.Msg, mostAnswers), now: time.Now,
	}
	c.batchName = c.inbox[len(c.inbox)-10:] + "-"
	if _, err := c.nc.ChanSubscribe(c.inbox+".*", c.answers); err != nil {
		return nil, fmt.Errorf("listening for answers of shard %d: %w", s.index, err)
	}
	return c, nil
}

// hear takes an answer of the store.
func (c *committer) hear(m *nats.Msg) {
	flight, err := strconv.ParseUint(m.Subject[len(c.inbox)+1:], 36, 64)
	if err != nil {
		return
	}
	c.heard = append(c.heard, heard{flight, read(m)})
}

// run writes until the queue is closed and everything has its outcome.
func (c *committer) run() {
	lost, broken, full := c.lost.next(), c.shard.log.options.Broken, c.shard.log.options.Full
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		wake := c.step()
		if len(c.flights) == 0 && len(c.alone) == 0 && c.shard.queue.finished() {
			return
		}
		timer.Reset(wake)
		select {
		case m := <-c.answers:
			c.hear(m)
		case <-c.shard.queue.filled:
		case <-timer.C:
		case <-lost:
			lost = c.lost.next()
			c.land() // what was answered before
			c.giveUp(len(c.flights), errDisconnected)
		case <-broken:
			c.mute, broken = true, nil
		case <-full:
			c.mute, full = true, nil
		}
	}
}

// step does what can be done now, and returns how long to rest if nothing happens
// meanwhile.
func (c *committer) step() time.Duration {
	c.land()
	gather := c.send()
	if c.mute {
		c.giveUp(len(c.flights), errNoAnswer)
	}
	c.announce()
	if len(c.heard) > 0 { // of what the connection did not take
		return 0
	}
	wake := time.Hour
	if len(c.flights) > 0 {
		wake = c.flights[0].sent.Add(c.shard.log.options.AckWait).Sub(c.now())
	}
	if gather > 0 {
		wake = min(wake, gather)
	}
	return wake
}

// send puts on their way as many appends as may go now. What it holds back for a
// batch to become larger may go after the time that it returns. Whoever rests must
// go by that and not look at the clock again: the moment may come between the two
// looks, and then nobody is left to wake it.
func (c *committer) send() (gather time.Duration) {
	q := &c.shard.queue
	for {
		for len(c.alone) > 0 && c.singles < mostSingles {
			c.sendSingle(c.alone[0])
			c.alone[0] = nil
			c.alone = c.alone[1:]
		}
		if len(c.alone) > 0 || c.batches > 0 {
			return 0
		}
		if more := c.gatherMore(q.length()); more > 0 {
			return more
		}
		most, batch := mostSingles-c.singles, c.worthBatch(q.length())
		if batch {
			most = mostTogether
		}
		taken := q.take(most, c.busy)
		if len(taken) == 0 {
			return 0
		}
		list := c.admit(taken)
		if batch && c.worthBatch(len(list)) {
			c.sendBatch(list)
			return 0
		}
		c.alone = append(c.alone, list...)
	}
}

// gatherMore returns how long to wait yet for a batch to become larger.
func (c *committer) gatherMore(appends int) time.Duration {
	if appends >= min(c.crowd, mostTogether) {
		return 0
	}
	return c.gathering.Sub(c.now())
}

// worthBatch reports whether so many appends should travel together.
func (c *committer) worthBatch(appends int) bool {
	if c.batchFrom > 0 {
		return appends >= c.batchFrom
	}
	return c.pace.batches(appends)
}

// admit answers what was taken from the queue and cannot succeed: its games are not busy.
func (c *committer) admit(list []*appending) []*appending {
	kept := list[:0]
	for _, a := range list {
		if c.shard.heads.stale(a.event.Game, a.after) {
			delete(c.busy, a.event.Game)
			c.refuse(a)
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

// announce tells followers, here and on other nodes, where the shard ends now.
func (c *committer) announce() {
	if c.top == 0 {
		return
	}
	c.shard.tail.reached(c.top)
	if !c.shard.log.options.Alone {
		// Lost news are made good by the followers' own looking.
		_ = c.shard.log.readers[0].nc.Publish(tailSubject(c.shard.index), strconv.AppendUint(nil, c.top, 10))
	}
	c.top = 0
}
