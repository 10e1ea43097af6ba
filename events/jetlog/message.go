package jetlog

import (
	"strconv"

	"github.com/nats-io/nats.go"
)

// outgoing is the memory in which appends become messages, one after the other: the
// connection copies what it is given to publish. Made anew, message and headers were a
// sixth of what an append allocates in this process.
type outgoing struct {
	msg    nats.Msg
	values [mostValues]string
	used   int // of values
}

// mostValues is how many headers a message has at most: four, the trace, and three of a
// batch.
const mostValues = 8

// put adds a header.
func (o *outgoing) put(name, value string) {
	o.values[o.used] = value
	o.used++
	o.msg.Header[name] = o.values[o.used-1 : o.used : o.used]
}

// message is an append as the store takes it, until the next one.
func (o *outgoing) message(shard int, a *appending) *nats.Msg {
	if o.msg.Header == nil {
		o.msg.Header = make(nats.Header, mostValues)
	}
	clear(o.msg.Header)
	o.used = 0
	e := a.event
	o.msg.Subject, o.msg.Reply, o.msg.Data = Subject(shard, e.Game), "", e.Raw
	o.put(HeaderKind, e.Kind)
	o.put(HeaderType, string(e.Type))
	o.put(HeaderN, strconv.Itoa(e.N))
	o.put(headerExpect, strconv.FormatUint(a.after, 10))
	if a.trace != "" {
		o.put(HeaderTrace, a.trace)
	}
	return &o.msg
}

// inBatch says which message of a batch it is, from 1, and whether it is the last.
func (o *outgoing) inBatch(id string, number int, last bool) {
	o.put(headerBatch, id)
	o.put(headerBatchSeq, strconv.Itoa(number))
	if last {
		o.put(headerBatchCommit, "1")
	}
}
