package node

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"sync/atomic"

	"plylog/api/metrics"
	"plylog/engines"
	"plylog/events/memlog"
	"plylog/projections/checkpoints"
)

// What a server in memory runs with.
const (
	insideGames  = 100 // at hand: the ones of one sitting
	insideSecret = 32  // bytes
)

// Inside is a whole server whose log is in memory: the same rules, clocks, bots
// and API as any other, without a file or an open port. What was played in it is
// gone when it is closed.
type Inside struct {
	pipe *pipe
	stop context.CancelFunc
	done chan error
}

// Open starts a server in memory and returns when it is ready. With a seed its
// dice and bots do the same every time that the same is done.
func Open(ctx context.Context, games *engines.Registry, build Build, seed *uint64, logger *slog.Logger) (*Inside, error) {
	secret := make([]byte, insideSecret)
	if seed == nil {
		rand.Read(secret) // never fails (crypto/rand)
	} else {
		binary.BigEndian.PutUint64(secret, *seed)
	}
	bots := newCrew(games, logger, secret)
	if seed != nil {
		var game atomic.Uint64
		bots.random = func() *mathrand.Rand { return mathrand.New(mathrand.NewPCG(*seed, game.Add(1))) }
	}
	watch := metrics.New(build.Version, build.Commit)
	well := func(context.Context) error { return nil }
	n, err := assemble(memlog.New(1), nil, nil, well, checkpoints.Config{}, games, secret, build, Settings{Games: insideGames}, watch, traced{Observer: watch.API()}, bots, nil, logger)
	if err != nil {
		return nil, err
	}
	in := &Inside{pipe: newPipe(), done: make(chan error, 1)}
	bots.http = in.pipe.client()
	// Close ends it, not the context of whoever plays: a command under way is answered.
	ctx, in.stop = context.WithCancel(context.WithoutCancel(ctx))
	ready := make(chan struct{})
	go func() {
		in.done <- n.serve(ctx, func() ([]door, error) {
			return []door{{Listener: in.pipe, serves: n.api.Public()}}, nil
		}, func([]door) { close(ready) })
	}()
	select {
	case <-ready:
		return in, nil
	case err := <-in.done:
		in.stop()
		return nil, err
	}
}

// URL is where the server is, for who uses its Client.
func (in *Inside) URL() string { return "http://" + insideName }

// Client returns a client that reaches the server, and no other.
func (in *Inside) Client() *http.Client { return in.pipe.client() }

// Close ends the server in order and waits for its end.
func (in *Inside) Close() error {
	in.stop()
	return <-in.done
}
