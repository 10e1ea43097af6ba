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
	s, err := l.startServer(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	raw, err := l.openRaw(ctx, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, raw.close(ctx)) }()
	maker, err := prepared.NewMaker(l.games, s.secret, mostLong)
	if err != nil {
		return err
	}
	for _, clients := range l.clients {
		if err := l.httpBy(ctx, clients, s, raw, maker); err != nil {
			return fmt.Errorf("%d games at once: %w", clients, err)
		}
	}
	return nil
}

// httpBy measures so many clients, each with a game and a connection.
func (l *lab) httpBy(ctx context.Context, clients int, s *server, raw *rawStore, maker *prepared.Maker) error {
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
	ours := func(ctx context.Context) (float64, error) {
		t, err := l.overHTTP(ctx, clients, s, maker)
		if err != nil {
			return 0, err
		}
		return figure(t), nil
	}
	samples, err := rounds(ctx, l.runs, func(ctx context.Context) (float64, error) {
		t, err := l.take(ctx, maker, times(clients, func() player { return &published{store: raw} }))
		if err != nil {
			return 0, err
		}
		return figure(t), nil
	}, ours)
	if err != nil {
		return err
	}
	l.add(line.measured(samples[1], samples[0]))
	return l.profile(ctx, fmt.Sprintf("http-%d", clients), ours)
}

// overHTTP takes one sample of clients that play over HTTP.
func (l *lab) overHTTP(ctx context.Context, clients int, s *server, maker *prepared.Maker) (*tally, error) {
	all, err := l.prepare(maker, clients)
	if err != nil {
		return nil, err
	}
	requests, err := requestsFor(s.address, all.games)
	if err != nil {
		return nil, err
	}
	var players []player
	for range clients {
		conn, err := wire.Dial(s.address)
		if err != nil {
			return nil, err
		}
		defer conn.Close() //nolint:errcheck // nothing is lost with it
		players = append(players, &client{conn: conn, requests: requests})
	}
	t, err := all.play(ctx, players, l.sample)
	if err != nil {
		return nil, err
	}
	conn, err := wire.Dial(s.address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // nothing is lost with it
	return t, all.check(t, func(g *prepared.Game) (int, error) { return versionOf(conn, s.address, g) })
}
