package bench

import (
	"context"
	"errors"
	"fmt"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/bench/wire"
)

// http measures commands over HTTP, server and clients in this process, against
// as many writers that publish the same bytes singly.
func (l *lab) http(ctx context.Context) (err error) {
	t, err := l.openTraffic(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close(ctx)) }()
	for _, clients := range l.clients {
		if err := t.measure(ctx, clients); err != nil {
			return fmt.Errorf("%d games at once: %w", clients, err)
		}
	}
	return nil
}

// traffic is what commands over HTTP are measured on.
type traffic struct {
	*lab
	server *server
	raw    *rawStore
	maker  *prepared.Maker
}

// openTraffic starts a server, and makes a bare stream.
func (l *lab) openTraffic(ctx context.Context) (t *traffic, err error) {
	t = &traffic{lab: l}
	if t.server, err = l.startServer(ctx); err != nil {
		return nil, err
	}
	if t.maker, err = prepared.NewMaker(l.games, t.server.secret, mostLong); err == nil {
		t.raw, err = l.openRaw(ctx, 1)
	}
	if err != nil {
		return nil, errors.Join(err, t.server.close())
	}
	return t, nil
}

func (t *traffic) close(ctx context.Context) error {
	return errors.Join(t.raw.close(ctx), t.server.close())
}

// measure measures so many clients, each with a game and a connection.
func (t *traffic) measure(ctx context.Context, clients int) error {
	line := Line{Bench: "http", What: fmt.Sprintf("%d games at once", clients), Unit: "events/s", RawIs: "single publishes, one stream"}
	figure := (*tally).rate
	switch clients {
	case 1:
		line.What, line.Unit, line.Target = "one client, one game", "ms", ratioAtMost(2.5)
		figure = (*tally).ms
	case 64:
		line.Target = ratioAtLeast(1.4)
	case 256:
		line.Target = ratioAtLeast(2)
	}
	raw := func(ctx context.Context) (float64, error) {
		got, err := t.take(ctx, t.maker, times(clients, func() player { return &published{store: t.raw} }))
		if err != nil {
			return 0, err
		}
		return figure(got), nil
	}
	prepare := func() (side, error) {
		all, r, err := t.prepareRequests(clients)
		return func(ctx context.Context) (float64, error) {
			got, err := t.send(ctx, all, r, clients)
			if err != nil {
				return 0, err
			}
			return figure(got), nil
		}, err
	}
	samples, err := rounds(ctx, t.runs, raw, func(ctx context.Context) (float64, error) {
		ours, err := prepare()
		if err != nil {
			return 0, err
		}
		return ours(ctx)
	})
	if err != nil {
		return err
	}
	t.add(line.measured(samples[1], samples[0]))
	return t.profile(ctx, fmt.Sprintf("http-%d", clients), prepare)
}

// prepareRequests makes the games and the requests of one sample.
func (t *traffic) prepareRequests(clients int) (*load, requests, error) {
	all, err := t.prepare(t.maker, clients)
	if err != nil {
		return nil, nil, err
	}
	r, err := requestsFor(all.games, asRequests(t.server.address))
	return all, r, err
}

// send has clients play, each on a connection of its own, and checks what the
// server says of the games in the end.
func (t *traffic) send(ctx context.Context, all *load, r requests, clients int) (*tally, error) {
	players := make([]player, clients)
	for i := range players {
		conn, err := wire.Dial(t.server.address)
		if err != nil {
			return nil, err
		}
		defer conn.Close() //nolint:errcheck // nothing is lost with it
		players[i] = &client{conn: conn, requests: r}
	}
	got, err := all.play(ctx, players, t.sample)
	if err != nil {
		return nil, err
	}
	return got, t.checkVersions(all, got)
}
