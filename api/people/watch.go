package people

import (
	"context"
	"errors"
	"strings"
	"time"

	"plylog/api/people/vault"
)

// watched is somebody who wants to hear that a session or token ended.
type watched struct{ end func() }

// Run finishes what a crash interrupted and hears what happens on other nodes, until
// ctx ends. Until it has begun everything is read from the vault.
func (p *People) Run(ctx context.Context) {
	for pause := 50 * time.Millisecond; ctx.Err() == nil; pause = min(2*pause, 5*time.Second) {
		err := p.watch(ctx, func() { pause = 50 * time.Millisecond })
		if err == nil || ctx.Err() != nil {
			return
		}
		p.cfg.Logger.WarnContext(ctx, "accounts of other nodes are not heard of", "err", err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

func (p *People) watch(ctx context.Context, begun func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changes, err := p.cfg.Vault.Watch(ctx, "live")
	if err != nil {
		return err
	}
	p.listen(true)
	defer p.listen(false)
	p.recheck(ctx)
	if err := p.finishErasing(ctx); err != nil {
		return err
	}
	begun()
	for c, err := range changes {
		if err != nil {
			return err
		}
		p.heard(c)
	}
	return nil
}

func (p *People) listen(on bool) {
	p.sessions.listen(on)
	p.tokens.listen(on)
	p.accounts.listen(on)
}

// heard forgets what has changed.
func (p *People) heard(c vault.Change) {
	if id, ok := strings.CutPrefix(c.Key, keyAccount+"."); ok {
		p.accounts.drop(id)
	}
	if id, ok := strings.CutPrefix(c.Key, keyPerson+"."); ok {
		p.accounts.drop(id)
	}
	p.sessions.drop(c.Key)
	p.tokens.drop(c.Key)
	if c.Value == nil {
		p.ended(c.Key)
	}
}

// ended tells everybody who waits for the end of a session or token.
func (p *People) ended(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.whose[key] {
		w.end()
	}
	delete(p.whose, key)
}

// recheck looks at everything whose end somebody waits for: it may have been missed.
func (p *People) recheck(ctx context.Context) {
	p.mu.Lock()
	var all []string
	for key := range p.whose {
		all = append(all, key)
	}
	p.mu.Unlock()
	for _, key := range all {
		if _, err := p.cfg.Vault.Get(ctx, key); errors.Is(err, vault.ErrNotFound) {
			p.ended(key)
		}
	}
}

// While returns a context that ends when a grant does: then its cause is
// ErrSignedOut. The zero Grant never ends. The caller cancels it.
func (p *People) While(ctx context.Context, g Grant) (context.Context, context.CancelFunc) {
	if g.key == "" {
		return context.WithCancel(ctx)
	}
	ctx, end := context.WithCancelCause(ctx)
	w := &watched{func() { end(ErrSignedOut) }}
	p.mu.Lock()
	if p.whose[g.key] == nil {
		p.whose[g.key] = make(map[*watched]struct{})
	}
	p.whose[g.key][w] = struct{}{}
	p.mu.Unlock()
	// It may have ended before anybody listened.
	if _, err := p.cfg.Vault.Get(ctx, g.key); errors.Is(err, vault.ErrNotFound) {
		w.end()
	}
	expiry := time.AfterFunc(g.until.Sub(p.cfg.Now()), w.end)
	return ctx, func() {
		expiry.Stop()
		end(nil)
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.whose[g.key], w)
		if len(p.whose[g.key]) == 0 {
			delete(p.whose, g.key)
		}
	}
}
