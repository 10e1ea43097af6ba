package jetlog

import (
	"iter"
	"runtime"

	"plylog/events"
)

// aheadPage is how many events are handed over at a time.
const aheadPage = 256

// handed are events on their way to who takes them, and what comes behind them.
type handed struct {
	events []*events.Event
	err    error
}

// ahead yields what list yields. Where there is more than one processor list runs on
// one of its own, two pages ahead: what is read and decoded does not wait for what is made
// of it, and is hashed where there is time. list has returned when the loop over it ends.
func ahead(list iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error] {
	if runtime.GOMAXPROCS(0) == 1 {
		return list
	}
	return func(yield yielder) {
		pages, enough := make(chan handed, 1), make(chan struct{})
		go func() {
			defer close(pages)
			run(list, pages, enough)
		}()
		defer func() {
			close(enough)
			for range pages { // until list has returned
			}
		}()
		for p := range pages {
			for _, e := range p.events {
				if !yield(e, nil) {
					return
				}
			}
			if p.err != nil && !yield(nil, p.err) {
				return
			}
		}
	}
}

// run hands over what list yields, page by page, until it ends or nobody takes it.
func run(list iter.Seq2[*events.Event, error], pages chan<- handed, enough <-chan struct{}) {
	hand := func(p handed) bool {
		select {
		case pages <- p:
			return true
		case <-enough:
			return false
		}
	}
	p := handed{events: make([]*events.Event, 0, aheadPage)}
	for e, err := range list {
		if err != nil {
			p.err = err
			break
		}
		if len(pages) == cap(pages) { // who takes them has enough to do
			e.KeepHash() // and will ask for it
		}
		if p.events = append(p.events, e); len(p.events) == aheadPage {
			if !hand(p) {
				return
			}
			p = handed{events: make([]*events.Event, 0, aheadPage)}
		}
	}
	hand(p)
}
