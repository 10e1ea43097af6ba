package api

import (
	"context"
	"sync"
)

// gate counts what is under way and, once shut, lets nothing more in. The zero
// gate is open.
type gate struct {
	mu    sync.Mutex
	n     int
	shut  bool
	empty chan struct{} // closed when shut and nothing is left
}

// enter reports whether the gate is open, and counts whoever passed until leave.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return false
	}
	g.n++
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n--
	if g.shut && g.n == 0 {
		close(g.empty)
	}
}

// close shuts the gate. It may be called again.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return
	}
	g.shut, g.empty = true, make(chan struct{})
	if g.n == 0 {
		close(g.empty)
	}
}

// wait waits until everybody has left a gate that is shut, or for the context.
func (g *gate) wait(ctx context.Context) error {
	select {
	case <-g.empty:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// closed reports whether the gate is shut.
func (g *gate) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut
}
