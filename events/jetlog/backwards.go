package jetlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// Where many games share a shard, the events of one lie far apart, and a server
// that looks for the next one goes through all that lie between. But every event
// was stored with the position of the one before as what it expected, and that is
// stored with it: from the head of a game one event leads to the one before.

const (
	// farApart is the distance in the shard from which a question of its own is
	// quicker than having the server look for the event.
	farApart = 64
	// probes is how many events are found backwards before the distance is judged.
	probes = 3
)

// link is one event of a game and where the one before is.
type link struct {
	seq, before uint64
	known       bool   // before is
	n           uint64 // its number in the game; 0: not looked up
	raw         []byte
}

// newest returns the head of the game; the zero link if there is no game.
//
// Where the head is not to be had the store counts the events of the game, by its index:
// it says the same of an event that it cannot read as of one that there is not. Replicas
// are asked to count first, and the head must be what they count: only that answer is
// known to come from a leader that can know.
func (r *reading) newest(ctx context.Context) (link, error) {
	if head, ok, err := r.atHand(ctx); ok || err != nil {
		return head, err
	}
	for begun, counted := time.Now(), false; ; counted = true {
		var count uint64
		var err error
		if counted || r.shard.log.replicated {
			if count, err = r.shard.countOf(ctx, r.asker, r.subject, begun); err != nil || count == 0 {
				return link{}, err
			}
		}
		head, err := r.head(ctx)
		if err == nil && (head.n >= count || !r.shard.log.replicated) || err != nil && !errors.Is(err, errNoMessage) {
			return head, err
		}
		waited := time.Since(begun)
		switch {
		case !r.shard.log.replicated && !counted: // it may have been made this moment
		case !r.shard.log.replicated, waited > lagWait:
			// The head is there and cannot be read: whatever lies before it can. No
			// position is too far for a search that ends in damage anyway.
			return link{seq: 1<<63 - 1}, nil
		default: // another server may have answered
			if err := wait(ctx, max(startPause, waited/4)); err != nil {
				return link{}, err
			}
		}
	}
}

// head asks for the last event of the game: on one server by a direct get, which
// sees all that was acknowledged.
func (r *reading) head(ctx context.Context) (link, error) {
	if !r.shard.log.replicated {
		return r.get(ctx, "$JS.API.DIRECT.GET."+r.shard.stream+"."+r.subject, nil)
	}
	m, err := r.shard.lastOf(ctx, r.asker, r.subject)
	if err != nil {
		return link{}, err
	}
	l := link{seq: m.Seq, raw: m.Data}
	if h, err := nats.DecodeHeadersMsg(m.Header); err == nil {
		l.before, l.known = expected(h)
		l.n = number(h, HeaderN)
	}
	return l, nil
}

// backwards finds events from the head towards where the reading begins. It returns
// them, newest first, and up to which position the rest is to be read forwards; all
// of it where something is not as it should be.
func (r *reading) backwards(ctx context.Context, head link) (tail []link, upTo uint64, err error) {
	at := head
	for {
		if !at.known {
			return nil, head.seq, nil
		}
		tail = append(tail, at)
		if at.before <= r.at {
			// The one before was seen, or this is the first.
			return tail, 0, nil
		}
		before, filed := r.filed(at.before)
		if !filed && len(tail) >= probes && (head.seq-at.before)/uint64(len(tail)) < farApart {
			return tail, at.before, nil
		}
		if !filed {
			q := append(strconv.AppendUint([]byte(`{"seq":`), at.before, 10), '}')
			before, err = r.get(ctx, "$JS.API.DIRECT.GET."+r.shard.stream, q)
		}
		switch {
		case errors.Is(err, errNoMessage) || err == nil && before.seq != at.before:
			return nil, head.seq, nil
		case err != nil:
			return nil, 0, err
		}
		at = before
	}
}

// atHand returns the head of the game where it is known from what was read here. To look
// it up the server loads the whole block of the game's last event, up to 8 MB; how many
// events the game has it knows without. So that if the last one that was read here has
// that number, it is the last.
func (r *reading) atHand(ctx context.Context) (head link, ok bool, err error) {
	if head, ok = r.filed(r.shard.lasts.of(r.game)); !ok {
		return link{}, false, nil
	}
	count, err := r.shard.countOf(ctx, r.asker, r.subject, time.Now())
	return head, err == nil && count == head.n, err
}

// filed finds an event of the game in the files, where it is known where it is. The
// server has given out a later one: it is written through.
func (r *reading) filed(seq uint64) (l link, ok bool) {
	if seq == 0 || r.shard.places == nil || !r.shard.places.Known(seq) {
		return link{}, false
	}
	if r.cursor == nil {
		r.cursor = r.shard.places.Cursor()
	}
	m, err := r.cursor.Message(seq)
	if err != nil || string(m.Subject) != r.subject {
		return link{}, false
	}
	h, err := nats.DecodeHeadersMsg(m.Header)
	if err != nil {
		return link{}, false
	}
	l = link{seq: seq, raw: bytes.Clone(m.Data), n: number(h, HeaderN)}
	l.before, l.known = expected(h)
	return l, true
}

// get asks for one event of the game. What is of another game is errNoMessage.
func (r *reading) get(ctx context.Context, subject string, question []byte) (link, error) {
	m, err := r.asker.one(ctx, subject, question)
	if err != nil {
		return link{}, err
	}
	if len(m.Data) == 0 {
		if status := m.Header.Get("Status"); status != "404" {
			return link{}, fmt.Errorf("%w: %s %s", errPage, status, m.Header.Get("Description"))
		}
		return link{}, errNoMessage
	}
	if m.Header.Get("Nats-Subject") != r.subject {
		return link{}, errNoMessage
	}
	l := link{seq: number(m.Header, "Nats-Sequence"), raw: m.Data}
	l.before, l.known = expected(m.Header)
	return l, nil
}

// expected reads from a stored event which position it was stored behind.
func expected(h nats.Header) (seq uint64, ok bool) {
	seq, err := strconv.ParseUint(h.Get(headerExpect), 10, 64)
	return seq, err == nil
}
