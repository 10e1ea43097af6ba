package jetlog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// pageSize is how many events are asked for at once. Two pages are under way at a
// time; 512 of the largest events are half of what the server lets a connection
// fall behind.
const pageSize = 512

// page is the answer to one question for a run of stored events.
type page struct {
	raws [][]byte
	seqs []uint64 // only where they were asked for
	last uint64   // position of the last event, as the store says
	end  bool     // it is complete
	err  error
}

// answersTo collects the answers to one question.
type answersTo struct {
	page  page
	full  chan struct{}
	lost  <-chan struct{}
	most  time.Duration // that the answers may take
	ended func()
}

// errPage: the store answered a question for a page with something else.
var errPage = errors.New("the store does not give out events")

// askPage asks for at most n events: from a position on, or of a subject from a
// position on, then with their positions. It does not wait for the answer.
func (s *shard) askPage(a *asker, subject string, from uint64, n int) (*answersTo, error) {
	q := make([]byte, 0, 128)
	q = append(q, `{"seq":`...)
	q = strconv.AppendUint(q, from, 10)
	q = append(q, `,"batch":`...)
	q = strconv.AppendInt(q, int64(n), 10)
	if subject == "" {
		// Without headers the server does a third of the work.
		q = append(q, `,"no_hdr":true}`...)
	} else {
		q = append(q, `,"next_by_subj":"`...)
		q = append(q, subject...) // holds nothing that JSON would escape
		q = append(q, `"}`...)
	}
	ans := &answersTo{full: make(chan struct{}), lost: a.lost.next(), most: a.most}
	ans.page.raws = make([][]byte, 0, min(n, pageSize))
	var err error
	ans.ended, err = a.ask("$JS.API.DIRECT.GET."+s.stream, q, ans.hear)
	return ans, err
}

// hear takes one answer: an event, or how the page ends. It is called for one
// after the other.
func (ans *answersTo) hear(m *nats.Msg) {
	p := &ans.page
	if p.end {
		return
	}
	if len(m.Data) > 0 {
		p.raws = append(p.raws, m.Data)
		if m.Header != nil {
			p.seqs = append(p.seqs, number(m.Header, "Nats-Sequence"))
		}
		return
	}
	switch status := m.Header.Get("Status"); status {
	case "204":
		p.last = number(m.Header, "Nats-Last-Sequence")
	case "404":
		p.raws = nil
	case strconv.Itoa(statusNoResponders):
		p.err = nats.ErrNoResponders
	default:
		p.err = fmt.Errorf("%w: %s %s", errPage, status, m.Header.Get("Description"))
	}
	p.end = true
	close(ans.full)
}

func number(h nats.Header, name string) uint64 {
	// An absent or broken number is 0, which is no position.
	n, _ := strconv.ParseUint(h.Get(name), 10, 64)
	return n
}

// wait returns the page when it is complete. The caller must call it, or drop.
func (ans *answersTo) wait(ctx context.Context) (*page, error) {
	defer ans.ended()
	if _, err := await(ctx, ans.full, ans.lost, ans.most); err != nil {
		return nil, err
	}
	return &ans.page, ans.page.err
}

// drop gives the question up.
func (ans *answersTo) drop() {
	if ans != nil {
		ans.ended()
	}
}
