package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/bench/wire"
)

// cost is what a sample of players took.
type cost struct {
	tally  *tally
	cpu    time.Duration // of this process: the server, and the clients that share it
	stored int64         // bytes by which the folder grew
	sent   int64         // bytes over connections, both ways
}

// each is what one operation had of so much.
func (c cost) each(of int64) float64 { return float64(of) / float64(c.tally.operations) }

// processor is how many microseconds of processor time an operation took.
func (c cost) processor() float64 { return c.each(c.cpu.Microseconds()) }

// way is a way of playing the games of a load.
type way struct {
	folder  string // where what is played is stored
	players func(all *load) (players []player, sent *meter, leave func(), err error)
	check   func(all *load, got *tally) error
}

// cost takes a sample. every is how often each player moves; 0: as fast as answers
// come.
func (t *traffic) cost(ctx context.Context, w way, every time.Duration) (c cost, err error) {
	take, err := t.readyFor(ctx, w, every)
	if err != nil {
		return c, err
	}
	return take(ctx)
}

// readyFor prepares a sample: every player has begun a game before anything is counted.
func (t *traffic) readyFor(ctx context.Context, w way, every time.Duration) (take func(context.Context) (cost, error), err error) {
	rate := perSecondMost / 2
	if every > 0 {
		rate = int(float64(t.under) / every.Seconds())
	}
	all, err := t.prepareFor(t.maker, t.under, 2*rate)
	if err != nil {
		return nil, err
	}
	all.every = every
	players, m, leave, err := w.players(all)
	if err != nil {
		return nil, err
	}
	if err := all.begin(ctx, players); err != nil {
		leave()
		return nil, err
	}
	return func(ctx context.Context) (cost, error) {
		defer leave()
		return t.count(ctx, w, all, players, m)
	}, nil
}

// count has players play who are ready to, and counts what that costs.
func (t *traffic) count(ctx context.Context, w way, all *load, players []player, m *meter) (c cost, err error) {
	before, err := sizeOf(w.folder)
	if err != nil {
		return c, err
	}
	sent, worked := m.bytes.Load(), cpuTime()
	if c.tally, err = all.play(ctx, players, t.sample); err != nil {
		return c, err
	}
	c.cpu, c.sent = cpuTime()-worked, m.bytes.Load()-sent
	after, err := sizeOf(w.folder)
	if err != nil {
		return c, err
	}
	c.stored = after - before
	return c, w.check(all, c.tally)
}

// publishing is the plain way: everybody publishes what the server would store.
func (t *traffic) publishing() way {
	return way{
		folder: t.raw.disk.dir,
		players: func(*load) ([]player, *meter, func(), error) {
			return times(t.under, func() player { return &published{store: t.raw} }), new(meter), func() {}, nil
		},
		check: func(*load, *tally) error { return nil },
	}
}

// requesting is playing over HTTP, on connections that are kept.
func (t *traffic) requesting() way {
	return t.served(asRequests(t.server.address), func(ctx context.Context, m *meter, r requests) (player, func(), error) {
		conn, err := m.dial(ctx, t.server.address)
		if err != nil {
			return nil, nil, err
		}
		return &client{conn: wire.Over(conn), requests: r}, func() { _ = conn.Close() }, nil
	})
}

// served is playing on the server.
func (t *traffic) served(write writer, dial func(context.Context, *meter, requests) (player, func(), error)) way {
	return way{
		folder: t.server.data,
		players: func(all *load) ([]player, *meter, func(), error) {
			r, err := requestsFor(all.games, write)
			if err != nil {
				return nil, nil, nil, err
			}
			m, leave := new(meter), new(leaving)
			return times(t.under, func() player {
				return &coming{leave: leave, dial: func(ctx context.Context) (player, func(), error) { return dial(ctx, m, r) }}
			}), m, leave.all, nil
		},
		check: t.checkVersions,
	}
}

// checkVersions holds what was acknowledged against what the server says.
func (t *traffic) checkVersions(all *load, got *tally) error {
	conn, err := wire.Dial(t.server.address)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // nothing is lost with it
	return all.check(got, func(g *prepared.Game) (int, error) { return versionOf(conn, t.server.address, g) })
}

// sizeOf is how many bytes the files of a folder have. A file that goes away
// meanwhile has none.
func sizeOf(folder string) (n int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var info fs.FileInfo
			if info, err = d.Info(); err == nil {
				n += info.Size()
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking how large a store is: %w", err)
	}
	return n, nil
}
