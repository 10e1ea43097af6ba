package projections

import (
	"bytes"
	"context"
	"errors"
	"log/slog"

	"plylog/events"
)

// compare holds what is served of a shard to what was rebuilt.
func (b *rebuild) compare(ctx context.Context, shard int) error {
	s, f := b.served, b.fresh
	err := compareView(ctx, b, shard, s.Board.Name(), s.Board.view, f.Board.view, (*State).JSON)
	if err == nil {
		err = compareView(ctx, b, shard, s.Repetition.Name(), s.Repetition.view, f.Repetition.view, func(c *Repetitions) []byte { return c.AppendJSON(nil, nil) })
	}
	if err == nil {
		err = compareView(ctx, b, shard, s.History.Name(), s.History.view, f.History.view, func(l *MoveList) []byte { return l.AppendJSON(nil, true) })
	}
	if err == nil {
		err = b.compareLobby(ctx, shard)
	}
	return err
}

// compareView compares every value of a shard that a view holds in memory. What
// it does not hold it would fold from the log, as the rebuild does.
func compareView[V any](ctx context.Context, b *rebuild, shard int, name string, served, fresh *view[V], text func(V) []byte) error {
	s := &served.shards[shard]
	held := make(map[events.GameID]versioned[V])
	s.mu.Lock()
	for game, have := range s.live.all() {
		held[game] = have.give()
	}
	s.mu.Unlock()
	for game, have := range held {
		if b.fresh.ledger.look(game).broken != nil {
			continue // reported as damaged
		}
		if err := compareHeld(ctx, b, name, served, fresh, game, have, text); err != nil {
			return err
		}
	}
	return nil
}

// compareHeld compares one value that a view holds in memory.
func compareHeld[V any](ctx context.Context, b *rebuild, name string, served, fresh *view[V], game events.GameID, have versioned[V], text func(V) []byte) error {
	want, err := fresh.at(ctx, game, have.n)
	wrong, err := b.differs(game, name, have.n, text(have.value), err, func() []byte { return text(want) })
	if wrong {
		served.drop(game)
	}
	return err
}

// compareGame is compareView of one game.
func compareGame[V any](ctx context.Context, b *rebuild, name string, served, fresh *view[V], game events.GameID, text func(V) []byte) error {
	s := served.of(game)
	s.mu.Lock()
	held := s.live.peek(game)
	if held == nil {
		s.mu.Unlock()
		return nil
	}
	have := held.give()
	s.mu.Unlock()
	return compareHeld(ctx, b, name, served, fresh, game, have, text)
}

// Compare folds one game again and holds to it what is served of that game, as
// Rebuild does for all. What was served wrongly from memory is dropped there. A game
// that is marked damaged is not compared.
func (s *Set) Compare(ctx context.Context, game events.GameID) ([]Mismatch, error) {
	if s.ledger.look(game).broken != nil {
		return nil, nil
	}
	fresh, err := New(Config{Log: s.cfg.Log, Live: 1, Histories: 1, Names: s.cfg.Names, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	b := &rebuild{log: s.cfg.Log, served: s, fresh: fresh, opt: &RebuildOptions{}, wrong: make(map[events.GameID]bool)}
	err = compareGame(ctx, b, s.Board.Name(), s.Board.view, fresh.Board.view, game, (*State).JSON)
	if err == nil {
		err = compareGame(ctx, b, s.Repetition.Name(), s.Repetition.view, fresh.Repetition.view, game, func(c *Repetitions) []byte { return c.AppendJSON(nil, nil) })
	}
	if err == nil {
		err = compareGame(ctx, b, s.History.Name(), s.History.view, fresh.History.view, game, func(l *MoveList) []byte { return l.AppendJSON(nil, true) })
	}
	if err == nil {
		err = b.compareListing(ctx, game)
	}
	return b.report.Mismatches, err
}

// compareLobby compares how all games of a shard are listed.
func (b *rebuild) compareLobby(ctx context.Context, shard int) error {
	for _, game := range b.fresh.Lobby.games(shard) {
		if err := b.compareListing(ctx, game); err != nil {
			return err
		}
	}
	for _, game := range b.served.Lobby.games(shard) {
		if _, compared := b.fresh.Lobby.Get(game); compared {
			continue
		}
		if err := b.compareListing(ctx, game); err != nil {
			return err
		}
	}
	return nil
}

func (b *rebuild) compareListing(ctx context.Context, game events.GameID) error {
	if b.fresh.ledger.look(game).broken != nil {
		return nil
	}
	const name = "lobby"
	got, ok := b.served.Lobby.Get(game)
	want, known := b.fresh.Lobby.Get(game)
	if !ok {
		_, err := b.differs(game, name, 0, nil, nil, func() []byte { return want.AppendJSON(nil) })
		return err
	}
	var err error
	if !known || want.Version != got.Version {
		want, err = b.list(ctx, game, got.Version)
	}
	if got.Status == StatusDamaged {
		want.Status = StatusDamaged // found out by who knows the rules
	}
	_, err = b.differs(game, name, got.Version, got.AppendJSON(nil), err, func() []byte { return want.AppendJSON(nil) })
	return err
}

// list folds how one game was listed at version n.
func (b *rebuild) list(ctx context.Context, game events.GameID, n int) (Listing, error) {
	one := newLobby(b.log)
	got, err := fold(ctx, b.log, game, n, func(l *Lobby, e *events.Event, _ bool) (*Lobby, error) { return one, one.Apply(e) })
	if err != nil {
		return Listing{}, err
	}
	if got.link.n < n {
		return Listing{}, &FutureError{Game: game, Asked: n, Version: got.link.n}
	}
	li, _ := one.Get(game)
	return li, nil
}

// differs reports, and notes, whether a game is served otherwise than rebuilt.
// missing is why it could not be rebuilt at that version: where the log does not
// hold it, that is a mismatch; any other reason is returned.
func (b *rebuild) differs(game events.GameID, projection string, n int, got []byte, missing error, want func() []byte) (bool, error) {
	m := Mismatch{Game: game, Projection: projection, Version: n, Got: string(got)}
	switch {
	case errors.Is(missing, ErrNoGame), errors.Is(missing, ErrFuture), errors.Is(missing, ErrDamaged):
		m.Want = missing.Error()
	case missing != nil:
		return false, missing
	default:
		w := want()
		if bytes.Equal(got, w) {
			return false, nil
		}
		m.Want = string(w)
	}
	b.mu.Lock()
	b.wrong[game] = true
	if len(b.report.Mismatches) < mostMismatches {
		b.report.Mismatches = append(b.report.Mismatches, m)
	}
	b.mu.Unlock()
	b.served.observer.Mismatch(projection)
	return true, nil
}
