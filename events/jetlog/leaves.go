package jetlog

import (
	"runtime"
	"sync"

	"plylog/events/merkle"
)

// leaves adds events to a tree. Where there is more than one processor it hashes them on
// one of its own, while those behind them are read and checked.
type leaves struct {
	tree *merkle.Tree
	size int64 // of the tree, with what is on its way

	page  leafPage
	pages chan leafPage // nil: nothing is handed over
	empty chan leafPage // hashed, to be filled again
	work  sync.WaitGroup
}

// leafPage is the stored bytes of some events, one behind the other.
type leafPage struct {
	bytes []byte
	ends  []int // of each in bytes
}

const (
	leafPageSize = 256 << 10 // from so many bytes on a page is handed over
	leafPages    = 2         // besides the one that is being filled
)

func newLeaves(t *merkle.Tree) *leaves {
	l := &leaves{tree: t, size: t.Size()}
	if runtime.GOMAXPROCS(0) == 1 {
		return l
	}
	l.pages, l.empty = make(chan leafPage, leafPages), make(chan leafPage, leafPages+1)
	for range leafPages {
		l.empty <- leafPage{}
	}
	l.work.Go(l.hash)
	return l
}

// hash adds what is handed over.
func (l *leaves) hash() {
	for p := range l.pages {
		at := 0
		for _, end := range p.ends {
			l.tree.Add(p.bytes[at:end])
			at = end
		}
		l.empty <- leafPage{p.bytes[:0], p.ends[:0]}
	}
}

// add adds an event by its stored bytes, which may change afterwards.
func (l *leaves) add(raw []byte) {
	l.size++
	if l.pages == nil {
		l.tree.Add(raw)
		return
	}
	p := &l.page
	p.bytes = append(p.bytes, raw...)
	if p.ends = append(p.ends, len(p.bytes)); len(p.bytes) >= leafPageSize {
		l.pages <- *p
		*p = <-l.empty
	}
}

// end returns when the tree has everything. Nothing is added behind it.
func (l *leaves) end() {
	if l.pages != nil {
		l.pages <- l.page
		close(l.pages)
		l.work.Wait()
	}
}
