package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"plylog/engines"
)

// Contest is a number of games between two bots of a kind, whose seats alternate.
type Contest struct {
	Engine engines.Engine
	Upper  string // the bot that is expected to win, by its name
	Lower  string
	Games  int
	Seed   uint64 // of dice and bots: the same seed, the same games
	Side   int    // games under way at the same time; 0: one
}

// Score is how a contest ended, as the upper bot sees it.
type Score struct {
	Wins, Draws, Losses int
	Moves               int // of all games
}

// Games is how many games the score is of.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Percent is the share of the points that the upper bot made; a draw is half a
// point.
func (s Score) Percent() float64 {
	if s.Games() == 0 {
		return 0
	}
	return 100 * (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Play plays a contest. Game i follows from seed and i alone.
func (c Contest) Play(ctx context.Context) (Score, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex
		total Score
		wg    sync.WaitGroup
		next  = make(chan int)
	)
	for range max(c.Side, 1) {
		wg.Go(func() {
			for i := range next {
				s, err := c.game(ctx, i)
				if err != nil {
					cancel(fmt.Errorf("%s, game %d of %s against %s: %w", c.Engine.Name(), i+1, c.Upper, c.Lower, err))
					continue
				}
				mu.Lock()
				total.add(s)
				mu.Unlock()
			}
		})
	}
	for i := 0; i < c.Games && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	return total, context.Cause(ctx)
}

// game plays game i: in even ones the upper bot sits first.
func (c Contest) game(ctx context.Context, i int) (Score, error) {
	source := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(c.Seed, 3*uint64(i)+n)) }
	names := [2]string{c.Upper, c.Lower}
	upper := engines.First
	if i%2 == 1 {
		names, upper = [2]string{c.Lower, c.Upper}, engines.Second
	}
	var bots [2]Bot
	for k, name := range names {
		var err error
		if bots[k], err = Named(name, c.Engine, source(uint64(k)), Thinking{}); err != nil {
			return Score{}, err
		}
	}
	p, err := c.Engine.New(nil, "")
	if err != nil {
		return Score{}, err
	}
	r, moves, err := Game(ctx, c.Engine, p, bots[0], bots[1], source(2).IntN)
	if err != nil {
		return Score{}, err
	}
	s := Score{Moves: moves}
	switch r.Winner {
	case upper:
		s.Wins = 1
	case engines.Nobody:
		s.Draws = 1
	default:
		s.Losses = 1
	}
	return s, nil
}

func (s *Score) add(o Score) {
	s.Wins += o.Wins
	s.Draws += o.Draws
	s.Losses += o.Losses
	s.Moves += o.Moves
}
