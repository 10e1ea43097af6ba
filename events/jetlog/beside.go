package jetlog

import (
	"slices"
	"sync"

	"github.com/nats-io/nats.go"
)

// Beside are connections to the servers of a log beside its own. Those whose server is
// cut off from the others are moved to another server together with the log's. The zero
// value has none.
type Beside struct {
	mu   sync.Mutex
	list []*nats.Conn
}

// Add adds a connection, until it is closed.
func (b *Beside) Add(nc *nats.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = append(b.list, nc)
}

// Of adds every connection that is made.
func (b *Beside) Of(connect Connect) Connect {
	return func(name string, options ...nats.Option) (*nats.Conn, error) {
		nc, err := connect(name, options...)
		if err == nil {
			b.Add(nc)
		}
		return nc, err
	}
}

// open are the connections that are not closed.
func (b *Beside) open() []*nats.Conn {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = slices.DeleteFunc(b.list, (*nats.Conn).IsClosed)
	return slices.Clone(b.list)
}
