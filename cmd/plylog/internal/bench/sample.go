package bench

import (
	"context"

	"plylog/cmd/plylog/internal/bench/prepared"
)

// So many events are prepared for a sample: more than any machine is expected to
// store meanwhile. Should they not suffice, the sample is shorter.
const (
	perSecondMost   = 40_000
	perSecondOfEach = 10_000 // of one player alone
)

// prepare makes the games of one sample of so many players.
func (l *lab) prepare(maker *prepared.Maker, players int) (*load, error) {
	return l.prepareFor(maker, players, min(perSecondMost, perSecondOfEach*players))
}

// prepareFor makes the games of a sample in which so many events a second are
// stored at most.
func (l *lab) prepareFor(maker *prepared.Maker, players, rate int) (*load, error) {
	games, err := maker.Make(int(float64(rate) * l.sample.Seconds()))
	if err != nil {
		return nil, err
	}
	for len(games) < players {
		g, err := maker.Next()
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return &load{games: games}, nil
}

// take takes one sample of players with prepared games.
func (l *lab) take(ctx context.Context, maker *prepared.Maker, players []player) (*tally, error) {
	all, err := l.prepare(maker, len(players))
	if err != nil {
		return nil, err
	}
	return all.play(ctx, players, l.sample)
}
